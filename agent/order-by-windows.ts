/** RankGPT (Sun et al. 2023, sliding windows): how many passages one call sees, and by how many the next one moves up. */
export const WINDOW = 20;
export const STEP = 10;

/**
 * Orders a list that is too long for one call: a window slides from the end to the start, each call orders what lies in
 * it, and its best WINDOW − STEP lie in the next one too. So a right order of every window puts the best WINDOW − STEP of
 * all first; `1 + ceil((count − WINDOW) / STEP)` calls.
 *
 * @param orderWindow is given items by their places in the original list and says, from 1, which of these comes first,
 *   second, …; what it leaves out, repeats or makes up is corrected
 * @returns the places 0 … count − 1, best first
 */
export const orderByWindows = async (
  count: number,
  orderWindow: (places: readonly number[]) => Promise<readonly number[]>,
): Promise<number[]> => {
  const places = Array.from({ length: count }, (_, at) => at);
  // One item needs no order.
  for (let end = count; end > 1; end -= STEP) {
    const start = Math.max(0, end - WINDOW);
    const window = places.slice(start, end);
    const order = completeOrder(await orderWindow(window), window.length);
    places.splice(start, window.length, ...order.map((n) => window[n - 1]!));
    if (start === 0) break;
  }
  return places;
};

/** The numbers 1 … count, each once: in the given order, then what was left out in its old order. */
const completeOrder = (given: readonly number[], count: number): number[] => {
  const valid = given.filter((n) => Number.isInteger(n) && n >= 1 && n <= count);
  return [...new Set([...valid, ...Array.from({ length: count }, (_, at) => at + 1)])];
};
