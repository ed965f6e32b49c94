import type { PDFPageProxy } from 'unpdf/pdfjs';
import { type Matrix, UPRIGHT } from './turned.ts';

/** A horizontal or vertical line: `at` is its y or x, from `from` to `to`. */
export interface Rule {
  at: number;
  from: number;
  to: number;
}

/** The lines that a page draws along its axes. */
export interface Rules {
  across: Rule[];
  down: Rule[];
}

/** Maximum thickness of a line that is drawn as a filled box, in points, and the slant that a line may have. */
const MAX_THICKNESS = 3;
const MAX_SLANT = 1;
/** Minimum length of a line. Shorter ones are ticks and parts of dashes. */
const MIN_LENGTH = 4;
/** Maximum lines of a page. A page with more is a drawing. */
const MAX_RULES = 3000;

/** Numbers behind each step of a path: where it moves, draws a line, a curve, a quadratic curve, or closes. */
const STEP_LENGTHS = [2, 2, 6, 4, 0];
const [MOVE, LINE, , , CLOSE] = [0, 1, 2, 3, 4];

/** Reads the horizontal and vertical lines that a page draws; none of a drawing with very many. @param turn how the page is turned */
export const readRules = async (page: PDFPageProxy, turn: Matrix = UPRIGHT): Promise<Rules> => {
  const { getResolvedPDFJS } = await import('unpdf');
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  const stroked = new Set([OPS.stroke, OPS.closeStroke, OPS.fillStroke, OPS.eoFillStroke]);
  const filled = new Set([OPS.fill, OPS.eoFill]);
  const rules: Rules = { across: [], down: [] };
  const stack: Matrix[] = [];
  let matrix = turn;
  for (const [i, operation] of fnArray.entries()) {
    const args = argsArray[i] as unknown[] | null;
    if (operation === OPS.save) stack.push(matrix);
    else if (operation === OPS.restore || operation === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? turn;
    else if (operation === OPS.transform) matrix = times(matrix, args as unknown as Matrix);
    else if (operation === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (Array.isArray(args?.[0])) matrix = times(matrix, args[0] as unknown as Matrix);
    } else if (operation === OPS.constructPath && args !== null) {
      const path = (args[1] as (ArrayLike<number> | null)[] | undefined)?.[0];
      if (!path) continue;
      if (stroked.has(args[0] as number)) addStroked(path, matrix, rules);
      else if (filled.has(args[0] as number)) addFilled(path, matrix, rules);
      if (rules.across.length + rules.down.length > MAX_RULES) return { across: [], down: [] };
    }
  }
  return rules;
};

/** The change of coordinates that is `second` within `first`. */
export const times = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  a * p + c * q,
  b * p + d * q,
  a * r + c * s,
  b * r + d * s,
  a * t + c * u + e,
  b * t + d * u + f,
];

type Point = readonly [number, number];

/** Calls back for each straight step of a path, and where a part of it ends. */
const walk = (path: ArrayLike<number>, matrix: Matrix, step: (from: Point, to: Point) => void, end: () => void) => {
  const [a, b, c, d, e, f] = matrix;
  const place = (x: number, y: number): Point => [a * x + c * y + e, b * x + d * y + f];
  let [at, start]: Point[] = [
    [0, 0],
    [0, 0],
  ];
  for (let i = 0; i < path.length; ) {
    const kind = path[i] ?? CLOSE;
    const length = STEP_LENGTHS[kind] ?? 0;
    const to = length === 0 ? start! : place(path[i + length - 1] ?? 0, path[i + length] ?? 0);
    if (kind === MOVE) {
      end();
      start = to;
    } else if (kind === LINE || kind === CLOSE) step(at!, to);
    at = to;
    i += length + 1;
  }
  end();
};

const addStroked = (path: ArrayLike<number>, matrix: Matrix, rules: Rules): void =>
  walk(
    path,
    matrix,
    (from, to) => addLine(from, to, rules),
    () => {},
  );

/** A filled box that is as thin as a line is one. */
const addFilled = (path: ArrayLike<number>, matrix: Matrix, rules: Rules): void => {
  let points: Point[] = [];
  const end = () => {
    if (points.length > 0 && points.length <= 10) {
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const [x, y] = [(left + right) / 2, (low + high) / 2];
      if (high - low <= MAX_THICKNESS && right - left > high - low) addLine([left, y], [right, y], rules);
      else if (right - left <= MAX_THICKNESS) addLine([x, low], [x, high], rules);
    }
    points = [];
  };
  walk(path, matrix, (from, to) => void points.push(from, to), end);
};

const addLine = ([x, y]: Point, [toX, toY]: Point, { across, down }: Rules): void => {
  if (Math.abs(y - toY) <= MAX_SLANT && Math.abs(x - toX) >= MIN_LENGTH)
    across.push({ at: (y + toY) / 2, from: Math.min(x, toX), to: Math.max(x, toX) });
  else if (Math.abs(x - toX) <= MAX_SLANT && Math.abs(y - toY) >= MIN_LENGTH)
    down.push({ at: (x + toX) / 2, from: Math.min(y, toY), to: Math.max(y, toY) });
};
