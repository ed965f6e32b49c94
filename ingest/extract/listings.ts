import { Text } from 'domhandler';
import { setChildren } from './children.ts';
import { type Document, type Element, elementsNamed, INLINE, isTag, isText, textOf } from './dom.ts';

/** Class of an element that is one line of a listing, as Doxygen and editors in pages write it. */
const LINE = /(?:^|\s)(?:line|code-?line|token-line|CodeMirror-line|view-line)(?:\s|$)/;
/** Class of a line's number, beside the line. */
const LINE_NUMBER = /(?:^|\s)(?:linenos?|line-?numbers?|lnum|lnt?)(?:\s|$)/i;
/** Words that a page shows only while the mouse is over a part. */
const TOOLTIP = /(?:^|\s)(?:ttc|annottext|tooltip-?text|method-click-advice)(?:\s|$)/i;

/** Class of a cell with the numbers of all lines, beside the cell with the lines. */
const NUMBER_COLUMN = /(?:^|\s)(?:listing_lines|linenos?|line-?numbers?|gutter|blob-num)(?:\s|$)/i;

const classOf = ({ attribs }: Element): string => attribs.class ?? '';

/** Text that is hidden until the mouse points at something, such as the type of each name in Haddock's sources. */
export const isTooltip = (element: Element): boolean =>
  element.attribs.role === 'tooltip' || TOOLTIP.test(classOf(element));

/** The number of a line beside it; inside of code alone, as prose may have the same class. */
export const isLineNumber = (element: Element): boolean =>
  element.name === 'span' && LINE_NUMBER.test(classOf(element));

/**
 * Makes listings that are written as an element a line into `pre`, so that they are read as the code that they are: blocks of
 * their lines would be as many paragraphs.
 */
export const foldListings = (document: Document): void => {
  for (const code of elementsNamed(document, 'code')) if (isBrokenCode(code)) breakLines(code);
  const holders = new Set<Element>();
  for (const line of elementsNamed(document, 'div'))
    if (LINE.test(classOf(line)) && line.parent !== null && isTag(line.parent)) holders.add(line.parent);
  for (const holder of holders) if (isListing(holder)) toPre(holder);
};

/** A cell that numbers the lines of the listing beside it. */
export const isNumberColumn = (element: Element): boolean =>
  element.name === 'td' && NUMBER_COLUMN.test(classOf(element)) && /^[\d\s]*$/.test(textOf(element));

/** Lines alone, two or more, beside nothing but white space and tooltips. */
const isListing = ({ name, children }: Element): boolean => {
  let lines = 0;
  for (const child of children) {
    if (isTag(child)) {
      if (child.name === 'div' && LINE.test(classOf(child))) lines++;
      else if (!isTooltip(child)) return false;
    } else if (isText(child) && child.data.trim() !== '') return false;
  }
  return /^(?:div|code)$/.test(name) && lines >= 1;
};

/** Lines of code with a break between two: a word of code in a sentence has none. */
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
      // A line's end in the source is white space; the break is what ends a line.
      if (isText(child)) {
        const line = child.data.replaceAll('\n', ' ').replaceAll('\u00a0', ' ');
        const { prev } = child;
        // The line's end in the source, behind its break.
        child.data = prev !== null && isTag(prev) && prev.name === 'br' ? line.replace(/^ /, '') : line;
      }
      return [child];
    }),
  );
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
