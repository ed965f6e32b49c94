import { type AnyNode, type Document, Element, isComment, isTag, isText, type ParentNode } from 'domhandler';
import { DomHandler, type Handler, Parser, type ParserOptions } from 'htmlparser2';

export type { AnyNode, Document, ParentNode } from 'domhandler';
export { Element, isTag, isText };

/** Maximum nesting of elements. The parser's time is quadratic in the depth; real pages are far less deep. */
const MAX_DEPTH = 5000;
const CHUNK = 65_536;

const cut = new WeakSet<Document>();

/** True for a page that was cut because it was too deep. */
export const wasCut = (document: Document): boolean => cut.has(document);

/** Parses HTML, even if malformed. Decodes entities and lower-cases names. Cuts a page where it exceeds MAX_DEPTH. */
export const parseHtml = (html: string): Document => parseMarkup(closeHeadings(closeFrames(html)), {});

/** Elements of which a parser of HTML takes all that follows for their text, up to their end tag. */
const RAW = /<((?:iframe|script|style|textarea|title|noembed|noframes|xmp)\b[^<>]*)\/>/gi;

/** Writes the end tags of frames and scripts that XHTML closes at once. Otherwise the rest of the page would be inside. */
const closeFrames = (html: string): string =>
  /<!DOCTYPE[^<>]*XHTML|xmlns="http:\/\/www\.w3\.org\/1999\/xhtml"/i.test(html.slice(0, 2000))
    ? html.replace(RAW, (_, tag: string) => `<${tag}></${/^\w+/.exec(tag)?.[0] ?? ''}>`)
    : html;

/** Maximum characters between the two tags of a heading that do not match. */
const MAX_HEADING = 500;

/** Closes a heading where a browser does: at the end tag of a heading of any level. */
const closeHeadings = (html: string): string =>
  html.replace(OPEN_HEADING, (all, level: string, closed: string) =>
    level === closed ? all : `${all.slice(0, all.lastIndexOf('</'))}</h${level}>`,
  );

const OPEN_HEADING = new RegExp(`<h([1-6])\\b[^<>]*>(?:(?!</?h[1-6]\\b)[^]){0,${MAX_HEADING}}?</h([1-6])\\s*>`, 'gi');

/** Parses XML with the same limit. Does not expand entities that the file declares, which may be an attack. */
export const parseXmlText = (xml: string): Document => parseMarkup(xml, { xmlMode: true });

/** Parses Confluence's storage format: XML with the entities of HTML. Sections of characters (CDATA) are text. */
export const parseStorageFormat = (source: string): Document =>
  parseMarkup(source, { recognizeSelfClosing: true, recognizeCDATA: true }, true);

const parseMarkup = (html: string, options: ParserOptions, joinsCharacters = false): Document => {
  let depth = 0;
  let deepest = 0;
  const handler = new DomHandler(undefined, options);
  const callbacks: Partial<Handler> = {
    onparserinit: (it) => handler.onparserinit(it),
    onreset: () => handler.onreset(),
    onend: () => handler.onend(),
    onerror: (error) => handler.onerror(error),
    ontext: (text) => handler.ontext(text),
    oncomment: (text) => handler.oncomment(text),
    oncommentend: () => handler.oncommentend(),
    ...(joinsCharacters ? {} : { oncdatastart: () => handler.oncdatastart(), oncdataend: () => handler.oncdataend() }),
    onprocessinginstruction: (name, text) => handler.onprocessinginstruction(name, text),
    onopentag(name, attributes) {
      depth++;
      deepest = Math.max(deepest, depth);
      handler.onopentag(name, attributes);
    },
    onclosetag() {
      depth--;
      handler.onclosetag();
    },
  };
  const parser = new Parser(callbacks, options);
  for (let at = 0; at < html.length && deepest < MAX_DEPTH; ) {
    // Cuts after a tag, not inside one.
    const tag = html.lastIndexOf('>', at + CHUNK) + 1;
    const end = tag > at ? tag : at + CHUNK;
    parser.write(html.slice(at, end));
    at = end;
  }
  parser.end();
  if (deepest >= MAX_DEPTH) cut.add(handler.root);
  return handler.root;
};

/** Callbacks of `walk`. */
export interface Visitor {
  /** Returns false to end the walk; nothing is left then. */
  text?(data: string, parent: ParentNode): unknown;
  comment?(data: string): void;
  /** Returns false to skip the element's children; `leave` is then not called. */
  enter?(element: Element): unknown;
  leave?(element: Element): void;
}

/** Walks a tree in reading order without recursion, because pages may be nested thousands deep. */
export const walk = (root: ParentNode, visitor: Visitor): void => {
  let node: AnyNode | null = root.firstChild;
  while (node !== null) {
    if (isText(node)) {
      if (visitor.text?.(node.data, node.parent ?? root) === false) return;
    } else if (isComment(node)) visitor.comment?.(node.data);
    else if (isTag(node)) {
      if (visitor.enter?.(node) !== false) {
        if (node.firstChild !== null) {
          node = node.firstChild;
          continue;
        }
        visitor.leave?.(node);
      }
    }
    while (node.next === null) {
      const parent: ParentNode | null = node.parent;
      if (parent === null || parent === root) return;
      if (isTag(parent)) visitor.leave?.(parent);
      node = parent as AnyNode;
    }
    node = node.next;
  }
};

/** Every element with one of the names, in reading order. */
export const elementsNamed = (root: ParentNode, ...names: string[]): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter(element) {
      if (names.includes(element.name)) found.push(element);
    },
  });
  return found;
};

/** The element or its nearest ancestor that the test accepts. */
export const closest = (element: Element, test: (element: Element) => boolean): Element | undefined => {
  for (let node: ParentNode | null = element; node !== null && isTag(node); node = node.parent)
    if (test(node)) return node;
  return undefined;
};

/** The names in an element's `class`. */
export const classesOf = ({ attribs }: Element): string[] => (attribs.class ?? '').split(/\s+/);

/**
 * The text inside with folded white space, without scripts and styles.
 * @param enough number of characters, and of elements, after which nothing further is read: a list of a thousand links may ask
 *   for the text around each of them, and a thousand elements inside one another for the text in each
 */
export const textOf = (root: ParentNode, enough: number = Number.POSITIVE_INFINITY): string => {
  let text = '';
  let entered = 0;
  // White space is folded at the end, so it may not count: an export sets in its lines by dozens of spaces.
  let signs = 0;
  walk(root, {
    text: (data) => {
      text += data;
      if (enough === Number.POSITIVE_INFINITY) return true;
      for (const [run] of data.matchAll(/\S+/g)) {
        signs += run.length;
        if (signs > enough) return false;
      }
      return true;
    },
    enter: (element) => {
      entered += 1;
      if (entered > enough) return false;
      if (element.name === 'script' || element.name === 'style' || isHeadingTool(element)) return false;
      text += INLINE.has(element.name) ? '' : ' ';
    },
    leave: (element) => {
      text += INLINE.has(element.name) ? '' : ' ';
    },
  });
  return fold(text);
};

/** Values of `rel` of links for navigation between pages. */
const TURNS_PAGES = /^(?:next|prev(?:ious)?|up|top|first|last|start|home|contents|index)$/i;
/** The text beside such links: "Next: …, Previous: …, Up: …, [Contents]". */
const PAGE_TURNING_LABELS = /^(?:next|prev(?:ious)?|up|top|first|last|home|forward|back|[^\p{L}\p{N}])*$/iu;

/** True for a line of links to the previous and next pages, as Texinfo writes above every section of a manual. */
export const isPageTurner = ({ name, children }: Element): boolean => {
  if (name !== 'p' && name !== 'div') return false;
  let links = 0;
  let beside = '';
  for (const child of children) {
    if (isText(child)) beside += child.data;
    else if (!isTag(child)) continue;
    else if (child.name === 'a' && child.attribs.href !== undefined) {
      if (!(child.attribs.rel ?? '').split(/\s+/).some((relation) => TURNS_PAGES.test(relation))) return false;
      links++;
    } else if (child.name !== 'a' && child.name !== 'br' && child.name !== 'hr') return false;
  }
  return links > 0 && PAGE_TURNING_LABELS.test(beside);
};

/** Signs beside headings and notes. Other signs of ASCII are words of a manual: Vim's links its commands `/` and `>`. */
const HEADING_SIGN = /^(?:[#^]{1,2}|[^\p{L}\p{N}\p{ASCII}]{1,2})$/u;

/**
 * True for what generators add to a heading: a link to itself (a sign in it, or anything right behind it), MediaWiki's link to
 * edit, a link without a target that a script folds the section with, one that screen readers are told to pass over.
 */
export const isHeadingTool = (element: Element): boolean =>
  /\bmw-editsection\b/.test(element.attribs.class ?? '') ||
  (element.name === 'a' &&
    (element.attribs.href?.includes('#') ?? false) &&
    (HEADING_SIGN.test(ownText(element)) ||
      ((element.attribs.href === '#' || element.attribs['aria-hidden'] === 'true') && isBehindHeading(element)) ||
      leadsToHeadingBefore(element)));

/** True for a link right behind a heading that leads to the heading itself. */
const leadsToHeadingBefore = ({ prev, attribs: { href } }: Element): boolean => {
  let before = prev;
  while (before !== null && isText(before) && before.data.trim() === '') before = before.prev;
  return before !== null && isTag(before) && /^h[1-6]$/.test(before.name) && href === `#${before.attribs.id}`;
};

/** True for an inline element of a heading with words before it. */
const isBehindHeading = (element: Element): boolean => {
  let node = element;
  while (node.parent !== null && isTag(node.parent) && INLINE.has(node.parent.name)) node = node.parent;
  if (node.parent === null || !isTag(node.parent) || !/^h[1-6]$/.test(node.parent.name)) return false;
  for (let before = node.prev; before !== null; before = before.prev)
    if (isTag(before) || (isText(before) && before.data.trim() !== '')) return true;
  return false;
};

const ownText = ({ children: [first, second] }: Element): string =>
  first !== undefined && second === undefined && isText(first) ? first.data.trim() : '';

/** Folds white space to single spaces, removes soft hyphens and zero-width characters, and normalises to NFC. */
export const fold = (text: string): string => {
  const visible = /[\u00AD\u200B\u2060\uFEFF]/.test(text) ? text.replace(/[\u00AD\u200B\u2060\uFEFF]/g, '') : text;
  const folded = visible.replace(/\s+/g, ' ').trim();
  return /[\u0300-\u{10FFFF}]/u.test(folded) ? folded.normalize('NFC') : folded;
};

/** Elements that do not start a block. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong ' +
    'sub sup time tt u var wbr img button ruby rb picture source'
  ).split(' '),
);
