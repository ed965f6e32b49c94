import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { halvesOf, stemOf } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Term } from './terms.ts';

/** Shortest half of a compound: "an" and "other" are no "another". */
const MIN_LETTERS = 3;
/** Maximum passages with a word for it to be looked for in two: what many pages write as one is not written otherwise. */
const MAX_HELD = 2;

/** A question's terms as pages may write them, and further words to look for. */
interface Compounds {
  terms: readonly Term[];
  compounds: readonly string[];
}

/**
 * Words that pages write as one and the question as two: "trustfile" for "trust file", "Node16" for "node 16". A term that is
 * a half of one is met by the whole. And words that the question writes as one and pages perhaps as two: "standup" for
 * "stand-up", which is looked for by its half.
 * @returns the terms, and the compounds and halves that pages contain
 */
export const withCompounds = async (
  text: string,
  terms: readonly Term[],
  vocabulary: Vocabulary | undefined,
): Promise<Compounds> => {
  const pairs = [...pairsIn(text), ...hyphenatedIn(text)];
  const joined = terms.flatMap(({ word, stem }) => {
    const half = halvesOf(word)?.half;
    return half === undefined ? [] : [{ stem, half }];
  });
  if (pairs.length + joined.length === 0 || !vocabulary) return { terms, compounds: [] };
  const counts = await vocabulary.counts([
    ...pairs.map(({ whole }) => stemOf(whole)),
    ...joined.flatMap(({ stem, half }) => [stem, stemOf(half)]),
  ]);
  const countOf = (stem: string) => counts.get(stem) ?? 0;
  const held = pairs.filter(({ whole }) => countOf(stemOf(whole)) > 0);
  const parted = joined.filter(({ stem, half }) => countOf(stem) <= MAX_HELD && countOf(stemOf(half)) > 0);
  return {
    terms: terms.map((term) => {
      const wholes = held.flatMap(({ first, second, whole }) =>
        [first, second].some((half) => stemOf(half) === term.stem) ? [stemOf(whole)] : [],
      );
      // Of a word that no page writes as one, its half is related.
      const halves = parted.flatMap(({ stem, half }) => (stem === term.stem && !countOf(stem) ? [stemOf(half)] : []));
      return wholes.length + halves.length === 0
        ? term
        : { ...term, same: [...term.same, ...wholes], synonyms: [...term.synonyms, ...wholes, ...halves] };
    }),
    compounds: [...held.map(({ whole }) => whole), ...parted.map(({ half }) => half)],
  };
};

interface Pair {
  first: string;
  second: string;
  whole: string;
}

/** Two words side by side, or a word and its number. */
const pairsIn = (text: string): Pair[] => {
  const typed = words(text);
  return typed.flatMap((first, at): Pair[] => {
    const second = typed[at + 1];
    return second !== undefined && isHalf(first) && (isHalf(second) || /^\d{1,3}$/.test(second))
      ? [{ first, second, whole: first + second }]
      : [];
  });
};

/** "stand-up": one of its halves may be a word that joins others. */
const hyphenatedIn = (text: string): Pair[] =>
  Array.from(text.toLowerCase().matchAll(/(?<![\p{L}\p{N}-])(\p{L}{2,})-(\p{L}{2,})(?![\p{L}\p{N}-])/gu), (found) => {
    const [first = '', second = ''] = words(found[0]);
    return { first, second, whole: first + second };
  });

const isHalf = (word: string): boolean => word.length >= MIN_LETTERS && !STOP_WORDS.has(word) && /^\p{L}+$/u.test(word);
