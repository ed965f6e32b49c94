import { contentStems } from '../text/content-stems.ts';
import type { Span } from '../text/sentences.ts';
import { speakerLength } from '../text/speaker.ts';
import { readingUnits } from './reading-units.ts';
import { visibleText } from './visible-text.ts';

/** True for a sentence with a question mark at its end. */
export const isQuestion = (sentence: string): boolean => /[?？؟][^\p{L}\p{N}]*$/u.test(visibleText(sentence));

/**
 * Finds a page's questions that share no word with the asker's. They are no evidence, and a model may take one for its
 * task. A question that shares a word may be the heading of its answer, as in an FAQ. Speaker names are not included,
 * so that the rest of a chat line keeps its speaker.
 */
export const findStrayQuestions = (text: string, asked: string): Span[] => {
  if (!/[?？؟]/.test(text)) return [];
  const wanted = contentStems(asked);
  if (wanted.size === 0) return [];
  return readingUnits(text).flatMap(({ start, end }) => {
    const unit = text.slice(start, end);
    const speaker = speakerLength(unit);
    const sentence = unit.slice(speaker);
    const isStray = isQuestion(sentence) && ![...contentStems(sentence)].some((stem) => wanted.has(stem));
    return isStray ? [{ start: start + speaker, end }] : [];
  });
};
