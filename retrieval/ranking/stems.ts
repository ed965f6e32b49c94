import { withWordSpaces } from '../../core/text/question-terms.ts';
import { wordStem } from '../../core/text/word-stem.ts';
import { words } from '../../core/text/words.ts';
import { FUNCTION_WORDS, LIGHT_WORDS } from './function-words.ts';
import { identifiersIn } from './identifiers.ts';

/** The Porter stem of a folded word. */
export const stemOf: (word: string) => string = wordStem;

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
