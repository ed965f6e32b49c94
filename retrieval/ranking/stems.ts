import { stemmer } from 'stemmer';
import { withWordSpaces } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import { FUNCTION_WORDS, LIGHT_WORDS } from './function-words.ts';
import { identifiersIn } from './identifiers.ts';

/** A cache of stems, which is ten times as fast as stemming again. */
const known = new Map<string, string>();
const MAX_CACHED = 50_000;

/** The Porter stem of a folded word (M. F. Porter, 1980). */
export const stemOf = (word: string): string => {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stem = stemmer(word);
  if (known.size >= MAX_CACHED) known.clear();
  known.set(word, stem);
  return stem;
};

/** The stems of a text's content words, in order and with repetitions. */
export const contentStems = (text: string): string[] => {
  const stems: string[] = [];
  for (const word of words(withWordSpaces(text))) if (!FUNCTION_WORDS.has(word)) stems.push(stemOf(word));
  return stems;
};

/** Keys of a text's identifiers and the stems of the words in them. They do not count towards the text's length. */
export const identifierStems = (text: string): string[] =>
  identifiersIn(text).flatMap(({ key, words: parts }) => [key, ...parts.map(stemOf)]);

/** Keys of a text's light words and compounds. They do not count towards the text's length. */
export const lightStems = (text: string): string[] => [
  ...words(text).flatMap((word) => LIGHT_WORDS.get(word) ?? []),
  ...compoundStems(text),
];

/** Keys of compounds that lose a word otherwise, because it is a function word by itself: "all-hands", "add-on". */
export const compoundStems = (text: string): string[] =>
  Array.from(text.matchAll(/\p{L}+(?:-\p{L}+)+/gu), ([compound]) => words(compound)).flatMap((parts) =>
    parts.some((part) => FUNCTION_WORDS.has(part)) ? [parts.map(stemOf).join('-')] : [],
  );
