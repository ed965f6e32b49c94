import { wordTable } from '../../../core/word-table.ts';
import type { AnyNode, Document, Element, ParentNode } from '../dom.ts';
import { classesOf, elementsNamed, isTag, isText, textOf, walk } from '../dom.ts';

/**
 * Leaves out text that a page does not let its readers see. Who may edit a page can put a false figure there that nobody who
 * looks the page over would find.
 *
 * - What no reader can see is always left out: letters of a pixel, letters in the colour that is behind them, and text that is
 *   placed far outside the page. A label of a few words there is for screen readers, and stays.
 * - What is switched off (`display: none`, `hidden`) may be a tab or an answer that opens by a click. It is left out only where
 *   nothing could open it: no script, nothing to click on, and no style sheet that is elsewhere or depends on what readers do.
 */
export const dropUnseenText = (document: Document, html: string): void => {
  if (!/\sstyle\s*=|<style|\shidden\b|<font\b|\scolor\s*=/i.test(html)) return;
  const rules = styleRules(document);
  const isStyledElsewhere = /<link\b[^<>]{0,500}\bstylesheet\b|@import/i.test(html);
  const page: Page = {
    rules,
    opens: rules.opens || isStyledElsewhere || OPENERS.test(html),
    isUnsure: rules.isIntricate || isStyledElsewhere,
  };
  const looks: Look[] = [page.isUnsure ? UNSURE : { size: NORMAL, background: WHITE }];
  const unseen: AnyNode[] = [];
  walk(document, {
    enter(element) {
      if (NO_TEXT.has(element.name)) return false;
      const own = declarationsOf(element, page);
      if (isAway(page.opens ? ownStyle(element) : own, element) || (!page.opens && isOff(element, own))) {
        unseen.push(element);
        return false;
      }
      const look = lookOf(element, own, page.isUnsure ? UNSURE : (looks.at(-1) ?? UNSURE));
      looks.push(look);
      if (isInvisible(look))
        for (const child of element.children) if (isText(child) && /[\p{L}\p{N}]/u.test(child.data)) unseen.push(child);
    },
    leave() {
      looks.pop();
    },
  });
  for (const node of unseen) detach(node);
};

/** Elements whose text is no text of the page, so that there is nothing to be seen. */
const NO_TEXT: ReadonlySet<string> = new Set('head script style template noscript svg math'.split(' '));
/** What a reader can click on, and scripts. A script that holds data (JSON-LD) does nothing. */
const OPENERS =
  /<script\b(?![^<>]{0,200}\bjson\b)|\son[a-z]{3,20}\s*=|<(?:button|label|input)\b|\srole\s*=\s*["']?(?:tab|button)|\saria-(?:expanded|controls)\s*=/i;
const NORMAL = 16;
/** Letters of this many pixels or fewer are dots. */
const DOTS = 1;
/** Pixels outside of a page at which nothing of it is seen. */
const FAR = -1000;
/** Words of a label for screen readers. */
const LABEL_WORDS = 3;
const LABEL_CHARACTERS = 60;

interface Page {
  rules: StyleRules;
  /** True where something may show what is switched off. */
  opens: boolean;
  /**
   * True where style sheets that are not in the page, or rules that are not read, may say how its elements look. An element
   * then counts by what it says itself, and hands nothing on.
   */
  isUnsure: boolean;
}

type Colour = readonly [red: number, green: number, blue: number];
const WHITE: Colour = [255, 255, 255];

/** How the text of an element looks. A colour is undefined where the page does not say it. */
interface Look {
  size: number;
  colour?: Colour | 'transparent';
  background?: Colour;
}

const UNSURE: Look = { size: NORMAL };

type Declarations = ReadonlyMap<string, string>;

const isInvisible = ({ size, colour, background }: Look): boolean =>
  size <= DOTS ||
  colour === 'transparent' ||
  (colour !== undefined &&
    background !== undefined &&
    colour.every((part, i) => Math.abs(part - (background[i] ?? 0)) < 6));

const lookOf = (element: Element, own: Declarations, outer: Look): Look => {
  const painted = own.get('background') ?? own.get('background-color') ?? element.attribs.bgcolor;
  const clipsToText = /text/i.test(own.get('background-clip') ?? own.get('-webkit-background-clip') ?? '');
  const colour = own.get('color') ?? element.attribs.color;
  const background =
    own.has('background-image') || element.attribs.background !== undefined || clipsToText
      ? undefined
      : painted !== undefined && !/^(?:transparent|none|inherit|initial|unset)$/i.test(painted)
        ? colourOf(painted)
        : isFreelyPlaced(own)
          ? undefined
          : outer.background;
  return {
    size: sizeOf(own.get('font-size'), outer.size),
    colour: clipsToText
      ? undefined
      : colour === undefined
        ? outer.colour
        : colour === 'inherit'
          ? outer.colour
          : inkOf(colour),
    background,
  };
};

const inkOf = (colour: string): Colour | 'transparent' | undefined =>
  /^transparent$|^(?:rgba|hsla)\([^()]*,\s*0*\.?0+%?\s*\)$/i.test(colour.trim()) ? 'transparent' : colourOf(colour);

const NAMED = wordTable<Colour>({
  white: WHITE,
  black: [0, 0, 0],
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  whitesmoke: [245, 245, 245],
});

/** The colour of a value, `#fff`, `rgb(1, 2, 3)` or a name; undefined where it is another or has pictures. */
const colourOf = (value: string): Colour | undefined => {
  const text = value.trim().toLowerCase();
  if (NAMED[text] !== undefined) return NAMED[text];
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1];
  if (hex !== undefined) {
    const full = hex.length === 3 ? [...hex].map((sign) => sign + sign).join('') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Colour;
  }
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text);
  return parts === null ? undefined : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
};

/** Pixels of a length; undefined for one that depends on what is not known here. */
const pixelsOf = (value: string | undefined, em = NORMAL): number | undefined => {
  const parts = /^(-?\d{0,6}(?:\.\d{1,6})?)\s*(px|pt|r?em|%|vw|vh|cm|mm|in)?$/i.exec((value ?? '').trim());
  if (parts === null || parts[1] === '' || parts[1] === '-') return undefined;
  const number = Number(parts[1]);
  const unit = parts[2]?.toLowerCase() ?? 'px';
  return (
    number * ({ px: 1, pt: 4 / 3, rem: NORMAL, em, '%': em / 100, vw: 10, vh: 10, cm: 38, mm: 3.8, in: 96 }[unit] ?? 1)
  );
};

const sizeOf = (value: string | undefined, outer: number): number =>
  pixelsOf(value, outer) ?? (value === undefined ? outer : NORMAL);

const isFreelyPlaced = (own: Declarations): boolean => /absolute|fixed/.test(own.get('position') ?? '');

/** True for text that is placed far outside the page. */
const isAway = (own: Declarations, element: Element): boolean => {
  const isPlaced = isFreelyPlaced(own);
  const sides = isPlaced ? ['left', 'top', 'right', 'bottom', 'text-indent'] : ['text-indent'];
  const isFar = sides.some((side) => (pixelsOf(own.get(side)) ?? 0) <= FAR);
  if (!isFar) return false;
  const words = textOf(element, LABEL_CHARACTERS + 1);
  return words.length > LABEL_CHARACTERS || words.split(' ').length > LABEL_WORDS;
};

/** True for what is switched off. */
const isOff = ({ attribs }: Element, own: Declarations): boolean =>
  (attribs.hidden !== undefined && attribs.hidden !== 'until-found' && !own.has('display')) ||
  own.get('display') === 'none' ||
  /^(?:hidden|collapse)$/.test(own.get('visibility') ?? '') ||
  pixelsOf(own.get('opacity')) === 0 ||
  /\bscale[xy3d]{0,2}\(\s*0\s*[,)]/.test(own.get('transform') ?? '') ||
  /^(?:inset\(\s*100%|circle\(\s*0)/.test(own.get('clip-path') ?? '') ||
  (/hidden|clip/.test(own.get('overflow') ?? '') &&
    ['height', 'max-height', 'width', 'max-width'].some((side) => pixelsOf(own.get(side)) === 0));

const declarationsOf = (element: Element, { rules }: Page): Declarations => {
  const { attribs } = element;
  const found: string[] = [];
  if (rules.bySelector.size > 0) {
    found.push(...(rules.bySelector.get(element.name) ?? []));
    if (attribs.class !== undefined)
      for (const name of classesOf(element))
        found.push(
          ...(rules.bySelector.get(`.${name}`) ?? []),
          ...(rules.bySelector.get(`${element.name}.${name}`) ?? []),
        );
    if (attribs.id !== undefined) found.push(...(rules.bySelector.get(`#${attribs.id}`) ?? []));
  }
  if (attribs.style !== undefined) found.push(attribs.style);
  return found.length === 0 ? NONE : declarationsIn(found.join(';'));
};

const ownStyle = ({ attribs: { style } }: Element): Declarations =>
  style === undefined ? NONE : declarationsIn(style);

const NONE: Declarations = new Map();

const declarationsIn = (style: string): Declarations => {
  const own = new Map<string, string>();
  for (const one of style.slice(0, MAX_STYLE).split(';')) {
    const colon = one.indexOf(':');
    if (colon === -1) continue;
    const value = one
      .slice(colon + 1)
      .replace(/!\s{0,9}important/i, '')
      .trim()
      .toLowerCase();
    if (value !== '') own.set(one.slice(0, colon).trim().toLowerCase(), value);
  }
  return own;
};

/** Maximum characters of an element's styles, and rules of a page, that are read. */
const MAX_STYLE = 10_000;
const MAX_RULES = 5000;

interface StyleRules {
  /** Declarations by selector. */
  bySelector: ReadonlyMap<string, readonly string[]>;
  /** True where a rule depends on what the reader does, or on the size of the screen. */
  opens: boolean;
  /** True where rules that are not in `bySelector` may say something else of the same elements. */
  isIntricate: boolean;
}

/** The rules of a page's own style sheets whose selectors are simple. Of the others it only tells what they may do. */
const styleRules = (document: Document): StyleRules => {
  const bySelector = new Map<string, string[]>();
  const all = elementsNamed(document, 'style')
    .map(sheetOf)
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, ' ');
  let left = MAX_RULES;
  let isIntricate = false;
  for (const rule of topLevel(all).split('}')) {
    if (left-- <= 0) break;
    const [selectors = '', declarations = ''] = rule.split('{');
    if (declarations === '') continue;
    for (const selector of selectors.split(',')) {
      const name = selector.trim();
      if (SIMPLE.test(name)) bySelector.set(name, [...(bySelector.get(name) ?? []).slice(-9), declarations]);
      else isIntricate = true;
    }
  }
  return { bySelector, opens: OPENING.test(all), isIntricate: isIntricate || left < 0 };
};

/** An element, a class, an id, or an element with a class. */
const SIMPLE = /^(?:[a-z][a-z0-9]*|[.#][\w-]+|[a-z][a-z0-9]*\.[\w-]+)$/i;
const OPENING = /:(?:hover|target|checked|focus|active|has|open)|\[open|@media|@container|@keyframes/i;

/** A style sheet without what is inside of `@media` and its like, which hold for some screens alone. */
const topLevel = (sheet: string): string => {
  let kept = '';
  let depth = 0;
  for (const [part] of sheet.matchAll(/@[^{};]{0,500}(?:\{|;)|[{}]|[^{}@]+|@/g)) {
    if (depth > 0) depth += part.endsWith('{') ? 1 : part === '}' ? -1 : 0;
    else if (part.startsWith('@') && part.endsWith('{')) depth = 1;
    else if (!part.startsWith('@')) kept += part;
  }
  return kept;
};

const sheetOf = (style: Element): string => style.children.map((child) => (isText(child) ? child.data : '')).join('');

const detach = (node: AnyNode): void => {
  const parent: ParentNode | null = node.parent;
  if (parent === null) return;
  if (isText(node)) node.data = ' ';
  else if (isTag(node)) {
    for (const child of node.children) child.parent = null;
    node.children = [];
  }
};
