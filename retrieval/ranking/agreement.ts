import type { Evidence } from './evidence.ts';
import { dense, lexicalShare } from './static-features.ts';

/** Exponent of the product of scores. High, so that only passages near the best by both words and meaning get a value. */
const SHARPNESS = 4;
/** Exponent of the share of the question's words. Passages with half of the words answer half of it, and there are several. */
const COVERAGE_POWER = 2;
/** The rank whose value is subtracted from all. If several passages have similar values, no passage gets any. */
const LEVEL_PLACE = 3;

/**
 * How far a passage is ahead of the others by words and meaning together (docs/search.md, ranking step 9): (BM25 / best ·
 * scaled cosine)^4 · (idf-weighted share of the question's words in the passage)², minus the value of the third best passage.
 * Without vectors, the cosine is left out.
 *
 * A single-hop question is answered by the passage that is nearest in meaning and contains its words. Links and sub-questions,
 * which lead to the second page of a chain, would rank its neighbours above it. For a multi-hop question there is no such
 * passage: those near it contain only some of its words, or several passages contain equally many.
 *
 * @returns the values of the best two passages; all others have none
 */
export const agreements = (
  { lexical, cosines }: Pick<Evidence, 'lexical' | 'cosines'>,
  passages: readonly number[],
): Map<number, number> => {
  const valued = passages.map((passage): [number, number] => [
    passage,
    (lexicalShare(lexical, passage) * (cosines ? dense(cosines, passage) : 1)) ** SHARPNESS *
      lexical.heldShare(passage, cosines ? 'all' : 'held') ** COVERAGE_POWER,
  ]);
  valued.sort((a, b) => b[1] - a[1]);
  const level = valued[LEVEL_PLACE - 1]?.[1] ?? 0;
  return new Map(valued.slice(0, LEVEL_PLACE - 1).map(([passage, value]) => [passage, value - level]));
};
