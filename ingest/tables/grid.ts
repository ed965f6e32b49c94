import { parseCell } from '../../core/tables/cell.ts';
import { type NormalTable, normalTable } from './normal.ts';

/** Cells without markup, for tables of plain text: CSV, sheets, slides. */
const plainRow = (cells: readonly string[]) => ({ cells: cells.map((text) => ({ text, markdown: text })) });

/**
 * Converts a grid of texts to a table. Its first row, or its first `headerRows` rows, is the header if it looks like one.
 *
 * @returns undefined for an empty grid.
 */
export const gridTable = (
  grid: readonly (readonly string[])[],
  caption = '',
  headerRows = headerHeight(grid),
): NormalTable | undefined =>
  normalTable({ caption, header: grid.slice(0, headerRows), rows: grid.slice(headerRows).map(plainRow) });

/** 1 if the first row names the columns (filled, distinct, short, and not values like those below), otherwise 0. */
export const headerHeight = (grid: readonly (readonly string[])[]): number => {
  const [first, ...rest] = grid;
  if (first === undefined || rest.length === 0) return 0;
  const filled = first.filter((cell) => cell.trim() !== '');
  if (filled.length < Math.max(1, first.length * 0.6) || new Set(filled).size < filled.length) return 0;
  if (filled.some((cell) => cell.length > 80)) return 0;
  const values = filled.filter((cell) => parseCell(cell) !== undefined && !/^(?:19|20)\d\d$/.test(cell));
  return values.length > filled.length * 0.3 ? 0 : 1;
};

/** Returns 2 if the first row has merged cells, because the columns' names are then below it. Otherwise, the grid decides. */
export const mergedHeaderRows = (rows: readonly string[][]): number | undefined => {
  const [first = [], second] = rows;
  const merged = first.some((cell, i) => cell !== '' && cell === first[i - 1]);
  const words =
    second !== undefined &&
    rows.length > 2 &&
    second.filter(Boolean).every((cell) => !/^[\d.,%$€£\s-]+$/.test(cell) || /^(?:19|20)\d\d$/.test(cell));
  return merged && words ? 2 : undefined;
};
