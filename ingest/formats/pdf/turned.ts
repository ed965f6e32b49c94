/** A change of coordinates: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Text that runs to the right stays where it is. */
export const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * How a page is turned so that most of its letters run to the right: pages in landscape are often stored on their side.
 *
 * @param view left, bottom, right and top of the page
 */
export const turnOf = (
  items: readonly { str: string; transform: readonly number[] }[],
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): Matrix => {
  const letters = { right: 0, up: 0, down: 0, left: 0 };
  for (const { str, transform } of items) {
    const [a = 1, b = 0] = transform;
    const way = Math.abs(a) >= Math.abs(b) ? (a < 0 ? 'left' : 'right') : b > 0 ? 'up' : 'down';
    letters[way] += str.trim().length;
  }
  const most = Math.max(letters.right, letters.up, letters.down, letters.left);
  if (letters.right >= most) return UPRIGHT;
  if (letters.up === most) return [0, -1, 1, 0, -bottom, right];
  if (letters.down === most) return [0, 1, -1, 0, top, -left];
  return [-1, 0, 0, -1, right, top];
};

/** A place on the turned page. */
export const turned = ([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});
