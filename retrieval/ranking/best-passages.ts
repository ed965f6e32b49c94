import type { PostingList } from '../../stores/index.ts';
import { BLOCK_SIZE, placeOf, shapeOf } from '../../stores/posting.ts';

/**
 * The passages with the highest sums of posting weights, best first. Exact. Makes one pass over the postings, block by
 * block, so that the sums of a block fit into the processor's cache.
 *
 * @param weights for each list, the weight of a posting by its shape (`shapeOf`); none may be negative
 */
export const bestPassages = (
  lists: readonly PostingList[],
  weights: readonly Float64Array[],
  count: number,
): { passage: number; total: number }[] => {
  const sums = new Float64Array(BLOCK_SIZE);
  const next = new Uint32Array(lists.length);
  const best: { passage: number; total: number }[] = [];
  let least = 0;
  /** Keeps the best `count`; ties go to the lower passage number. */
  const cut = () => {
    best.sort((a, b) => b.total - a.total || a.passage - b.passage);
    best.length = Math.min(best.length, count);
    if (best.length === count) least = best.at(-1)!.total;
  };

  for (;;) {
    const block = Math.floor(
      lists.reduce((first, { passages }, i) => Math.min(first, passages[next[i]!] ?? Infinity), Infinity) / BLOCK_SIZE,
    );
    if (!Number.isFinite(block)) break;
    const end = (block + 1) * BLOCK_SIZE;
    for (const [i, { passages, postings }] of lists.entries()) {
      const weight = weights[i]!;
      let at = next[i]!;
      for (; at < passages.length && passages[at]! < end; at++) {
        const posting = postings[at]!;
        sums[placeOf(posting)]! += weight[shapeOf(posting)]!;
      }
      next[i] = at;
    }
    for (let place = 0; place < BLOCK_SIZE; place++) {
      const total = sums[place]!;
      if (total <= least) continue;
      best.push({ passage: block * BLOCK_SIZE + place, total });
      if (best.length >= 4 * count) cut();
    }
    sums.fill(0);
  }
  cut();
  return best;
};

/** The index of a passage in a sorted list, by binary search; -1 if absent. */
export const indexIn = (passages: Uint32Array, passage: number): number => {
  let low = 0;
  let high = passages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passages[middle]! < passage) low = middle + 1;
    else high = middle;
  }
  return passages[low] === passage ? low : -1;
};
