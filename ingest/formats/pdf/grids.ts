import type { Rule, Rules } from './rules.ts';

/** Maximum distance of lines that meet, and of lines that are one, in points. */
const TOLERANCE = 3;
/** Maximum columns and rows of a table between lines. A finer grid is a drawing or squared paper. */
const MAX_COLUMNS = 60;
const MAX_ROWS = 400;

/** A cell between lines: its columns and rows of the grid, the last one included. */
export interface GridCell {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A table that is drawn with lines: where its columns end from left to right, and its rows from top to bottom. */
export interface Grid {
  xs: readonly number[];
  ys: readonly number[];
  cells: readonly GridCell[];
}

/** The grids that the lines of a page make, each of at least two columns and two rows. */
export const findGrids = ({ across, down }: Rules): Grid[] =>
  connected(across, down).flatMap((rules) => {
    const xs = edges(rules.down);
    const ys = edges(rules.across).reverse();
    if (xs.length < 3 || ys.length < 3 || xs.length > MAX_COLUMNS || ys.length > MAX_ROWS) return [];
    return [{ xs, ys, cells: cellsOf(xs, ys, rules) }];
  });

/** Groups lines that meet one another. */
const connected = (across: readonly Rule[], down: readonly Rule[]): Rules[] => {
  const rows = [...across].sort((a, b) => a.at - b.at);
  const parent = Array.from({ length: rows.length + down.length }, (_, i) => i);
  const rootOf = (one: number): number => {
    let root = one;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = one; parent[at] !== root; ) [at, parent[at]] = [parent[at]!, root];
    return root;
  };
  for (const [i, line] of down.entries())
    for (let r = firstFrom(rows, line.from - TOLERANCE); r < rows.length; r++) {
      const row = rows[r]!;
      if (row.at > line.to + TOLERANCE) break;
      if (line.at >= row.from - TOLERANCE && line.at <= row.to + TOLERANCE) parent[rootOf(rows.length + i)] = rootOf(r);
    }
  const groups = new Map<number, Rules>();
  const groupOf = (one: number): Rules => {
    const root = rootOf(one);
    const known = groups.get(root) ?? { across: [], down: [] };
    groups.set(root, known);
    return known;
  };
  for (const [i, row] of rows.entries()) groupOf(i).across.push(row);
  for (const [i, line] of down.entries()) groupOf(rows.length + i).down.push(line);
  return [...groups.values()];
};

/** Index of the first line at or above a place, of lines in order. */
const firstFrom = (rows: readonly Rule[], at: number): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The places of lines, those of lines that are one joined. */
const edges = (rules: readonly Rule[]): number[] => {
  const places: number[] = [];
  for (const at of rules.map((rule) => rule.at).sort((a, b) => a - b))
    if (places.length === 0 || at - places.at(-1)! > TOLERANCE) places.push(at);
  return places;
};

/** The cells of a grid: squares that no line parts are one cell. */
const cellsOf = (xs: readonly number[], ys: readonly number[], { across, down }: Rules): GridCell[] => {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  /** For each edge, whether a line stands beside each square there. */
  const covered = (places: readonly number[], steps: readonly number[], rules: readonly Rule[]): boolean[][] =>
    places.map((at) => {
      const here = rules.filter((rule) => Math.abs(rule.at - at) <= TOLERANCE);
      return steps.slice(1).map((step, i) => {
        const middle = (step + steps[i]!) / 2;
        return here.some(({ from, to }) => from <= middle && middle <= to);
      });
    });
  const [right, below] = [covered(xs, ys, down), covered(ys, xs, across)];
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  for (let top = 0; top < rows; top++)
    for (let left = 0; left < columns; left++) {
      if (taken.has(top * columns + left)) continue;
      let [last, bottom] = [left, top];
      while (last + 1 < columns && !right[last + 1]![top] && !taken.has(top * columns + last + 1)) last++;
      while (bottom + 1 < rows && !below[bottom + 1]![left]) bottom++;
      for (let r = top; r <= bottom; r++) for (let c = left; c <= last; c++) taken.add(r * columns + c);
      cells.push({ left, right: last, top, bottom });
    }
  return cells;
};
