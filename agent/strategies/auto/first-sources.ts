import { contentStems } from '../../../core/text/content-stems.ts';
import { speakerLength } from '../../../core/text/speaker.ts';
import { isListItem } from '../../references/lead-in.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { areInDifferentLanguages, isEnglish } from './english.ts';
import { excerptOf, isPageOf, namesOf } from './mentions.ts';

/** Passages that the first call reads whole. */
const MAX_WHOLE_PASSAGES = 3;

/**
 * Shortens the first call's later passages to their first sentence and those that share a word with the question: of 809
 * statements that 396 questions rest on and that were in view, 85 in such passages, one was left out, and a later call
 * may still read it. Keeps the pages that the question names, what sentences do not divide (lists, tables, what people
 * say to each other) and what has other words for the same (another language).
 */
export const shortenLaterPassages = (sources: readonly NumberedReference[], question: string): NumberedReference[] => {
  if (!isEnglish(question)) return [...sources];
  const asked = contentStems(question);
  const names = namesOf(question);
  let passages = 0;
  return sources.map((one) => {
    if (one.kind !== 'passage') return one;
    passages += 1;
    if (passages <= MAX_WHOLE_PASSAGES || isPageOf(names, one.title)) return one;
    if (!isProse(one.text) || areInDifferentLanguages(question, one.text)) return one;
    return excerptOf(one, (sentence, at) => at === 0 || sharesWord(sentence, asked)) ?? one;
  });
};

const sharesWord = (sentence: string, asked: ReadonlySet<string>): boolean =>
  [...contentStems(sentence)].some((stem) => asked.has(stem));

/** True for a text without list items, table rows and chat lines. */
const isProse = (text: string): boolean =>
  text.split('\n').every((line) => !isListItem(line) && !line.trimStart().startsWith('|') && speakerLength(line) === 0);
