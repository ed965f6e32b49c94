import { Text } from 'domhandler';
import {
  type AnyNode,
  type Document,
  type Element,
  elementsNamed,
  INLINE,
  isTag,
  isText,
  textOf,
  walk,
} from '../dom.ts';
import { setChildren } from './children.ts';

// What generators print above the first heading of every page: where the page is, and its name with the manual's.

/** Maximum characters of such a line. */
const MAX_CHARS = 200;
/** Signs between the steps of a path, and between a page's name and its manual's. */
const STEP = /\s*(?:::|->|>+|[»›→⇒/\\])\s*/;
const DASH = /\s+[-–—|·:»]\s+/;
const ENDS_IN_DASH = /[\p{L}\p{N}]\S*\s[-–—|·:»]\s$/u;
const ONLY_DASH = /^\s+[-–—|·:»]\s+$/;

/** Empties the path and the running title above a page's first heading, wherever they stand: in a paragraph or in a cell. */
export const dropRunningTitles = (document: Document): void => {
  const { lines, heading, title } = aboveHeading(document);
  if (heading === undefined) return;
  for (const line of lines) if (isPath(line) || isRunningTitle(textOf(line), heading, title)) setChildren(line, []);
};

/**
 * Empties what a printed manual page has at its head and foot: a first row of three cells above the first heading, the outer two of
 * which say the same, and the single row at the end of a page that begins so.
 */
export const dropManualPageEdges = (document: Document): void => {
  const [head, ...others] = elementsNamed(document, 'table');
  if (head === undefined || aboveHeading(document).tables[0] !== head || !isHeadRow(cellsOf(head))) return;
  setChildren(head, []);
  const foot = others.at(-1);
  if (foot !== undefined && elementsNamed(foot, 'tr').length === 1 && isLast(foot)) setChildren(foot, []);
};

const cellsOf = (table: Element): string[] =>
  elementsNamed(table, 'td', 'th').map((cell) => textOf(cell, MAX_CHARS).trim());

/** "LID(1) | Box Manual | LID(1)". */
const isHeadRow = ([first, middle, last, ...more]: string[]): boolean =>
  first !== undefined && middle !== undefined && more.length === 0 && first === last && MANUAL_PAGE.test(first);
const MANUAL_PAGE = /^\S+\s?\(\d\w*\)$/;

/** True for an element with no words behind it. */
const isLast = (element: Element): boolean => {
  for (let node: AnyNode | null = element; node !== null && isTag(node) && node.name !== 'body'; node = node.parent)
    for (let next = node.next; next !== null; next = next.next)
      if (isText(next) ? next.data.trim() !== '' : isTag(next) && textOf(next, 1) !== '') return false;
  return true;
};

/**
 * Makes the page's name a heading of the first level on pages of Doxygen, which has it in a division. Where a site has a header
 * of its own, every page declares the same title, and nothing else names the page: then the name is the title too.
 */
export const liftTitle = (document: Document): void => {
  const [holder] = elementsNamed(document, 'div').filter(({ attribs }) => attribs.class === 'headertitle');
  const own = holder?.children.filter(isTag).find(({ attribs }) => attribs.class === 'title');
  if (own === undefined || elementsNamed(document, 'h1').length > 0) return;
  own.name = 'h1';
  const [declared] = elementsNamed(document, 'title');
  const name = textOf(own, MAX_CHARS);
  if (declared !== undefined && !textOf(declared).includes(name)) setChildren(declared, [new Text(name)]);
};

/** Empties a page's first heading where the next one says the same and is of a higher level: the site's frame repeats the page's title. */
export const dropRepeatedHeading = (document: Document): void => {
  const found: Element[] = [];
  walk(document, {
    enter(element) {
      if (found.length === 2) return false;
      if (!/^h[1-6]$/.test(element.name) || textOf(element, MAX_CHARS) === '') return true;
      found.push(element);
      return false;
    },
  });
  const [first, second] = found;
  if (first === undefined || second === undefined || first.name <= second.name) return;
  if (textOf(first, MAX_CHARS) === textOf(second, MAX_CHARS)) setChildren(first, []);
};

/** Maximum headings of the first level among which the page's own is looked for. */
const MAX_HEADINGS = 5;

/**
 * Empties a first heading that names the manual: the declared title has it behind the page's own name, "Lids - Box Manual", and
 * that name, or the only other one, is a later heading of the first two levels.
 * @returns the manual's name
 */
export const dropManualHeading = (document: Document): string | undefined => {
  const [declared] = elementsNamed(document, 'title');
  const [manual, ...others] = elementsNamed(document, 'h1').slice(0, MAX_HEADINGS);
  if (declared === undefined || manual === undefined) return undefined;
  const title = textOf(declared, MAX_CHARS);
  const name = textOf(manual, MAX_CHARS);
  if (name === '' || !title.endsWith(name)) return undefined;
  const before = title.slice(0, -name.length);
  const isOwn = (text: string) => text !== '' && before.startsWith(text) && ONLY_DASH.test(before.slice(text.length));
  const isBehindName = others.length === 1 && ENDS_IN_DASH.test(before);
  const below = elementsNamed(document, 'h2').slice(0, MAX_HEADINGS);
  if (!isBehindName && ![...others, ...below].some((heading) => isOwn(textOf(heading, MAX_CHARS)))) return undefined;
  setChildren(manual, []);
  return name;
};

/** The innermost blocks and the tables above the first heading, which has words, and the page's declared title. */
const aboveHeading = (document: Document): { lines: Element[]; tables: Element[]; heading?: string; title: string } => {
  const lines: Element[] = [];
  const tables: Element[] = [];
  let heading: string | undefined;
  let title = '';
  walk(document, {
    enter(element) {
      if (heading !== undefined) return false;
      const { name } = element;
      if (name === 'table') tables.push(element);
      if (name === 'title') title = textOf(element, MAX_CHARS);
      if (/^(?:head|script|style|nav)$/.test(name)) return name === 'head';
      if (/^h[1-6]$/.test(name)) heading = textOf(element, MAX_CHARS) || undefined;
      else if (/^(?:p|div|td|center)$/.test(name) && isLine(element)) lines.push(element);
      return true;
    },
  });
  return { lines, tables, heading, title };
};

/** True for a block of nothing but text and inline elements. */
const isLine = (element: Element): boolean => {
  const holdsInline = ({ children }: Element): boolean =>
    children.every((child) => !isTag(child) || (INLINE.has(child.name) && child.name !== 'br' && holdsInline(child)));
  return holdsInline(element) && textOf(element, MAX_CHARS).length <= MAX_CHARS;
};

/** "Package boxes :: Module lids :: Class Hinge": links with signs between them, and at the end the page itself. */
const isPath = (line: Element): boolean => {
  const steps: { text: string; isLink: boolean }[] = [{ text: '', isLink: false }];
  const read = (node: AnyNode): void => {
    if (isTag(node) && node.name === 'a' && node.attribs.href !== undefined) {
      const step = steps.at(-1)!;
      step.isLink = step.text.trim() === '';
      step.text += textOf(node);
    } else if (isTag(node)) node.children.forEach(read);
    else if (isText(node)) {
      const [first = '', ...more] = node.data.split(STEP);
      steps.at(-1)!.text += first;
      for (const text of more) steps.push({ text, isLink: false });
    }
  };
  line.children.forEach(read);
  const said = steps.filter(({ text }) => text.trim() !== '');
  const own = said.at(-1);
  return said.length > 1 && said.slice(0, -1).every(({ isLink }) => isLink) && !/[.!?]$/.test(own?.text.trim() ?? '.');
};

/** "Boxes.Lid – Reference Manual": the name of the page as its heading or its declared title begins, and another behind a dash. */
const isRunningTitle = (line: string, heading: string, title: string): boolean => {
  const [name, ...more] = line.split(DASH);
  if (name === undefined || more.length === 0 || /[.!?]$/.test(line)) return false;
  return name === heading || (DASH.test(title) && name === title.split(DASH)[0]);
};
