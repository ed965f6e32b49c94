/** RankGPT (Sun et al. 2023, sliding windows): passages per call, and how far the window moves. */
export const WINDOW = 20;
export const STEP = 10;

/**
 * Orders a list that is too long for one call. A window slides from the end to the start, and each call orders its
 * items. The best WINDOW − STEP items of a window are in the next one too, so the best WINDOW − STEP of all come first.
 * Needs `1 + ceil((count − WINDOW) / STEP)` calls.
 * @param orderWindow gets items by their original indices and returns their order as numbers from 1. Missing, repeated
 * and invalid numbers are corrected.
 * @returns the indices 0 … count − 1, best first
 */
export const orderByWindows = async (
  count: number,
  orderWindow: (places: readonly number[]) => Promise<readonly number[]>,
): Promise<number[]> => {
  const places = Array.from({ length: count }, (_, at) => at);
  for (let end = count; end > 1; end -= STEP) {
    const start = Math.max(0, end - WINDOW);
    const window = places.slice(start, end);
    const order = completeOrder(await orderWindow(window), window.length);
    places.splice(start, window.length, ...order.map((n) => window[n - 1]!));
    if (start === 0) break;
  }
  return places;
};

/** The numbers 1 … count: the given order first, then the missing numbers in ascending order. */
const completeOrder = (given: readonly number[], count: number): number[] => {
  const valid = given.filter((n) => Number.isInteger(n) && n >= 1 && n <= count);
  return [...new Set([...valid, ...Array.from({ length: count }, (_, at) => at + 1)])];
};
