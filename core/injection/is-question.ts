import type { Span } from '../text/sentences.ts';
import { visibleText } from './visible-text.ts';

/** True for a sentence with a question mark at its end. */
export const isQuestion = (sentence: string): boolean => /[?？؟][^\p{L}\p{N}]*$/u.test(visibleText(sentence));

/** The question marks of a part of a text, as spans of the text. */
export const questionMarksIn = (text: string, { start, end }: Span): Span[] =>
  [...text.slice(start, end).matchAll(/[?？؟]+/g)].map(({ index, 0: marks }) => ({
    start: start + index,
    end: start + index + marks.length,
  }));
