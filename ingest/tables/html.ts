import type { PassageLink } from '../../core/document.ts';
import { columnTypes } from '../../core/tables/columns.ts';
import { tableMarkdown } from '../../core/tables/markdown.ts';
import { type Document, type Element, elementsNamed, fold, INLINE, isTag, textOf, walk } from '../extract/dom.ts';
import type { TableDraft } from '../extract/page.ts';
import { longest, normalTable } from './normal.ts';

/** A cell of the grid. A cell that spans several positions is in each of them. */
interface GridCell {
  element: Element;
  text: string;
  /** With its links, for Markdown. */
  markdown: string;
  header: boolean;
}

/** Limits of a table. Larger ones are broken pages. */
const MAX_COLUMNS = 200;
const MAX_CELLS = 200_000;
/** Maximum tables around a data table. More deeply nested ones are layout. */
const MAX_NESTED = 4;

/** A table read from HTML, before its position in the page's Markdown is known. */
export type HtmlTable = Omit<TableDraft, 'headings' | 'start' | 'end'>;

/** The data tables of a page by their elements in the original DOM, without layout tables and calendars. */
export const htmlTables = (
  document: Document,
  resolve: (href: string) => string | undefined = (href) => href,
): Map<Element, HtmlTable> => {
  const tables = new Map<Element, HtmlTable>();
  for (const element of elementsNamed(document, 'table')) {
    if (!mayHoldData(element)) continue;
    const table = readTable(element, resolve);
    if (table !== undefined) tables.set(element, table);
  }
  return tables;
};

/** False for a layout table by its declaration or by content that data never has. The grid decides other cases. */
const mayHoldData = (table: Element): boolean => {
  if (/presentation|none/.test(table.attribs.role ?? '')) return false;
  if (
    /\b(?:calendar|datepicker|highlight\w*|blob|gist|diff|navbox|toolbar|layout)/i.test(
      `${table.attribs.class ?? ''} ${table.attribs.id ?? ''}`,
    )
  )
    return false;
  let node = table.parent;
  let around = 0;
  for (let up = 0; up < 100 && node !== null && isTag(node); up++, node = node.parent)
    if (/^(?:nav|footer)$/.test(node.name) || (node.name === 'table' && ++around > MAX_NESTED)) return false;
  return true;
};

const readTable = (element: Element, resolve: (href: string) => string | undefined): HtmlTable | undefined => {
  const { rows, caption, headRows, nested, blocks } = collectRows(element);
  if (nested > 0 && !hasOwnHeaders(rows) && !hasHeaderRow(rows)) return undefined;
  const grid = withoutSpanned(layOut(rows, resolve));
  const width = longest(grid);
  if (width < 2 || grid.length < 1) return undefined;
  const declared = caption !== '' || headRows > 0 || grid.some((row) => row.some((cell) => cell?.header));
  if (!declared && !looksLikeData(grid, width, blocks)) return undefined;
  if (declared && grid.flat().some((cell) => cell !== undefined && cell.text.length > 3000)) return undefined;
  const header = headerRows(grid, headRows);
  const normal = normalTable({
    caption,
    header: grid.slice(0, header).map((row) => Array.from({ length: width }, (_, i) => row[i]?.text ?? '')),
    rows: grid.slice(header).map((row) => {
      const [first] = row;
      const across = first !== undefined && width > 1 && row.length === width && row.every((cell) => cell === first);
      // Without a header row, only a th across all columns is a group heading. A td is a single cell, such as an infobox's picture.
      const divides = across && (header > 0 || first.header);
      const said = (i: number) => (across && !divides && i > 0 ? undefined : row[i]);
      return {
        cells: Array.from({ length: width }, (_, i) => ({
          text: said(i)?.text ?? '',
          markdown: said(i)?.markdown ?? '',
        })),
        spansAll: divides,
      };
    }),
  });
  if (normal === undefined) return undefined;
  const links = cellLinks(
    rows.flatMap((row) => row.cells),
    resolve,
  );
  return {
    caption: normal.caption || labelOf(element),
    columns: normal.columns,
    rows: normal.rows,
    types: columnTypes(normal.rows, normal.columns.length, normal.columns),
    markdown: tableMarkdown({ columns: normal.columns, rows: normal.markdownRows }),
    links,
  };
};

/** A picture's text that is only its file's name. */
const PICTURE_FILE = /^\S*\.(?:png|gif|jpe?g|svg|webp|bmp|ico)$/i;

interface Row {
  cells: Element[];
}

const collectRows = (table: Element) => {
  const rows: Row[] = [];
  const foot: Row[] = [];
  let caption = '';
  let headRows = 0;
  let nested = 0;
  let blocks = 0;
  let section = '';
  walk(table, {
    enter(element) {
      switch (element.name) {
        case 'table':
          nested++;
          return false;
        case 'caption':
          caption ||= textOf(element);
          return false;
        case 'thead':
        case 'tbody':
        case 'tfoot':
          section = element.name;
          return true;
        case 'tr': {
          const row = {
            cells: element.children.filter((child): child is Element => isTag(child) && /^t[dh]$/.test(child.name)),
          };
          if (row.cells.length === 0) return true;
          // A thead after the body's first row is a mistake, and is read as body.
          if (section === 'thead' && rows.length === headRows) headRows++;
          (section === 'tfoot' ? foot : rows).push(row);
          return true;
        }
        case 'p':
        case 'h2':
        case 'h3':
        case 'form':
        case 'pre':
          blocks++;
          return true;
      }
      return true;
    },
    leave(element) {
      if (element.name === section) section = '';
    },
  });
  if (caption === '') {
    const figure =
      table.parent !== null && isTag(table.parent) && table.parent.name === 'figure' ? table.parent : undefined;
    const words = figure?.children.find((child): child is Element => isTag(child) && child.name === 'figcaption');
    if (words !== undefined) caption = textOf(words);
  }
  return { rows: [...rows, ...foot], caption, headRows, nested, blocks };
};

/** True for a header row with a name for each column, over rows of as many cells. It is data, even if cells contain tables. */
const hasHeaderRow = ([first, ...others]: readonly Row[]): boolean =>
  first !== undefined &&
  first.cells.length > 1 &&
  first.cells.every((cell) => cell.name === 'th' && textOf(cell) !== '') &&
  others.length > 0 &&
  others.every(({ cells }) => cells.length === first.cells.length);

/** Maximum characters of a row's label. */
const MAX_LABEL = 100;

/** For a table inside a row of a layout table: the label of that row. */
const labelOf = (table: Element): string => {
  const cell = table.parent;
  if (cell === null || !isTag(cell) || cell.name !== 'td' || textOf(cell) !== textOf(table)) return '';
  const row = cell.parent;
  const [label] =
    row === null ? [] : row.children.filter((one): one is Element => isTag(one) && /^t[dh]$/.test(one.name));
  const words = label === undefined || label === cell ? '' : textOf(label);
  return words.length <= MAX_LABEL && elementsNamed(label ?? cell, 'table').length === 0 ? words : '';
};

const hasOwnHeaders = (rows: readonly Row[]): boolean =>
  rows.filter((row) => row.cells.some((cell) => cell.name === 'th')).length > rows.length / 2;

/** Lays out cells by their spans. Spans that exceed the table or overlap are cut as in browsers. */
const layOut = (rows: readonly Row[], resolve: (href: string) => string | undefined): (GridCell | undefined)[][] => {
  const grid: (GridCell | undefined)[][] = rows.map(() => []);
  let cells = 0;
  for (const [rowIndex, row] of rows.entries()) {
    let column = 0;
    for (const element of row.cells) {
      while (grid[rowIndex]![column] !== undefined) column++;
      const columnSpan = Math.max(
        1,
        Math.min(Number.parseInt(element.attribs.colspan ?? '1', 10) || 1, MAX_COLUMNS - column),
      );
      const given = Number.parseInt(element.attribs.rowspan ?? '1', 10);
      const rowSpan = Math.min(given === 0 ? rows.length : Math.max(1, given || 1), rows.length - rowIndex);
      cells += columnSpan * rowSpan;
      if (column >= MAX_COLUMNS || cells > MAX_CELLS) return grid;
      const { text, markdown } = cellText(element, resolve);
      const cell = { element, text, markdown, header: element.name === 'th' };
      for (let r = rowIndex; r < rowIndex + rowSpan; r++)
        for (let c = column; c < column + columnSpan; c++) grid[r]![c] ??= cell;
      column += columnSpan;
    }
  }
  return grid;
};

/** Leaves out columns in which no cell begins: every row's cell spans from the column before. They would repeat it. */
const withoutSpanned = (grid: readonly (GridCell | undefined)[][]): (GridCell | undefined)[][] => {
  const begins = new Set<number>();
  for (const row of grid)
    for (const [column, cell] of row.entries())
      if (column === 0 || (cell !== undefined && cell !== row[column - 1])) begins.add(column);
  return grid.map((row) => row.filter((_, column) => begins.has(column)));
};

/** Writes a table inside a cell on one line: each value with its column's name, and semicolons between rows. */
const nestedText = (table: Element): string => {
  const { rows } = collectRows(table);
  const named = hasHeaderRow(rows);
  const names = named ? (rows[0]?.cells.map((cell) => textOf(cell)) ?? []) : [];
  return rows
    .slice(named ? 1 : 0)
    .map(({ cells }) =>
      cells
        .map((cell, i) => (names[i] ? `${names[i]}: ${textOf(cell)}` : textOf(cell)))
        .filter((words) => words !== '')
        .join(', '),
    )
    .filter((line) => line !== '')
    .join('; ');
};

/** The text of a cell without footnote marks, and with nested tables on one line. */
const cellText = (cell: Element, resolve: (href: string) => string | undefined): { text: string; markdown: string } => {
  let text = '';
  let markdown = '';
  const open: { href: string; at: number }[] = [];
  const space = () => {
    text += ' ';
    markdown += ' ';
  };
  walk(cell, {
    text(data) {
      text += data;
      markdown += data;
    },
    enter(element) {
      const { name, attribs } = element;
      if (/^(?:script|style|noscript|svg|template)$/.test(name) || isFootnoteMark(element)) return false;
      if (/display:\s*none/i.test(attribs.style ?? '')) return false;
      if (name === 'table') {
        const line = ` ${nestedText(element)} `;
        text += line;
        markdown += line;
        return false;
      }
      if (name === 'br' || !INLINE.has(name)) space();
      if (name === 'img' && attribs.alt && !PICTURE_FILE.test(attribs.alt) && textOf(cell) === '') text += attribs.alt;
      if (name === 'a') open.push({ href: (attribs.href && resolve(attribs.href)) || '', at: markdown.length });
    },
    leave(element) {
      if (element.name === 'a') {
        const { href, at } = open.pop() ?? { href: '', at: 0 };
        const words = fold(markdown.slice(at));
        if (href !== '' && words !== '' && !words.includes(']('))
          markdown = `${markdown.slice(0, at)}[${words}](${href})`;
      } else if (!INLINE.has(element.name)) space();
    },
  });
  return { text: fold(text), markdown: fold(markdown) || fold(text) };
};

const isFootnoteMark = (element: Element): boolean => {
  if (element.name !== 'sup') return false;
  const words = textOf(element);
  return /^\[?[\w*†‡]{1,4}\]?$/.test(words) && elementsNamed(element, 'a').some((a) => a.attribs.href?.includes('#'));
};

/** Number of leading header rows: those in thead and rows of only th after them; without these, 1 if the first row looks like one. */
const headerRows = (grid: readonly (GridCell | undefined)[][], headRows: number): number => {
  let rows = headRows;
  while (rows < grid.length - 1) {
    const filled = (grid[rows] ?? []).filter((cell) => cell !== undefined && cell.text !== '');
    if (filled.length === 0 || !filled.every((cell) => cell?.header)) break;
    rows++;
  }
  if (rows > 0) return rows >= grid.length ? (grid.length > 1 ? 1 : 0) : rows;
  return grid.length > 1 && isHeaderByLook(grid) ? 1 : 0;
};

/** True for a first row of td that is bold, has a class for headers, has words above a column of numbers, or three or more words. */
const isHeaderByLook = (grid: readonly (GridCell | undefined)[][]): boolean => {
  const [row = []] = grid;
  const first = row.filter((cell) => cell !== undefined).filter(({ text }) => text !== '' && text.length <= 60);
  const [corner] = first;
  if (!corner || first.length < row.length) return false;
  if (new Set(first.map((cell) => cell.text)).size < first.length) return false;
  if (grid.slice(1, 4).some((row) => row.some((cell) => cell?.header))) return false;
  // A name of a column is not one of its values.
  if (row.some((cell, column) => grid.slice(1).some((below) => below[column]?.text === cell?.text))) return false;
  const { parent } = corner.element;
  const named = parent !== null && isTag(parent) ? (parent.attribs.class ?? '') : '';
  if (/head/i.test(named) || first.every((cell) => isBold(cell.element))) return true;
  const words = first.map((cell) => !/\d/.test(cell.text));
  const numeric = first.map((_, column) =>
    grid.slice(1).every((row) => /^[^\p{L}]*\d|^$/u.test(row[column]?.text ?? '')),
  );
  if (words.some((word, column) => word && numeric[column]) && words.every(Boolean)) return true;
  return first.length >= 3 && grid.length >= 3 && words.every(Boolean);
};

const isBold = (cell: Element): boolean => {
  const bold = elementsNamed(cell, 'b', 'strong').map(textOf).join('');
  return bold !== '' && bold.length >= textOf(cell).length * 0.9;
};

/** For tables without a declaration: true for a regular grid of short cells, false for a page layout in columns. */
const looksLikeData = (grid: readonly (GridCell | undefined)[][], width: number, blocks: number): boolean => {
  if (grid.length < 2) return false;
  const cells = [...new Set(grid.flat().filter((cell) => cell !== undefined))];
  const filled = cells.filter((cell) => cell.text !== '');
  if (filled.length < 4 || filled.length < cells.length * 0.5 || filled.length > grid.length * width) return false;
  if (blocks > filled.length * 1.2) return false;
  const lengths = filled.map((cell) => cell.text.length).sort((a, b) => a - b);
  if (lengths.at(-1)! > 400 || lengths[lengths.length >> 1]! > 80) return false;
  const even = grid.filter((row) => row.filter((cell) => cell !== undefined).length === width).length;
  return even >= grid.length * 0.8;
};

const cellLinks = (cells: readonly Element[], resolve: (href: string) => string | undefined): PassageLink[] => {
  const links = new Map<string, string>();
  for (const anchor of cells.flatMap((cell) => elementsNamed(cell, 'a'))) {
    const given = anchor.attribs.href;
    const href = given === undefined || given.startsWith('#') ? undefined : resolve(given);
    const text = textOf(anchor);
    if (href !== undefined && text !== '') links.set(href, text);
  }
  return [...links].map(([href, text]) => ({ href, text }));
};
