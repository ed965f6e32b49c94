import type { PostingList } from '../../stores/index.ts';
import { BLOCK_SIZE, placeOf, shapeOf } from '../../stores/posting.ts';

/**
 * The passages whose postings weigh most together, best first, and what they weigh. Exact: one pass over the postings, a
 * block of passages at a time, so that the sums being made stay in the processor's cache whatever the corpus's size.
 *
 * @param weights of each list, what a posting weighs by its shape (`shapeOf`); none below 0
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
  /** Keeps the best `count`; of equals those of lower number. */
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

/** Where a passage stands in a list; -1 when it does not. */
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
