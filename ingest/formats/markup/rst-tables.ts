import { markdownTable } from '../../extract/write-markdown.ts';
import { cellText } from '../cell-text.ts';
import { csvRows } from '../text/csv.ts';

/** The top of a table: `=====  =====` of a simple one, `+-----+-----+` of a grid. */
const SIMPLE_RULE = /^\s*=+(?:\s+=+)+\s*$/;
const GRID_RULE = /^\s*\+(?:[-=]+\+)+\s*$/;

/** A table that is drawn in a reStructuredText file. */
export interface DrawnTable {
  rows: string[][];
  /** Rows at the top that name the columns. */
  headerRows: number;
  /** The index of the line after it. */
  end: number;
}

/** The options of a directive, such as `header-rows`. */
export type DirectiveOptions = ReadonlyMap<string, string>;

/**
 * Reads the table whose drawing begins at a line, by the rules of docutils.
 *
 * @returns undefined if no table begins there, or it is broken off
 */
export const drawnTable = (lines: readonly string[], at: number): DrawnTable | undefined => {
  const line = lines[at] ?? '';
  if (SIMPLE_RULE.test(line)) return simpleTable(lines, at);
  return GRID_RULE.test(line) ? gridOf(lines, at) : undefined;
};

/**
 * Writes a table as Markdown: several rows of names become one, and a table without names gets an empty row of them.
 *
 * @param inline turns the markup of a cell into Markdown
 */
export const writeTable = (
  { rows, headerRows }: Pick<DrawnTable, 'rows' | 'headerRows'>,
  inline: (cell: string) => string,
): string[] => {
  const head = rows.slice(0, headerRows);
  const names = (head[0] ?? []).map((_, column) =>
    [...new Set(head.map((row) => row[column] ?? '').filter((cell) => cell !== ''))].join(' '),
  );
  const written = [...(headerRows > 0 ? [names] : []), ...rows.slice(headerRows)].map((row) => row.map(inline));
  return ['', ...markdownTable(written, headerRows > 0).split('\n'), ''];
};

const simpleTable = (lines: readonly string[], at: number): DrawnTable | undefined => {
  // The bottom is the second rule below the top, or a rule that an empty line follows.
  const rules: number[] = [];
  let bottom = at;
  for (let i = at + 1; i < lines.length && bottom === at; i++) {
    if (!SIMPLE_RULE.test(lines[i] ?? '')) continue;
    rules.push(i);
    if (rules.length === 2 || (lines[i + 1] ?? '').trim() === '') bottom = i;
  }
  if (bottom === at) return undefined;
  const starts = columnStarts(lines[at] ?? '', '=');
  const rows: string[][] = [];
  let headerRows = 0;
  let continues = false;
  for (let i = at + 1; i < bottom; i++) {
    const line = lines[i] ?? '';
    if (SIMPLE_RULE.test(line)) {
      headerRows = rows.length;
      continues = false;
      continue;
    }
    // A rule of dashes says which columns the row above spans: and each of them gets its text.
    if (/^\s*-+(?:\s+-+)*\s*$/.test(line) && continues) {
      respan(rows.at(-1) ?? [], lines[i - 1] ?? '', starts, columnStarts(line, '-'));
      continues = false;
      continue;
    }
    const cells = starts.map((start, column) => slice(line, start, starts[column + 1]).trim());
    const last = rows.at(-1);
    if (cells[0] === '' && continues && last !== undefined) {
      for (const [column, cell] of cells.entries()) last[column] = joined(last[column] ?? '', cell);
    } else if (cells.some((cell) => cell !== '')) rows.push(cells);
    if (line.trim() !== '') continues = true;
  }
  // An empty first cell is written as a backslash or two dots, because a row begins where the first column has text.
  return {
    rows: rows.map((row) => row.map((cell) => (/^(?:\\|\.\.)$/.test(cell) ? '' : cell))),
    headerRows,
    end: bottom + 1,
  };
};

/** Divides a row anew by its spans. Each column of a span gets its text. */
const respan = (row: string[], line: string, starts: readonly number[], spans: readonly number[]): void => {
  for (const column of row.keys()) {
    const at = spans.findLastIndex((start) => start <= (starts[column] ?? 0));
    row[column] = at === -1 ? '' : slice(line, spans[at] ?? 0, spans[at + 1]).trim();
  }
};

const columnStarts = (rule: string, sign: '=' | '-'): number[] =>
  [...rule.matchAll(sign === '=' ? /=+/g : /-+/g)].map(({ index }) => index);

interface Cell {
  lines: string[];
}

const gridOf = (lines: readonly string[], at: number): DrawnTable | undefined => {
  let end = at;
  while (end < lines.length && /^\s*[+|]/.test(lines[end] ?? '')) end++;
  const drawn = lines.slice(at, end).map((line) => wide(line.trimEnd()));
  if (!GRID_RULE.test(drawn.at(-1) ?? '')) return undefined;
  const columns = columnsOf(drawn);
  const rows: Cell[][] = [];
  let open: (Cell | undefined)[] = columns.map(() => undefined);
  let headerRows = 0;
  for (const [index, line] of drawn.entries()) {
    // A column is closed where a line crosses it. One that is not goes on: its cell is part of the next row too.
    const isClosed = columns.map(({ start, end: to }) => /^[-=+]+$/.test(line.slice(start + 1, to)));
    addText(line, columns, isClosed, open);
    if (!isClosed.some(Boolean)) for (const [column, cell] of open.entries()) if (cell) rows.at(-1)![column] = cell;
    if (!isClosed.some(Boolean)) continue;
    if (index > 0 && /^\s*\+=/.test(line)) headerRows = rows.length;
    open = columns.map((_, column) => (isClosed[column] ? undefined : open[column]));
    if (index < drawn.length - 1) rows.push([]);
  }
  return {
    rows: rows.map((row) => columns.map((_, column) => cellText(row[column]?.lines ?? [], ITEM))),
    headerRows,
    end,
  };
};

type Columns = readonly { start: number; end: number }[];

/** The columns of a grid, between the crosses of all its lines. */
const columnsOf = (drawn: readonly string[]): Columns => {
  const crosses = drawn
    .filter((line) => /\+[-=]+\+/.test(line))
    .flatMap((line) => [...line.matchAll(/\+(?=[-=])|(?<=[-=])\+/g)].map(({ index }) => index));
  const borders = [...new Set(crosses)].sort((a, b) => a - b);
  return borders.slice(0, -1).map((start, column) => ({ start, end: borders[column + 1] ?? start }));
};

/** Adds what a line says to the open cells. Without a bar between them two columns are one cell. */
const addText = (line: string, columns: Columns, isClosed: readonly boolean[], open: (Cell | undefined)[]): void => {
  for (let column = 0; column < columns.length; column++) {
    if (isClosed[column]) continue;
    const from = column;
    while (column + 1 < columns.length && !isClosed[column + 1] && !/[|+]/.test(line[columns[column]!.end] ?? '|'))
      column++;
    const cell = open[from] ?? { lines: [] };
    cell.lines.push(narrow(line.slice(columns[from]!.start + 1, columns[column]!.end)));
    open.fill(cell, from, column + 1);
  }
};

/** The beginning of an item. */
const ITEM = /^(?:[-*•]|\d+[.)]) /;

const joined = (before: string, after: string): string => [before, after].filter((part) => part !== '').join(' ');

const slice = (line: string, start: number, end?: number): string => narrow(wide(line).slice(start, end));

/** Letters that take two columns where tables are drawn. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;
const FILLER = '\u0000';
const wide = (line: string): string => line.replace(WIDE, `$&${FILLER}`);
const narrow = (line: string): string => line.replaceAll(FILLER, '');

/** Reads the directive `list-table`: a list of rows, each a list of cells. */
export const listTable = (body: readonly string[], options: DirectiveOptions): Omit<DrawnTable, 'end'> => {
  const rows: string[][][] = [];
  for (const line of body) {
    if (/^[-*+] /.test(line)) rows.push([]);
    if (/^(?:[-*+] | {2})[-*+](?: |$)/.test(line)) rows.at(-1)?.push([line.slice(3)]);
    else rows.at(-1)?.at(-1)?.push(line);
  }
  return {
    rows: rows.map((row) => row.map((cell) => cellText(cell, ITEM))),
    headerRows: Math.min(rows.length, Number.parseInt(options.get('header-rows') ?? '0', 10) || 0),
  };
};

/**
 * Reads the directive `csv-table`.
 *
 * @returns undefined where its rows stand in another file or are no CSV
 */
export const csvTable = (body: readonly string[], options: DirectiveOptions): Omit<DrawnTable, 'end'> | undefined => {
  const delimiter = { tab: '\t', space: ' ' }[options.get('delim') ?? ''] ?? (options.get('delim') || ',');
  const read = (text: string) => csvRows(text, delimiter);
  try {
    const header = read(options.get('header') ?? '');
    const rows = read(body.join('\n'));
    if (rows.length === 0) return undefined;
    const stated = Number.parseInt(options.get('header-rows') ?? '0', 10) || 0;
    return { rows: [...header, ...rows], headerRows: header.length + Math.min(stated, rows.length) };
  } catch {
    return undefined;
  }
};
