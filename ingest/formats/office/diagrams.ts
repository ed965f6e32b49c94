import { named, parseXml, xmlText } from './xml.ts';

/** A line of a list. */
export interface Listed {
  level: number;
  text: string;
}

/** The lines as a list of Markdown. */
export const asList = (lines: readonly Listed[]): string =>
  lines.map(({ level, text }) => `${'  '.repeat(level)}- ${text}`).join('\n');

/** Maximum depth of boxes below one another that is shown. */
const MAX_LEVEL = 8;

/**
 * Reads the data of a diagram (SmartArt): the text of each box below the box that it hangs from, in their order. Office keeps it
 * apart from the slide or page that shows it.
 */
export const readDiagram = (part: Uint8Array | undefined): Listed[] => {
  const data = parseXml(part);
  const texts = new Map<string, string>();
  let top = '';
  for (const point of named(data, 'pt')) {
    const { modelId = '', type = 'node' } = point.attribs;
    if (type === 'doc') top = modelId;
    if (type === 'node' || type === 'asst') texts.set(modelId, wordsOf(point));
  }
  const below = new Map<string, string[]>();
  const links = named(data, 'cxn').filter(({ attribs }) => (attribs.type ?? 'parOf') === 'parOf');
  links.sort((a, b) => Number(a.attribs.srcOrd ?? 0) - Number(b.attribs.srcOrd ?? 0));
  for (const { attribs } of links) {
    const children = below.get(attribs.srcId ?? '') ?? [];
    children.push(attribs.destId ?? '');
    below.set(attribs.srcId ?? '', children);
  }
  const lines: Listed[] = [];
  const seen = new Set<string>();
  // Boxes that hang from none come last.
  const open = [...texts.keys()].reverse().map((id) => ({ id, level: 0 }));
  for (const id of [...(below.get(top) ?? [])].reverse()) open.push({ id, level: 0 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, level } = next;
    const text = texts.get(id);
    if (text === undefined || seen.has(id)) continue;
    seen.add(id);
    if (text !== '') lines.push({ level: Math.min(level, MAX_LEVEL), text });
    const inner = text === '' ? level : level + 1;
    for (const child of [...(below.get(id) ?? [])].reverse()) open.push({ id: child, level: inner });
  }
  return lines;
};

const wordsOf = (point: Parameters<typeof named>[0]): string =>
  named(point, 'r')
    .map((run) => xmlText(run))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
