import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { stemOf } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Term } from './terms.ts';

/** Shortest half of a compound: "an" and "other" are no "another". */
const MIN_LETTERS = 3;

/**
 * Words that pages write as one and the question as two: "trustfile" for "trust file". A term that is a half of one is met
 * by the whole.
 * @returns the terms, and the compounds that pages contain
 */
export const withCompounds = async (
  text: string,
  terms: readonly Term[],
  vocabulary: Vocabulary | undefined,
): Promise<{ terms: readonly Term[]; compounds: readonly string[] }> => {
  const typed = words(text);
  const pairs = typed.flatMap((first, at) => {
    const second = typed[at + 1];
    return second !== undefined && [first, second].every(isHalf) ? [{ first, second, whole: first + second }] : [];
  });
  if (pairs.length === 0 || !vocabulary) return { terms, compounds: [] };
  const counts = await vocabulary.counts(pairs.map(({ whole }) => stemOf(whole)));
  const held = pairs.filter(({ whole }) => (counts.get(stemOf(whole)) ?? 0) > 0);
  if (held.length === 0) return { terms, compounds: [] };
  return {
    terms: terms.map((term) => {
      const wholes = held.flatMap(({ first, second, whole }) =>
        [first, second].some((half) => stemOf(half) === term.stem) ? [stemOf(whole)] : [],
      );
      return wholes.length === 0
        ? term
        : { ...term, same: [...term.same, ...wholes], synonyms: [...term.synonyms, ...wholes] };
    }),
    compounds: held.map(({ whole }) => whole),
  };
};

const isHalf = (word: string): boolean => word.length >= MIN_LETTERS && !STOP_WORDS.has(word) && /^\p{L}+$/u.test(word);
