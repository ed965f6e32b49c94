import type { Evidence } from './evidence.ts';
import { dense, lexicalShare } from './static-features.ts';

/** Only what is near the best by words and by meaning alike is to have any of it. */
const SHARPNESS = 4;
/** A passage that holds half of what a question asks for answers half of it, and is one of several that do. */
const COVERAGE_POWER = 2;
/** The place whose value counts as none: of a question that several passages answer alike, none stands out. */
const LEVEL_PLACE = 3;

/**
 * How far a passage stands out by words and meaning together (docs/search.md, ranking step 9): (BM25 / best · scaled
 * cosine)^4 · (share of the question's words that it holds, by idf)², less the third best passage's, at least 0; by words
 * alone without vectors. A plain
 * question is answered by the one passage that is nearest in meaning and holds its words; links and sub-questions, which lead to
 * the second page of a chain, would put its neighbours before it. A chain's question has no such passage: what is near it
 * holds a part of its words, or several passages hold as many.
 *
 * @returns nothing for all but two passages
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
