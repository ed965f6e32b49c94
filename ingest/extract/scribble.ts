import { Text } from 'domhandler';
import { setChildren } from './children.ts';
import { type Document, type Element, elementsNamed, isTag, isText } from './dom.ts';

// Racket's Scribble lays out code with tables and quotations.

const classes = ({ attribs }: Element): string[] => (attribs.class ?? '').split(/\s+/);
const has = (element: Element, name: string): boolean => classes(element).includes(name);

/** A block of code: a table with a row for each line, which may hold such tables itself. */
const CODE = 'RktBlk';
/** A quotation that only indents a block of code. */
const INDENT = 'SCodeFlow';

/** Makes code of tables of code. */
export const foldScribble = (document: Document): void => {
  for (const table of elementsNamed(document, 'table'))
    if (has(table, CODE) && !isInside(table, CODE)) {
      const lines = linesOf(table).map((line) => line.replaceAll('\u00a0', ' ').trimEnd());
      table.name = 'pre';
      setChildren(table, [new Text(lines.join('\n'))]);
    }
  for (const quote of elementsNamed(document, 'blockquote')) if (has(quote, INDENT)) quote.name = 'div';
};

const isInside = (element: Element, name: string): boolean => {
  for (let { parent } = element; parent !== null; parent = parent.parent)
    if (isTag(parent) && has(parent, name)) return true;
  return false;
};

/** The rows of a table that hold no further table, as lines. */
const linesOf = (table: Element): string[] => {
  const rows = elementsNamed(table, 'tr').filter((row) => elementsNamed(row, 'tr').length === 0);
  return rows.map((row) => plain(row));
};

/** The text with its white space as it stands. */
const plain = ({ children }: Element): string =>
  children
    .map((child) => (isText(child) ? child.data.replaceAll('\n', ' ') : isTag(child) ? plain(child) : ''))
    .join('');
