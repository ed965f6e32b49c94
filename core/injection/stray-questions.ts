import { contentStems } from '../text/content-stems.ts';
import type { Span } from '../text/sentences.ts';
import { speakerLength } from '../text/speaker.ts';
import { isQuestion } from './is-question.ts';
import { readingUnits } from './reading-units.ts';
import { isSpoken } from './spoken-lines.ts';

/**
 * Finds a page's questions that share no word with the asker's. They are no evidence, and a model may take one for its
 * task. A question that shares a word may be the heading of its answer, as in an FAQ, and what people ask each other in
 * a chat is part of what they say. Speaker names are not included, so that the rest of a chat line keeps its speaker.
 */
export const findStrayQuestions = (text: string, asked: string): Span[] => {
  if (!/[?？؟]/.test(text)) return [];
  const wanted = contentStems(asked);
  if (wanted.size === 0) return [];
  return readingUnits(text).flatMap(({ start, end }) => {
    const unit = text.slice(start, end);
    const speaker = speakerLength(unit);
    const sentence = unit.slice(speaker);
    if (!isQuestion(sentence) || [...contentStems(sentence)].some((stem) => wanted.has(stem))) return [];
    return isSpoken(text, start) ? [] : [{ start: start + speaker, end }];
  });
};
