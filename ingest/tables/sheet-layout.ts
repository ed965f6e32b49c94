import { parseCell } from '../../core/tables/cell.ts';

type Grid = readonly string[][];

/** Rows from the top among which the names of columns are looked for. */
const MAX_ROWS_ABOVE = 20;
/** Minimum share of the columns below that a row of names fills. */
const MIN_NAMED = 0.6;
const MAX_NAME_CHARS = 80;

/** Maximum share of the columns that a title or a note above a table fills. */
const MAX_NOTED = 0.4;

/**
 * The number of rows above the names of columns: titles and notes that people write on top of a table. The names are the last row
 * of words before the first row with a number, a date or a truth value, or else, as in a rota of letters, the first row that
 * fills most columns below rows that fill few. 0 where no such row is found.
 */
export const rowsAboveHeader = (grid: Grid): number => {
  const top = grid.slice(0, MAX_ROWS_ABOVE + 1);
  if (isNames(grid[0] ?? [])) return 0;
  const firstValues = top.findIndex((row) => row.some(isValue));
  const above = firstValues < 0 ? rowsOfNotes(top) : firstValues - 1;
  const names = filledOf(grid[above] ?? []);
  const wide = grid.slice(above + 1, above + 1 + MAX_ROWS_ABOVE);
  if (above < 1 || names.length < 2 || wide.length === 0) return 0;
  const filled = Math.max(...wide.map((row) => filledOf(row).length));
  return names.length >= filled * MIN_NAMED && isNames(grid[above] ?? []) ? above : 0;
};

/**
 * True if rows below an empty row go on with the table above it: they name no columns of their own, stand in columns that it names,
 * and hold numbers, dates and words in the same ones as its last row.
 */
export const goesOn = (above: Grid, rows: Grid): boolean => {
  const [names = [], ...others] = above;
  const [last, first] = [others.at(-1), rows[0]];
  if (last === undefined || first === undefined || !isNames(names) || isNames(first)) return false;
  const isInside = rows.every((row) => row.every((cell, i) => cell === '' || (names[i] ?? '') !== ''));
  const both = first.flatMap((cell, i) => (cell === '' || !last[i] ? [] : [[cell, last[i]] as const]));
  return (
    isInside &&
    both.length >= 2 &&
    both.every(([one, other]) => isValue(one) === isValue(other)) &&
    both.some(([one]) => isValue(one))
  );
};

const filledOf = (row: readonly string[]): string[] => row.filter((cell) => cell !== '');

/** The rows at the top that fill few columns. */
const rowsOfNotes = (rows: Grid): number =>
  rows.findIndex((row) => filledOf(row).length > Math.max(1, row.length * MAX_NOTED));

/** True for distinct short words in most cells. */
const isNames = (row: readonly string[]): boolean => {
  const filled = filledOf(row);
  return (
    filled.length >= Math.max(2, row.length * MIN_NAMED) &&
    new Set(filled).size === filled.length &&
    filled.every((cell) => cell.length <= MAX_NAME_CHARS && !isValue(cell))
  );
};

const isValue = (cell: string): boolean =>
  /^(?:true|false)$/i.test(cell) || (parseCell(cell) !== undefined && !/^(?:19|20)\d\d$/.test(cell));

/**
 * The tables that stand side by side, parted by an empty column: each has two or more columns and rows, and they begin or end in
 * different rows. Equally high parts are one table with a column left free.
 */
export const sideBySide = (grid: Grid): string[][][] => {
  const width = grid[0]?.length ?? 0;
  const parts: { from: number; to: number; top: number; bottom: number }[] = [];
  let from = -1;
  for (let column = 0; column <= width; column++) {
    const isFilled = column < width && grid.some((row) => row[column] !== '');
    if (isFilled && from === -1) from = column;
    if (isFilled || from === -1) continue;
    const part = { from, to: column };
    const isOwn = (row: readonly string[]) => row.slice(part.from, part.to).some((cell) => cell !== '');
    parts.push({ ...part, top: grid.findIndex(isOwn), bottom: grid.findLastIndex(isOwn) });
    from = -1;
  }
  const [first, ...others] = parts;
  const areTables = parts.every(({ from, to, top, bottom }) => to - from >= 2 && bottom > top);
  if (first === undefined || others.length === 0 || !areTables) return [[...grid]];
  if (!others.some(({ top, bottom }) => top !== first.top || bottom !== first.bottom)) return [[...grid]];
  return parts.map(({ from, to, top, bottom }) => grid.slice(top, bottom + 1).map((row) => row.slice(from, to)));
};
