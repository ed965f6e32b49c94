import { parseCell } from '../../core/tables/cell.ts';
import { type NormalTable, normalTable } from './normal.ts';

/** A cell without markup, for tables that are only words: CSV, sheets, slides. */
const plainRow = (cells: readonly string[]) => ({ cells: cells.map((text) => ({ text, markdown: text })) });

/**
 * A grid of words as a table; its first row (or rows, as `headerRows` says) is the header where it reads like one.
 *
 * @returns undefined for a grid that says nothing.
 */
export const gridTable = (
  grid: readonly (readonly string[])[],
  caption = '',
  headerRows = headerHeight(grid),
): NormalTable | undefined =>
  normalTable({ caption, header: grid.slice(0, headerRows), rows: grid.slice(headerRows).map(plainRow) });

/** 1 when the first row names the columns: filled, distinct, short and not values as those below are; else 0. */
const headerHeight = (grid: readonly (readonly string[])[]): number => {
  const [first, ...rest] = grid;
  if (first === undefined || rest.length === 0) return 0;
  const filled = first.filter((cell) => cell.trim() !== '');
  if (filled.length < Math.max(1, first.length * 0.6) || new Set(filled).size < filled.length) return 0;
  if (filled.some((cell) => cell.length > 80)) return 0;
  const values = filled.filter((cell) => parseCell(cell) !== undefined && !/^(?:19|20)\d\d$/.test(cell));
  return values.length > filled.length * 0.3 ? 0 : 1;
};
