import { Text } from 'domhandler';
import { closest, type Document, type Element, elementsNamed, INLINE, isTag, isText, textOf } from '../dom.ts';
import { setChildren } from './children.ts';

/** Class of an element with one line of a listing, from Doxygen and editors in pages. */
const LINE = /(?:^|\s)(?:line|code-?line|token-line|CodeMirror-line|view-line)(?:\s|$)/;
/** Class of a line's number, beside the line. */
const LINE_NUMBER = /(?:^|\s)(?:linenos?|line-?numbers?|lnum|lnt?)(?:\s|$)/i;
/** Class of text that a page shows only while the mouse is over an element. */
const TOOLTIP = /(?:^|\s)(?:ttc|annottext|tooltip-?text|method-click-advice|CToolTip)(?:\s|$)/i;

/** Class of a cell with the numbers of all lines, beside the cell with the lines. */
const NUMBER_COLUMN = /(?:^|\s)(?:listing_lines|linenos?|line-?numbers?|gutter|blob-num)(?:\s|$)/i;

const classOf = ({ attribs }: Element): string => attribs.class ?? '';

/** True for a menu of Bootstrap's inside code, which opens when its name is clicked. */
const isMenuInCode = (element: Element): boolean =>
  /(?:^|\s)dropdown-menu(?:\s|$)/.test(classOf(element)) &&
  closest(element, ({ name }) => name === 'pre') !== undefined;

/** True for text that is hidden until the mouse is over an element, such as the types of names in Haddock's sources. */
export const isTooltip = (element: Element): boolean =>
  isMenuInCode(element) || element.attribs.role === 'tooltip' || TOOLTIP.test(classOf(element));

/** True for a line's number. Only inside code, because prose may have the same class. */
export const isLineNumber = (element: Element): boolean =>
  element.name === 'a' ? isNumberedPlace(element) : element.name === 'span' && LINE_NUMBER.test(classOf(element));

/** The id of the element that follows, or of the list item it begins with. */
const placeBelow = ({ next }: Element): string | undefined => {
  let node = next;
  while (node !== null && !isTag(node)) node = node.next;
  if (node === null || node.attribs.id !== undefined) return node?.attribs.id;
  return node.children.find(isTag)?.attribs.id;
};

/** True for the number of a paragraph beside it, alone with the place of the same number that links lead to: "18.1/2". */
export const isParagraphNumber = (element: Element): boolean => {
  // Asked of every element of a page, so the name comes first.
  if (element.name !== 'div' && element.name !== 'p' && element.name !== 'label') return false;
  const inner = element.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
  const [place, more] = inner;
  if (place === undefined || more !== undefined || !isTag(place)) return false;
  const text = textOf(place, MAX_NUMBER_CHARS);
  const { name = place.attribs.id, href } = place.attribs;
  if (href !== undefined) return /^\d+$/.test(text) && href === `#${text}` && placeBelow(element) === text;
  const number = name?.replace(/^\D+/, '') ?? '';
  return place.name === 'a' && /^\d[\d./]*$/.test(text) && number !== '' && text.startsWith(number);
};

/** True for a number that leads to itself, as Maven's listings of sources have one before each line. */
const isNumberedPlace = (link: Element): boolean => {
  const number = textOf(link, MAX_NUMBER_CHARS).trim();
  const { name = link.attribs.id, href } = link.attribs;
  return /^\d+$/.test(number) && name !== undefined && href === `#${name}` && name.replace(/^\D*/, '') === number;
};

/**
 * Converts listings with an element per line to `pre`, so that they are read as code. Otherwise each line would be a paragraph.
 */
export const foldListings = (document: Document): void => {
  for (const table of elementsNamed(document, 'table')) foldPretty(table);
  for (const code of elementsNamed(document, 'code')) {
    if (isBrokenCode(code)) breakLines(code);
    else if (holdsLists(code)) listLines(code);
  }
  const holders = new Set<Element>();
  for (const line of elementsNamed(document, 'div'))
    if (LINE.test(classOf(line)) && line.parent !== null && isTag(line.parent)) holders.add(line.parent);
  for (const holder of holders) if (isListing(holder)) toPre(holder);
  for (const quote of elementsNamed(document, 'blockquote')) if (indentsCode(quote)) quote.name = 'div';
  for (const pre of elementsNamed(document, 'pre')) {
    if (!holdsBlocks(pre)) joinLines(pre);
    dropLanguage(pre);
  }
};

/** Makes lines of the divisions that hold a line of code each, whatever their class is: a division within would end the code. */
const joinLines = ({ children }: Element): void => {
  for (const child of children) {
    if (!isTag(child)) continue;
    if (child.name !== 'div') joinLines(child);
    else if (!isTooltip(child)) {
      if (!plainText(child).endsWith('\n')) endLine(child);
      toSpans(child);
    }
  }
};

const toSpans = (element: Element): void => {
  if (element.name === 'div') element.name = 'span';
  for (const child of element.children) if (isTag(child)) toSpans(child);
};

/** Class that names the language of a listing. */
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight(?:-source)?)-([\w+#.-]+)/gi;

/** Empties the label above a listing that names its language, as the class of the listing or of what holds both does. */
const dropLanguage = (pre: Element): void => {
  const { parent } = pre;
  if (parent === null || !isTag(parent)) return;
  let before = pre.prev;
  while (before !== null && !isTag(before)) before = before.prev;
  if (before === null) return;
  const label = textOf(before, MAX_LANGUAGE_CHARS).trim().toLowerCase();
  if (label === '' || label.length >= MAX_LANGUAGE_CHARS) return;
  const classes = [parent, pre, ...pre.children.filter(isTag)].map(classOf).join(' ');
  if ([...classes.matchAll(LANGUAGE)].some(([, name]) => name?.toLowerCase() === label)) setChildren(before, []);
};

const MAX_LANGUAGE_CHARS = 24;

/** True for a quotation that only sets code in. */
const indentsCode = ({ children }: Element): boolean =>
  children.some(isTag) &&
  children.every((child) => (isTag(child) ? child.name === 'pre' : !isText(child) || child.data.trim() === ''));

/** Class of code that a script colours, also where a table holds it (Natural Docs). */
const PRETTY = /(?:^|\s)prettyprint(?:\s|$)/;

/** Makes code of a table that holds nothing but a cell of code. */
const foldPretty = (table: Element): void => {
  const row = onlyChild(onlyChild(table));
  const cell = onlyChild(row?.name === 'tr' ? row : onlyChild(table));
  if (cell?.name !== 'td' || !PRETTY.test(classOf(cell))) return;
  for (const end of elementsNamed(cell, 'br')) setChildren(end, [new Text('\n')]);
  table.name = 'pre';
  setChildren(table, [new Text(plainText(cell).replaceAll('\u00a0', ' '))]);
};

const onlyChild = (element: Element | undefined): Element | undefined => {
  const inside = element?.children.filter(isTag) ?? [];
  return inside.length === 1 ? inside[0] : undefined;
};

const plainText = ({ children }: Element): string =>
  children.map((child) => (isText(child) ? child.data : isTag(child) ? plainText(child) : '')).join('');

/** True for a cell with the line numbers of the listing beside it, by its class or because they count. */
export const isNumberColumn = (element: Element): boolean =>
  element.name === 'td' &&
  /^[\d\s]*$/.test(textOf(element, MAX_NUMBER_CHARS)) &&
  (NUMBER_COLUMN.test(classOf(element)) || (holdsListing(nextCell(element)) && counts(textOf(element))));

/** The prompt beside a notebook's cell: "[36]:", "In [4]:". */
const PROMPT = /^(?:In|Out)?\s*\[[\d\s*]*\]:?$/;

/** True for the prompt beside a cell of a notebook, by its class. */
export const isCellPrompt = (element: Element): boolean =>
  (element.name === 'div' || element.name === 'td') &&
  /prompt/i.test(classOf(element)) &&
  PROMPT.test(textOf(element, MAX_NUMBER_CHARS).trim());

/** Characters of a cell that are read to see whether it holds numbers only. */
const MAX_NUMBER_CHARS = 20;

const nextCell = ({ next }: Element): Element | undefined => {
  let node = next;
  while (node !== null && !isTag(node)) node = node.next;
  return node?.name === 'td' ? node : undefined;
};

const holdsListing = (cell: Element | undefined): boolean => {
  const inside = cell?.children.filter(isTag) ?? [];
  return inside.length > 0 && inside.every(({ name }) => name === 'pre');
};

/** True for consecutive numbers: "7 8 9". */
const counts = (text: string): boolean => {
  const numbers = text.split(' ').map(Number);
  return text !== '' && numbers.every((number, i) => number === (numbers[0] ?? 0) + i);
};

/** What no line of code holds: a page may call its columns lines, too. */
const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre'.split(' '));
const holdsBlocks = ({ children }: Element): boolean =>
  children.some((child) => isTag(child) && (BLOCKS.has(child.name) || holdsBlocks(child)));

/** True for lines of code with nothing beside them but white space and tooltips. */
const isListing = ({ name, children }: Element): boolean => {
  let lines = 0;
  for (const child of children) {
    if (isTag(child)) {
      if (child.name === 'div' && LINE.test(classOf(child)) && !holdsBlocks(child)) lines++;
      else if (!isTooltip(child)) return false;
    } else if (isText(child) && child.data.trim() !== '') return false;
  }
  return /^(?:div|code)$/.test(name) && lines >= 1;
};

/** Minimum `<br>` in a listing. Code inside a sentence has none. */
const MIN_BREAKS = 2;

const isBrokenCode = ({ children, parent }: Element): boolean =>
  parent !== null &&
  !(isTag(parent) && parent.name === 'pre') &&
  children.filter((child) => isTag(child) && child.name === 'br').length >= MIN_BREAKS &&
  children.every((child) => !isTag(child) || INLINE.has(child.name) || child.name === 'br');

const breakLines = (code: Element): void => {
  code.name = 'pre';
  setChildren(
    code,
    code.children.flatMap((child) => {
      if (isTag(child) && child.name === 'br') return [new Text('\n')];
      // Line breaks of the HTML source are white space. Only `<br>` ends a line.
      if (isText(child)) {
        const line = child.data.replaceAll('\n', ' ').replaceAll('\u00a0', ' ');
        const { prev } = child;
        // Removes the space from a line break of the source after a `<br>`.
        child.data = prev !== null && isTag(prev) && prev.name === 'br' ? line.replace(/^ /, '') : line;
      }
      return [child];
    }),
  );
};

/** True for code of nothing but lists, which have a line of it an item. */
const holdsLists = ({ children }: Element): boolean =>
  children.some(isTag) &&
  children.every((child) => (isTag(child) ? /^[uo]l$/.test(child.name) : !isText(child) || child.data.trim() === ''));

const listLines = (code: Element): void => {
  const lines = elementsNamed(code, 'li').map((line) => plainText(line).replaceAll('\u00a0', ' ').trimEnd());
  code.name = 'pre';
  setChildren(code, [new Text(lines.join('\n').trim())]);
};

const toPre = (holder: Element): void => {
  holder.name = 'pre';
  for (const child of holder.children) {
    if (isText(child)) child.data = '';
    else if (isTag(child) && !isTooltip(child)) {
      child.name = 'span';
      endLine(child);
    }
  }
};

const endLine = (line: Element): void => {
  const end = new Text('\n');
  const last = line.children.at(-1);
  end.parent = line;
  end.prev = last ?? null;
  if (last !== undefined) last.next = end;
  line.children.push(end);
};
