import { named, parseXml } from './xml.ts';

/**
 * A Word document's XML without the text that its readers do not see: hidden text, letters of a pixel, and white letters
 * where nothing is painted behind them. Who may edit a file can put a false figure there that nobody who looks it over would
 * find.
 */
export const withoutUnseenRuns = (xml: string, styles: Uint8Array | undefined): string => {
  if (!MARKS.test(xml)) return xml;
  const { hiding, painting } = readStyles(styles);
  const isPainted = PAINTED.test(xml) || [...xml.matchAll(PARAGRAPH_STYLE)].some(([, id]) => painting.has(id ?? ''));
  return xml.replace(RUN, (run: string, properties: string, text: string) =>
    isUnseen(properties, hiding, isPainted) && !/<w:(?:drawing|pict|object|fldChar|instrText)\b/.test(text) ? '' : run,
  );
};

const MARKS = /<w:vanish\b|<w:sz w:val="[0-3]"|<w:color [^<>]{0,100}w:val="[fF]{6}"|<w:rStyle\b/;
/** A run of text with its properties. A run that holds a text box, and so further runs, is not matched as a whole. */
const RUN =
  /<w:r(?:\s[^<>]*)?>\s*<w:rPr>((?:(?!<\/w:rPr>|<w:r[\s>])[\s\S])*)<\/w:rPr>((?:(?!<\/?w:r[\s>])[\s\S])*)<\/w:r>/g;
/** What may paint something behind white letters: a shade, a coloured page, a table's style, a shape. */
const PAINTED =
  /<w:shd [^<>]{0,200}w:fill="(?!auto"|[fF]{6}")|<w:background\b|<w:tblStyle\b|<w:drawing\b|<w:pict\b|<w:highlight\b/;

/** Values of a property that is stated and not set. */
const SWITCHED_OFF = /^(?:0|false|off)$/;
const PARAGRAPH_STYLE = /<w:pStyle w:val="([^"]*)"/g;
const SHADE = /^(?!auto$|f{6}$)/i;

const isUnseen = (properties: string, hiding: ReadonlySet<string>, isPainted: boolean): boolean => {
  const vanish = /<w:vanish(?:\s+w:val="([^"]*)")?\s*\/?>/.exec(properties);
  if (vanish !== null) return !SWITCHED_OFF.test(vanish[1] ?? '');
  const style = /<w:rStyle w:val="([^"]*)"/.exec(properties)?.[1];
  if (style !== undefined && hiding.has(style)) return true;
  if (/<w:sz w:val="[0-3]"/.test(properties)) return true;
  return !isPainted && /<w:color [^<>]{0,100}w:val="[fF]{6}"/.test(properties);
};

/** Ids of the styles that hide their letters, and of those that paint something behind them. */
const readStyles = (styles: Uint8Array | undefined) => {
  const hiding = new Set<string>();
  const painting = new Set<string>();
  for (const style of named(parseXml(styles), 'style')) {
    const id = style.attribs['w:styleId'] ?? '';
    const vanish = named(style, 'vanish')[0];
    if (vanish !== undefined && !SWITCHED_OFF.test(vanish.attribs['w:val'] ?? '')) hiding.add(id);
    if (named(style, 'shd').some(({ attribs }) => SHADE.test(attribs['w:fill'] ?? 'auto'))) painting.add(id);
  }
  return { hiding, painting };
};
