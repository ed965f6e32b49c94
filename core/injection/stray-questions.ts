import { contentStems } from '../text/content-stems.ts';
import type { Span } from '../text/sentences.ts';
import { readingUnits } from './reading-units.ts';
import { visibleText } from './visible-text.ts';

/** True for a sentence that asks. It states nothing. */
export const isQuestion = (sentence: string): boolean => /[?？؟][^\p{L}\p{N}]*$/u.test(visibleText(sentence));

/**
 * The questions of a page that ask for something else than the asker does: they are no evidence, and a model may take one
 * for its task. One that shares a word with what is asked may be the head of its answer, as in a list of questions.
 */
export const findStrayQuestions = (text: string, asked: string): Span[] => {
  if (!/[?？؟]/.test(text)) return [];
  const wanted = contentStems(asked);
  if (wanted.size === 0) return [];
  return readingUnits(text).filter(({ start, end }) => {
    const sentence = text.slice(start, end);
    return isQuestion(sentence) && ![...contentStems(sentence)].some((stem) => wanted.has(stem));
  });
};
