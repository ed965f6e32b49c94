import type { PDFPageProxy } from 'unpdf/pdfjs';
import { findGrids, type Grid, type GridCell } from './grids.ts';
import { readLines } from './lines.ts';
import { joinLines } from './paragraphs.ts';
import { readRules } from './rules.ts';
import type { RuledTable, TextRun } from './text-run.ts';
import type { Matrix } from './turned.ts';

/** Minimum rows of a page with gaps as between cells, so that its lines are looked at. */
const MIN_ROWS_WITH_GAPS = 2;
/** Maximum share of runs that lines may cross. In a drawing they cross many. */
const MAX_CROSSED = 0.1;
/** Minimum share of cells that hold text, and maximum characters of one. Frames around parts of a page hold more. */
const MIN_FILLED = 0.4;
const MAX_CELL_CHARS = 1500;

/**
 * Replaces the text between the lines of drawn tables by one run for each table. Aligned text alone does not tell where a
 * cell of several lines ends, and which columns it spans.
 *
 * @param turn how the page is turned, as its runs are
 */
export const withRuledTables = async (
  page: PDFPageProxy,
  runs: readonly TextRun[],
  turn?: Matrix,
): Promise<readonly TextRun[]> => {
  const rowsWithGaps = readLines(runs).filter(({ cells }) => cells.length > 1).length;
  if (rowsWithGaps < MIN_ROWS_WITH_GAPS) return runs;
  let left = runs;
  for (const grid of findGrids(await readRules(page, turn))) left = withTable(left, grid);
  return left;
};

const withTable = (runs: readonly TextRun[], grid: Grid): readonly TextRun[] => {
  const { xs, ys } = grid;
  const [x, end, top, bottom] = [xs[0]!, xs.at(-1)!, ys[0]!, ys.at(-1)!];
  const isInside = ({ text, ...run }: TextRun) => {
    const middle = run.x + run.width / 2;
    return run.y > bottom - 1 && run.y < top && middle > x && middle < end && text.trim() !== '';
  };
  const inside = runs.filter(isInside);
  const held = new Map<GridCell, TextRun[]>();
  const cellAt = cellFinder(grid);
  let crossed = 0;
  for (const run of inside) {
    const middle = run.y + run.size / 3;
    const cell = cellAt(run.x + Math.min(run.width, run.size) / 2, middle);
    if (cell === undefined) continue;
    if (run.x + run.width > xs[cell.right + 1]! + run.size) crossed++;
    const known = held.get(cell);
    if (known === undefined) held.set(cell, [run]);
    else known.push(run);
  }
  if ([...held.values()].some(isScattered)) return runs;
  const texts = new Map([...held].map(([cell, those]) => [cell, cellText(those)]));
  if (crossed > inside.length * MAX_CROSSED || !isTable(grid, texts)) return runs;
  const rows = ys.slice(1).map(() => Array<string>(xs.length - 1).fill(''));
  for (const [{ left, right, top: first, bottom: last }, text] of texts)
    for (let row = first; row <= last; row++)
      for (let column = left; column <= right; column++) rows[row]![column] = text;
  const table: RuledTable = { rows: rows.filter((row) => row.some((cell) => cell !== '')), edges: xs };
  const size = inside[0]!.size;
  const taken = new Set(inside);
  const place = runs.indexOf(inside[0]!);
  return runs.flatMap((run, i) => {
    if (i === place) return [{ text: [...texts.values()].join(' '), x, y: top - size, width: end - x, size, table }];
    return taken.has(run) ? [] : [run];
  });
};

/** Finds the cell at a place of the page. */
const cellFinder = ({ xs, ys, cells }: Grid) => {
  const columns = xs.length - 1;
  const squares: GridCell[] = [];
  for (const cell of cells)
    for (let row = cell.top; row <= cell.bottom; row++)
      for (let column = cell.left; column <= cell.right; column++) squares[row * columns + column] = cell;
  return (x: number, y: number): GridCell | undefined => {
    const column = xs.findLastIndex((edge) => edge <= x + 1);
    const row = ys.findLastIndex((edge) => edge >= y);
    return column >= 0 && column < columns && row >= 0 ? squares[row * columns + column] : undefined;
  };
};

const isScattered = (runs: readonly TextRun[]): boolean =>
  runs.some((run, i) => {
    const above = runs[i - 1];
    return above !== undefined && Math.abs(above.y - run.y) > Math.max(run.size, above.size) * MAX_LINE_GAP;
  });

const cellText = (runs: readonly TextRun[]): string => joinLines(readLines(runs)).replace(/^- /, '• ');

/** Minimum share of a grid's squares that are cells of their own. The parts of a diagram lie beside one another at odd places. */
const MIN_UNMERGED = 0.4;
/** Maximum distance of the lines of a cell, as a multiple of their size. Labels in a diagram stand further apart. */
const MAX_LINE_GAP = 3;

/** True for text in two columns and two rows at least, in short cells most of which are filled with words or numbers. */
const isTable = ({ xs, ys, cells }: Grid, texts: ReadonlyMap<GridCell, string>): boolean => {
  const filled = [...texts].filter(([, text]) => /[\p{L}\p{N}]/u.test(text));
  return (
    cells.length >= (xs.length - 1) * (ys.length - 1) * MIN_UNMERGED &&
    filled.length >= Math.max(3, cells.length * MIN_FILLED) &&
    new Set(filled.map(([{ left }]) => left)).size > 1 &&
    new Set(filled.map(([{ top }]) => top)).size > 1 &&
    filled.every(([, text]) => text.length <= MAX_CELL_CHARS)
  );
};
