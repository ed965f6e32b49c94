import { fnv1a } from '../../../../core/text/fnv.ts';
import { wordStem } from '../../../../core/text/word-stem.ts';
import { words } from '../../../../core/text/words.ts';

/** Number of hash buckets for words and word pairs. With a few thousand, collisions are rare. */
export const BUCKETS = 2048;

/**
 * A question's features: bucket numbers of its word stems and of neighbouring pairs, with start and end markers, hashed
 * by FNV-1a (feature hashing, Weinberger et al. 2009). Each has the same weight, 1 / sqrt(features), so that the
 * question's length does not matter.
 */
export const featuresOf = (question: string): readonly number[] => {
  const tokens = ['<', ...words(question).map(tokenOf), '>'];
  const grams = tokens.flatMap((token, at) => (at === 0 ? [] : [token, `${tokens[at - 1]} ${token}`]));
  return [...new Set(grams.map((gram) => fnv1a(gram) % BUCKETS))].sort((a, b) => a - b);
};

/** A word's stem. All years become one token, because the particular year does not tell how fast an answer changes. */
const tokenOf = (word: string): string => (/^(?:1[5-9]|20)\d\d$/.test(word) ? '#year' : wordStem(word));
