import { stemmer } from 'stemmer';
import { spaced } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { identifiersIn } from './identifiers.ts';

/** Stems repeat without end; remembering them is ten times as fast as making them again. */
const known = new Map<string, string>();
const MAX_KNOWN = 50_000;

/** The Porter stem of a folded word (M. F. Porter, 1980). */
export const stemOf = (word: string): string => {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stem = stemmer(word);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(word, stem);
  return stem;
};

/** A text's content words as stems, in order, with repeats; function words are left out. */
export const contentStems = (text: string): string[] => {
  const stems: string[] = [];
  for (const word of words(spaced(text))) if (!FUNCTION_WORDS.has(word)) stems.push(stemOf(word));
  return stems;
};

/** A text's identifiers, whole and by the words that they are made of. Beside its words: they make no text longer. */
export const identifierStems = (text: string): string[] =>
  identifiersIn(text).flatMap(({ key, words: parts }) => [key, ...parts.map(stemOf)]);
