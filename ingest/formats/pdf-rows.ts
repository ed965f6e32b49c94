import type { Line } from './pdf-lines.ts';

/** Minimum consecutive rows of a table. */
export const TABLE_ROWS = 3;

/** Rows from `at` on with the same number of cells, each below a cell of the row above. */
export const tableRows = (lines: readonly Line[], at: number): Line[] => {
  const head = lines[at];
  if (head === undefined || head.cells.length < 2) return [];
  const rows: Line[] = [];
  let above: Line | undefined;
  for (let i = at; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || line.cells.length !== head.cells.length) break;
    if (above !== undefined && !isAligned(line, above)) break;
    // Excludes two columns of running text: a table's cells are short.
    if (head.cells.length === 2 && line.cells.some(({ text }) => text.length > MAX_PAIR_CHARS)) return [];
    rows.push(line);
    above = line;
  }
  return rows;
};

/** Maximum characters of a cell in a table of two columns. */
const MAX_PAIR_CHARS = 60;

const isAligned = (line: Line, above: Line): boolean =>
  line.cells.every((cell, c) => {
    const upper = above.cells[c];
    return upper !== undefined && cell.x < upper.end && cell.end > upper.x;
  });

/** The words of the cells of a table’s rows. */
export const alignCells = (rows: readonly Line[]): string[][] => rows.map((row) => row.cells.map((cell) => cell.text));
