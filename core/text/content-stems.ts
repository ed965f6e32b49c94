import { STOP_WORDS, withWordSpaces } from './question-terms.ts';
import { wordStem } from './word-stem.ts';
import { words } from './words.ts';

/** The stems of a text's content words, without duplicates. */
export const contentStems = (text: string): Set<string> => {
  const stems = new Set<string>();
  for (const word of words(withWordSpaces(text))) if (!STOP_WORDS.has(word)) stems.add(stemOf(word));
  return stems;
};

/** The Porter stem, and "die" of "died" and "dies", as in Porter's later algorithm. */
const stemOf = (word: string): string => wordStem(/^[a-z]ie[ds]$/.test(word) ? word.slice(0, -1) : word);

/** The share of `of` that `held` contains; 1 for an empty `of`. */
export const shareIn = (of: ReadonlySet<string>, held: ReadonlySet<string>): number => {
  if (of.size === 0) return 1;
  let found = 0;
  for (const stem of of) if (held.has(stem)) found += 1;
  return found / of.size;
};
