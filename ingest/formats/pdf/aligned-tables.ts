import type { Line } from './lines.ts';
import { BULLET } from './paragraphs.ts';

// Tables without lines: rows whose cells stand below one another.

/** A table's rows, how many of them name its columns, and how many lines of the text it takes. */
export interface AlignedTable {
  rows: string[][];
  /** Undefined where the rows do not tell. */
  headerRows: number | undefined;
  lines: number;
}

/** What parts a line from those above it: it begins a page, or is a title. */
export interface Breaks {
  page: (index: number) => boolean;
  title: (index: number) => boolean;
}

type Cell = Line['cells'][number];
type Span = Pick<Cell, 'x' | 'end'>;

/** Minimum rows of several cells. */
const MIN_ROWS = 3;
/** Maximum distance of two rows, as a multiple of their size. */
const MAX_ROW_GAP = 3;
/** Maximum characters of a line with a single cell inside a table: the name of a group of rows, or a label's first line. */
const MAX_LONE_CHARS = 60;
/** The end of a sentence of some words, or of one that introduces what is below it. */
const SENTENCE = /\S\s+\S+\s+\S+[.:;]$/;
/** Maximum mean characters of the cells of a column in a table of two. Columns of running text have more. */
const MAX_PAIR_CHARS = 45;
/** Minimum share of a column's cells that begin, end or are centred at one place, and minimum such share of the columns. */
const MIN_ALIGNED = 0.6;
/** Maximum share of rows with a cell over several columns. */
const MAX_SPANNING = 0.2;
/** Maximum characters of a cell in a row of two below rows of more. */
const MAX_NOTE_CHARS = 80;
/** Maximum lines of a table on one page, which bounds the time. */
const MAX_LINES = 400;
/** Maximum distance of a line with a single cell from the rows around it, as a multiple of its size. */
const MAX_LONE_GAP = 2;
/** Maximum columns. */
const MAX_COLUMNS = 40;
/** Maximum rows that name the columns. */
const MAX_HEADER_ROWS = 5;

/**
 * The table that begins at a line; undefined where none does.
 *
 * @param breaks what parts a line from those above it, by its index
 */
export const alignedTable = (lines: readonly Line[], at: number, breaks: Breaks): AlignedTable | undefined => {
  if ((lines[at]?.cells.length ?? 0) < 2) return undefined;
  const block = blockFrom(lines, at, breaks);
  const rows = block.filter(isRow);
  if (rows.length < MIN_ROWS) return undefined;
  const columns = columnsOf(rows);
  // A row that fits no other ends the table: its columns are found again without what comes behind.
  if (columns.length < 2 || columns.length > MAX_COLUMNS || !isTable(rows, columns)) return shorter(lines, at, breaks);
  const placed = block.map((line) => ({ line, cells: placeCells(line.cells, columns) }));
  const groups = placed.map(({ line }) => groupNames(line.cells, columns));
  return { ...withHeader(joinLabels(placed), groups), lines: block.length };
};

/** Three rows or more of the same number of cells, where the lines below them fit no longer. */
const shorter = (lines: readonly Line[], at: number, breaks: Breaks): AlignedTable | undefined => {
  const head = lines[at]!;
  let end = at;
  while (
    end < lines.length &&
    (end === at || !breaks.page(end)) &&
    lines[end]!.cells.length === head.cells.length &&
    !isJustified(lines, end)
  )
    end++;
  const rows = lines.slice(at, end);
  if (rows.length < MIN_ROWS) return undefined;
  const columns = columnsOf(rows);
  if (columns.length !== head.cells.length || !isTable(rows, columns)) return undefined;
  return { rows: rows.map(({ cells }) => cells.map(cellText)), headerRows: undefined, lines: rows.length };
};

const isRow = ({ cells }: Line): boolean => cells.length > 1;

/** The lines from one on that may be rows of one table. Its last line has several cells. */
const blockFrom = (lines: readonly Line[], at: number, breaks: Breaks): Line[] => {
  const block: Line[] = [];
  let lastRow = 0;
  for (let i = at; i < lines.length && block.length < MAX_LINES; i++) {
    const [line, above] = [lines[i]!, block.at(-1)];
    if (line.table !== undefined || line.code !== undefined) break;
    if (above !== undefined) {
      const gap = above.y - line.y;
      const isClose = breaks.page(i)
        ? line.cells.length === above.cells.length
        : gap > 0 && gap <= Math.max(above.size, line.size) * MAX_ROW_GAP;
      if (!isClose || breaks.title(i) || Math.abs(line.size - block[0]!.size) > 1.5) break;
    }
    if (isRow(line)) {
      // A note below the rows, behind its mark.
      const isNote = line.cells.length === 2 && line.cells.some(({ text }) => text.length > MAX_NOTE_CHARS);
      if (isJustified(lines, i) || (isNote && block.some(({ cells }) => cells.length > 2))) break;
      lastRow = i - at + 1;
    } else {
      const below = lines[i + 1];
      const isNear = (one: Line, other: Line) => one.y - other.y <= line.size * MAX_LONE_GAP;
      if (
        above === undefined ||
        !isRow(above) ||
        breaks.page(i) ||
        !isNear(above, line) ||
        line.text.length > MAX_LONE_CHARS ||
        // A sentence of its own between two tables.
        SENTENCE.test(line.text)
      )
        break;
      if (below === undefined || !isRow(below) || breaks.page(i + 1) || !isNear(line, below)) break;
    }
    block.push(line);
  }
  return block.slice(0, lastRow);
};

/** Maximum gap between words of a justified line, as a multiple of its size, and how equal its gaps are. */
const MAX_WORD_GAP = 3;
const EQUAL_GAPS = 1.35;

/**
 * True for a line of running text whose words stand apart so that it ends where the line above or below it does: its gaps
 * are equal, and those of a table are not.
 */
export const isJustified = (lines: readonly Line[], at: number): boolean => {
  const line = lines[at]!;
  if (line.cells.length < 2) return false;
  const gaps = line.cells.slice(1).map(({ x }, i) => x - line.cells[i]!.end);
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)];
  if (most > line.size * MAX_WORD_GAP || most > least * EQUAL_GAPS) return false;
  const isBeside = (other: Line | undefined): boolean =>
    other !== undefined &&
    other.cells.length === 1 &&
    Math.abs(other.end - line.end) < 2 &&
    Math.abs(other.y - line.y) < line.size * 2 &&
    other.text.length > 20;
  return isBeside(lines[at - 1]) || isBeside(lines[at + 1]);
};

/** The rows with more than half as many cells as the fullest. Others may name groups of columns. */
const fullRows = (all: readonly Line[]): Line[] => {
  const most = all.reduce((fullest, { cells }) => Math.max(fullest, cells.length), 0);
  return all.filter(({ cells }) => cells.length > most / 2);
};

/** The columns of rows: where cells stand, parted by strips that hardly any cell crosses. */
const columnsOf = (all: readonly Line[]): Span[] => {
  const rows = fullRows(all);
  const allowed = Math.floor(rows.length * 0.1);
  const edges = rows
    .flatMap(({ cells }) => cells)
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .flatMap(({ x, end }) => [
      { at: x, by: 1 },
      { at: end, by: -1 },
    ])
    .sort((a, b) => a.at - b.at || b.by - a.by);
  const columns: Span[] = [];
  let depth = 0;
  for (const { at, by } of edges) {
    const before = depth;
    depth += by;
    if (before <= allowed && depth > allowed) columns.push({ x: at, end: at });
    else if (before > allowed && depth <= allowed) columns.at(-1)!.end = at;
  }
  return columns;
};

const overlaps = (cell: Span, column: Span): boolean => cell.x < column.end && cell.end > column.x;

/** True where the cells of most columns are aligned, few cross columns, and two columns are not running text or a list. */
const isTable = (rows: readonly Line[], columns: readonly Span[]): boolean => {
  const spanning = fullRows(rows).filter(({ cells }) =>
    cells.some((cell) => columns.filter((column) => overlaps(cell, column)).length > 1),
  );
  if (spanning.length > rows.length * MAX_SPANNING) return false;
  const byColumn = columns.map((column) => rows.flatMap(({ cells }) => cells.filter((cell) => overlaps(cell, column))));
  if (columns.length === 2) {
    if (byColumn.some((cells) => meanChars(cells) > MAX_PAIR_CHARS)) return false;
    if (byColumn[0]!.every(({ text }) => BULLET.test(`${text} `))) return false;
  }
  return byColumn.filter(isAligned).length >= Math.max(2, columns.length * MIN_ALIGNED);
};

const meanChars = (cells: readonly Cell[]): number =>
  cells.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, cells.length);

const isAligned = (cells: readonly Cell[]): boolean =>
  [({ x }: Cell) => x, ({ end }: Cell) => end, ({ x, end }: Cell) => (x + end) / 2].some((place) => {
    const places = cells.map(place).sort((a, b) => a - b);
    // The most cells within three points of one another.
    let [most, from] = [0, 0];
    for (const [to, value] of places.entries()) {
      while (value - places[from]! > 3) from++;
      most = Math.max(most, to - from + 1);
    }
    return most >= cells.length * MIN_ALIGNED;
  });

/** The texts of a row by column. A cell beside all columns, such as a currency's sign, joins the nearest one to its right. */
const placeCells = (cells: readonly Cell[], columns: readonly Span[]): string[] => {
  const placed = columns.map(() => '');
  for (const cell of cells) {
    const over = columns.findIndex((column) => overlaps(cell, column));
    const right = columns.findIndex(({ x }) => x >= cell.end - 1);
    const column = over >= 0 ? over : right >= 0 ? right : columns.length - 1;
    placed[column] = [placed[column], cellText(cell)].filter(Boolean).join(' ');
  }
  return placed;
};

/**
 * The names of groups of columns for each column: names that stand above the middle of equally many columns, all but the first.
 * Undefined for a row of other cells.
 */
const groupNames = (cells: readonly Cell[], columns: readonly Span[]): string[] | undefined => {
  const size = (columns.length - 1) / cells.length;
  if (cells.length < 2 || size < 2 || !Number.isInteger(size)) return undefined;
  const isAbove = cells.every((cell, i) => {
    const [from, to] = [columns[1 + i * size]!, columns[(i + 1) * size]!];
    return cell.x >= from.x - 2 && cell.end <= to.end + 2;
  });
  return isAbove ? columns.map((_, i) => (i === 0 ? '' : cellText(cells[Math.floor((i - 1) / size)]!))) : undefined;
};

/** The text of a cell, without the dots that lead to the next one. */
const cellText = ({ text }: Cell): string => text.replace(/\s*(?:[.·…]\s?){3,}$/, '').trim();

/** The rows as texts. The first line of a label that goes on with a small letter stands before the rest of it. */
const joinLabels = (placed: readonly { line: Line; cells: string[] }[]): string[][] => {
  const rows: string[][] = [];
  let label = '';
  for (const [i, { line, cells }] of placed.entries()) {
    const next = placed[i + 1];
    const goesOn = !isRow(line) && cells[0] !== '' && next !== undefined && /^\p{Ll}/u.test(next.cells[0] ?? '');
    if (goesOn) {
      label = cells[0]!;
      continue;
    }
    rows.push(label === '' ? cells : [`${label} ${cells[0]}`, ...cells.slice(1)]);
    label = '';
  }
  return rows;
};

/** True for a cell that is a value: a number, an amount, a dash for none. */
const VALUE = /^[\s$€£¥(+−–—-]*(?:\d[\d.,\s/:]*)?[%)\s]*$/;

/** Joins the rows that name the columns: those without values above rows that are mostly values. */
const withHeader = (
  rows: readonly string[][],
  groups: readonly (readonly string[] | undefined)[],
): Pick<AlignedTable, 'rows' | 'headerRows'> => {
  const isValues = (row: readonly string[]) => {
    const filled = row.slice(1).filter((cell) => cell !== '');
    return filled.length > 0 && filled.filter((cell) => VALUE.test(cell)).length >= filled.length * 0.5;
  };
  const values = rows.filter(isValues).length;
  const height = rows.findIndex(isValues);
  const head = rows.slice(0, Math.max(0, height)).map((row, i) => groups[i] ?? row);
  if (
    values < rows.length * 0.5 ||
    head.length < 2 ||
    head.length > MAX_HEADER_ROWS ||
    !head.some((row) => row[0] === '')
  )
    return { rows: [...rows], headerRows: undefined };
  const names = head[0]!.map((_, column) =>
    head
      .map((row) => row[column])
      .filter(Boolean)
      .join(' '),
  );
  return { rows: [names, ...rows.slice(height)], headerRows: 1 };
};

/** Maximum characters of a cell in a head, and maximum height of a head, as a multiple of its letters' size. */
const MAX_HEAD_CHARS = 40;
const MAX_HEAD_HEIGHT = 9;
const MAX_HEAD_PARTS = 40;

/**
 * Puts the parts of a table's head in rows. Programs write a head cell by cell, each from top to bottom, and the rows below it
 * row by row.
 *
 * @param toLine makes a line of the runs of several
 */
export const withHeadsInRows = (lines: readonly Line[], toLine: (runs: Line['runs']) => Line): Line[] => {
  const out: Line[] = [];
  for (const [i, line] of lines.entries()) {
    const isWide = (other: Line | undefined): boolean => (other?.cells.length ?? 0) > 2;
    const begins = isWide(line) && isWide(lines[i + 1]) && !isWide(out.at(-1));
    if (begins) {
      let from = out.length;
      const isPart = (part: Line | undefined): part is Line =>
        part !== undefined &&
        part.table === undefined &&
        part.y > line.y + 1 &&
        part.y < line.y + line.size * MAX_HEAD_HEIGHT &&
        Math.abs(part.size - line.size) < 2 &&
        part.cells.every(({ text }) => text.length <= MAX_HEAD_CHARS);
      while (out.length - from < MAX_HEAD_PARTS && isPart(out[from - 1])) from--;
      const parts = out.slice(from);
      // Lines that only go down are no head that was written cell by cell.
      if (parts.some((part, n) => n > 0 && part.y > parts[n - 1]!.y - 1))
        out.splice(from, parts.length, ...inRows(parts, toLine));
    }
    out.push(line);
  }
  return out;
};

const inRows = (parts: readonly Line[], toLine: (runs: Line['runs']) => Line): Line[] => {
  const rows: Line[][] = [];
  for (const part of [...parts].sort((a, b) => b.y - a.y)) {
    const row = rows.at(-1);
    if (row !== undefined && row[0]!.y - part.y < part.size / 3) row.push(part);
    else rows.push([part]);
  }
  return rows.map((row) => ({
    ...toLine(row.flatMap(({ runs }) => runs).sort((a, b) => a.x - b.x)),
    // Names of columns may stand closer than cells of one line.
    cells: row.flatMap(({ cells }) => cells).sort((a, b) => a.x - b.x),
  }));
};
