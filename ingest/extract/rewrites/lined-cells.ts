import { type AnyNode, type Document, type Element, elementsNamed, INLINE, isTag, isText, textOf } from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Minimum lines of each cell that are rows of a table. */
const MIN_LINES = 2;
/** Maximum characters of a line that is a value. */
const MAX_VALUE = 30;

/**
 * Makes rows of a table's only row, whose cells hold a column each, its lines parted by `<br>`: "Monday<br>Tuesday" beside
 * "9-12<br>10-14". The columns have names, or one holds values. Two addresses side by side stay as they are.
 */
export const foldLinedCells = (document: Document): void => {
  for (const table of elementsNamed(document, 'table')) {
    const rows = rowsOf(table);
    const row = rows.at(-1);
    if (row === undefined || rows.length > 2) continue;
    const cells = cellsOf(row);
    const columns = cells.map(linesOf);
    const [first] = columns;
    if (cells.length < 2 || first === undefined || first.length < MIN_LINES) continue;
    if (columns.some((lines) => lines === undefined || lines.length !== first.length)) continue;
    const isNamed = rows.length === 2 && isHeader(rows[0]!, cells.length);
    if (!isNamed && (rows.length > 1 || !columns.slice(1).some((lines) => areValues(lines!)))) continue;
    replaceRow(
      row,
      first.map((_, line) =>
        elementOf(
          'tr',
          columns.map((lines) => elementOf('td', lines![line]!)),
        ),
      ),
    );
  }
};

/** The rows of a table, of which each part holds some. */
const rowsOf = (table: Element): Element[] =>
  table.children
    .filter(isTag)
    .flatMap((child) => (/^t(?:head|body|foot)$/.test(child.name) ? child.children.filter(isTag) : [child]))
    .filter(({ name }) => name === 'tr');

const cellsOf = (row: Element): Element[] => row.children.filter(isTag).filter(({ name }) => /^t[dh]$/.test(name));

/** The lines of a cell of nothing but inline elements; undefined for another cell, and for one that spans others. */
const linesOf = (cell: Element): AnyNode[][] | undefined => {
  if (cell.attribs.rowspan !== undefined || cell.attribs.colspan !== undefined) return undefined;
  const lines: AnyNode[][] = [[]];
  for (const child of cell.children) {
    if (isTag(child) && child.name === 'br') lines.push([]);
    else if (isText(child) || (isTag(child) && INLINE.has(child.name) && isOneLine(child))) lines.at(-1)!.push(child);
    else if (isTag(child)) return undefined;
  }
  return lineText(lines.at(-1)!) === '' ? lines.slice(0, -1) : lines;
};

/** True for an inline element of text, or of such elements. */
const isOneLine = ({ children }: Element): boolean =>
  children.every((child) => isText(child) || (isTag(child) && child.name !== 'br' && child.children.every(isText)));

const lineText = (line: readonly AnyNode[]): string =>
  line
    .map((node) => (isTag(node) ? textOf(node) : isText(node) ? node.data : ''))
    .join('')
    .trim();

const isHeader = (row: Element, width: number): boolean => {
  const cells = cellsOf(row);
  return cells.length === width && cells.every(({ name, children }) => name === 'th' && children.length > 0);
};

/** "9-12", "from 40 €", "closed": short lines, most of them with a number. */
const areValues = (lines: readonly AnyNode[][]): boolean => {
  const texts = lines.map(lineText);
  const numbers = texts.filter((text) => /\p{N}/u.test(text)).length;
  return numbers >= MIN_LINES && numbers * 2 > lines.length && texts.every(({ length }) => length <= MAX_VALUE);
};

const replaceRow = (row: Element, rows: readonly Element[]): void => {
  const { parent } = row;
  if (parent === null) return;
  const siblings = parent.children as readonly AnyNode[];
  setChildren(
    parent,
    siblings.flatMap((child): readonly AnyNode[] => (child === row ? rows : [child])),
  );
};
