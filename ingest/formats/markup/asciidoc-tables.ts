import { markdownTable } from '../../extract/write-markdown.ts';
import { headerHeight } from '../../tables/grid.ts';
import { cellText } from '../cell-text.ts';
import { csvRows } from '../text/csv.ts';

/** The line above and below a table; its first sign divides the cells. */
export const TABLE_BORDER = /^[|!,:]===+$/;

/** A cell's start: what it spans or repeats, how it is set, and the sign. */
const CELL = /(?:(?<=^|\s)(?:(\d*)(?:\.(\d+))?([+*]))?[<^>]?(?:\.[<^>])?([aehlmsdv])?)?(?<!\\)([|!])/g;

/** More columns or rows than this are taken for a slip of the pen. */
const MAX_SPAN = 100;

interface Cell {
  text: string;
  columns: number;
  rows: number;
}

/**
 * Converts a table of AsciiDoc to lines of Markdown. Each cell of a span gets its text.
 *
 * @param border the line above it
 * @param attributes the line `[…]` above that; empty if there is none
 */
export const asciidocTable = (
  border: string,
  lines: readonly string[],
  attributes: string,
  inline: (text: string) => string,
): string[] => {
  const stated = statedColumns(attributes);
  const rows = isPlainCells(border, attributes)
    ? fillGrid(cellsOf(lines, border.charAt(0)), stated ?? firstRowWidth(lines, border.charAt(0)))
    : separated(border, lines, attributes);
  if (rows.length === 0) return [];
  const hasHeader = /%header\b|\bopt(?:ion)?s="?[\w,%]*\bheader\b/.test(attributes) || isHeadImplied(lines);
  const names = /%noheader\b/.test(attributes) ? 0 : hasHeader ? 1 : headerHeight(rows);
  return markdownTable(
    rows.map((row) => row.map(inline)),
    names > 0,
  ).split('\n');
};

const isPlainCells = (border: string, attributes: string): boolean =>
  /^[|!]/.test(border) && !/\bformat="?(?:csv|tsv|dsv)/.test(attributes);

/** Rows of CSV, TSV, or values between colons. */
const separated = (border: string, lines: readonly string[], attributes: string): string[][] => {
  const format = /\bformat="?(csv|tsv|dsv)/.exec(attributes)?.[1] ?? (border.startsWith(':') ? 'dsv' : 'csv');
  const usual = { csv: ',', tsv: '\t', dsv: ':' }[format] ?? ',';
  const delimiter = /\bseparator="?([^\s",\]]+)/.exec(attributes)?.[1]?.replace('\\t', '\t') ?? usual;
  try {
    return csvRows(lines.join('\n'), delimiter);
  } catch {
    return lines.filter((line) => line.trim() !== '').map((line) => line.split(delimiter));
  }
};

/** The number of columns that `cols` states: `2*`, `"1,3"`, `"1,2*a"`. */
const statedColumns = (attributes: string): number | undefined => {
  const cols = /\bcols="?([^"\]]+)"|\bcols=([^\s,"\]]+)/.exec(attributes);
  if (cols === null) return undefined;
  const parts = (cols[1] ?? cols[2] ?? '').split(/[,;]/);
  const count = parts.reduce((sum, part) => sum + (Number(/(\d+)\*/.exec(part)?.[1]) || 1), 0);
  return Math.min(count, MAX_SPAN);
};

/** The first line directly below the border names the columns if an empty line follows. */
const isHeadImplied = ([first = '', second]: readonly string[]): boolean =>
  first.trim() !== '' && second !== undefined && second.trim() === '';

const firstRowWidth = (lines: readonly string[], sign: string): number => {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return cellsOf([first], sign).reduce((sum, { columns }) => sum + columns, 0);
};

const cellsOf = (lines: readonly string[], sign: string): Cell[] => {
  const cells: (Cell & { lines: string[] })[] = [];
  for (const line of lines) {
    const starts = [...line.matchAll(CELL)].filter((found) => found[5] === sign);
    const before = line.slice(0, starts[0]?.index ?? line.length);
    cells.at(-1)?.lines.push(before);
    for (const [at, found] of starts.entries()) {
      const [whole, across, down, kind] = found;
      const text = line.slice(found.index + whole.length, starts[at + 1]?.index);
      const count = Math.min(Number(across) || 1, MAX_SPAN);
      const cell = {
        text: '',
        columns: kind === '+' ? count : 1,
        rows: Math.min(Number(down) || 1, MAX_SPAN),
        lines: [text],
      };
      cells.push(cell);
      for (let copy = 1; kind === '*' && copy < count; copy++) cells.push({ ...cell });
    }
  }
  return cells.map(({ lines: own, ...cell }) => ({
    ...cell,
    text: cellText(own.map(withoutJoin), ITEM).replaceAll('\\|', '|'),
  }));
};

/** The beginning of an item. */
const ITEM = /^(?:[-*.]+|\d+\.) /;

/** A plus alone joins the blocks of an item; here they are paragraphs. */
const withoutJoin = (line: string): string => (line.trim() === '+' ? '' : line);

/** Puts cells into rows of equal width, around those that span several rows. */
const fillGrid = (cells: readonly Cell[], width: number): string[][] => {
  const rows: (string | undefined)[][] = [];
  let at = 0;
  let column = 0;
  const rowAt = (index: number) => (rows[index] ??= Array.from<string | undefined>({ length: width }));
  const goOn = () => {
    while (column >= width || rowAt(at)[column] !== undefined) {
      column++;
      if (column >= width) {
        column = 0;
        at++;
      }
    }
  };
  if (width === 0) return [];
  for (const cell of cells) {
    goOn();
    // A table has no more rows than cells.
    for (let row = at; row < Math.min(at + cell.rows, cells.length); row++)
      for (let over = column; over < Math.min(width, column + cell.columns); over++) rowAt(row)[over] ??= cell.text;
    column += cell.columns;
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? '')).filter((row) => row.some((cell) => cell !== ''));
};
