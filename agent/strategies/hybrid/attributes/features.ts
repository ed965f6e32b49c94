import { stemmer } from 'stemmer';
import { words } from '../../../../core/text/words.ts';

/** Places that a question's words and word pairs are hashed into; collisions are rare among some thousand of them. */
export const BUCKETS = 2048;

/**
 * A question as a set of places: the stems of its words and neighbouring pairs of them, its ends marked, hashed by FNV-1a (Weinberger
 * et al. 2009, feature hashing). Every place counts alike, 1 / sqrt(places), so that length says nothing.
 */
export const featuresOf = (question: string): readonly number[] => {
  const tokens = ['<', ...words(question).map(tokenOf), '>'];
  const grams = tokens.flatMap((token, at) => (at === 0 ? [] : [token, `${tokens[at - 1]} ${token}`]));
  return [...new Set(grams.map((gram) => hash(gram) % BUCKETS))].sort((a, b) => a - b);
};

/** A word's stem; years are one token, for which year it is says nothing of how fast an answer changes. */
const tokenOf = (word: string): string => (/^(?:1[5-9]|20)\d\d$/.test(word) ? '#year' : stemmer(word));

const hash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
};
