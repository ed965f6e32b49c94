import type { TextRun } from './text-run.ts';

/** Minimum lines of two columns. Fewer may be a table, or an address beside another. */
const MIN_LINES = 8;
/** Minimum mean characters of a line in a column. A table's cells are shorter. */
const MIN_MEAN_CHARS = 24;
/** Minimum width of the gutter between columns, in points. */
const MIN_GUTTER = 7;

/**
 * Sorts the runs of a page into reading order. Most files contain columns one after the other and stay unchanged. If a file
 * alternates between two columns, what spans both comes first, then the left column, then the right one.
 */
export const inReadingOrder = (runs: readonly TextRun[]): readonly TextRun[] => {
  const filled = runs.filter(({ text }) => text.trim() !== '');
  const rows = rowsOf(filled);
  const gutter = findGutter(rows);
  if (gutter === undefined || !runsAcross(filled, gutter)) return runs;
  const ordered: TextRun[] = [];
  let left: TextRun[] = [];
  let right: TextRun[] = [];
  const flush = () => {
    for (const run of left) ordered.push(run);
    for (const run of right) ordered.push(run);
    left = [];
    right = [];
  };
  for (const row of rows) {
    if (spans(row, gutter)) {
      flush();
      for (const run of row) ordered.push(run);
    } else for (const run of row) (run.x < gutter.from ? left : right).push(run);
  }
  flush();
  return ordered;
};

/** Unlike Math.min(...values), works with more runs than a call may have arguments. */
const min = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
const max = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);

/** Groups runs with the same base line, from left to right. Rows are from top to bottom. */
const rowsOf = (runs: readonly TextRun[]): TextRun[][] => {
  const rows: TextRun[][] = [];
  for (const run of [...runs].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.y - run.y) <= Math.max(2, run.size * 0.3)) row.push(run);
    else rows.push([run]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
};

/** True for a line that crosses the gutter, in one run or with a gap as between words. */
const spans = (row: readonly TextRun[], { from, to }: Gutter): boolean => {
  const middle = (from + to) / 2;
  if (row.some((run) => run.x < middle && run.x + run.width > middle)) return true;
  const before = row.findLast((run) => run.x + run.width <= middle);
  const after = row.find((run) => run.x >= middle);
  return before !== undefined && after !== undefined && after.x - before.x - before.width < before.size * 0.7;
};

interface Gutter {
  from: number;
  to: number;
}

/** Finds the gutter: a strip in the middle of the page with text on both sides, which hardly any line crosses. */
const findGutter = (rows: readonly (readonly TextRun[])[]): Gutter | undefined => {
  const runs = rows.flat();
  if (runs.length === 0) return undefined;
  const start = min(runs.map(({ x }) => x));
  const end = max(runs.map(({ x, width }) => x + width));
  let best: Gutter | undefined;
  let open: number | undefined;
  for (let x = start + (end - start) * 0.35; x <= start + (end - start) * 0.65; x++) {
    const crossing = rows.filter((row) => row.some((run) => run.x < x && run.x + run.width > x)).length;
    if (crossing <= rows.length * 0.25) open ??= x;
    else open = undefined;
    if (open !== undefined && x - open >= MIN_GUTTER && x - open > (best ? best.to - best.from : 0))
      best = { from: open, to: x };
  }
  if (best === undefined) return undefined;
  // The longest line of the left column may reach into the strip.
  const { from, to } = best;
  const reach = max([from, ...runs.map(({ x, width }) => x + width).filter((reached) => reached < to)]);
  const gutter = { from: reach, to };
  return isRunningText(rows, gutter) ? gutter : undefined;
};

/** True for long lines on both sides, most of which fill their column. A table's cells are short and of differing length. */
const isRunningText = (rows: readonly (readonly TextRun[])[], { from, to }: Gutter): boolean => {
  const sides = rows.flatMap((row) => {
    const left = row.filter((run) => run.x + run.width <= to);
    const right = row.filter((run) => run.x >= from);
    return left.length > 0 && right.length > 0 && left.length + right.length === row.length ? [{ left, right }] : [];
  });
  if (sides.length < MIN_LINES) return false;
  const letters = (side: readonly TextRun[]) => side.reduce((sum, { text }) => sum + text.length, 0);
  const mean = (of: (side: (typeof sides)[number]) => number) =>
    sides.reduce((sum, one) => sum + of(one), 0) / sides.length;
  if (mean(({ left }) => letters(left)) < MIN_MEAN_CHARS || mean(({ right }) => letters(right)) < MIN_MEAN_CHARS)
    return false;
  const ends = sides.map(({ left }) => max(left.map(({ x, width }) => x + width)));
  const width = from - min(sides.flatMap(({ left: [first] }) => first?.x ?? []));
  return ends.filter((end) => end > from - width * 0.2).length >= sides.length * 0.6;
};

/** True if the file alternates between the columns line by line. */
const runsAcross = (runs: readonly TextRun[], { from, to }: Gutter): boolean => {
  let across = 0;
  for (const [i, run] of runs.entries()) {
    const next = runs[i + 1];
    if (next && run.x + run.width <= to && next.x >= from && Math.abs(run.y - next.y) <= 2) across++;
  }
  return across >= MIN_LINES;
};
