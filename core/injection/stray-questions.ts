import { contentStems } from '../text/content-stems.ts';
import type { Span } from '../text/sentences.ts';
import { speakerLength } from '../text/speaker.ts';
import { readingUnits } from './reading-units.ts';
import { visibleText } from './visible-text.ts';

/** True for a sentence that asks. It states nothing. */
export const isQuestion = (sentence: string): boolean => /[?？؟][^\p{L}\p{N}]*$/u.test(visibleText(sentence));

/**
 * The questions of a page that ask for something else than the asker does: they are no evidence, and a model may take one
 * for its task. One that shares a word with what is asked may be the head of its answer, as in a list of questions. Who asks
 * is left standing: without the name, what follows on the line would be said by whoever spoke before.
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
