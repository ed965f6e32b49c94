import { visibleText } from './visible-text.ts';

/** True for a sentence with a question mark at its end. */
export const isQuestion = (sentence: string): boolean => /[?？؟][^\p{L}\p{N}]*$/u.test(visibleText(sentence));
