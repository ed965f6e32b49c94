import { contentStems } from '../../../core/text/content-stems.ts';
import { HEADING } from '../../../core/text/headings.ts';
import { isListItem } from '../../../core/text/list-items.ts';
import { speakerLength } from '../../../core/text/speaker.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { areInDifferentLanguages, isEnglish } from './english.ts';
import { excerptOf, isPageOf, namesOf } from './mentions.ts';

/** Passages that the first call reads whole. */
const MAX_WHOLE_PASSAGES = 3;

/**
 * Shortens the first call's later passages to what bears on the question (`partOf`), except those of pages that it names:
 * of 809 statements that 396 questions rest on and that were in view, 85 in such passages, one was left out, and a later
 * call may still read it.
 * @param searches what was searched for in other words
 */
export const shortenLaterPassages = (
  sources: readonly NumberedReference[],
  question: string,
  searches: readonly string[] = [],
): NumberedReference[] => {
  const names = namesOf(question);
  const asked = [question, ...searches].join(' ');
  let passages = 0;
  return sources.map((one) => {
    if (one.kind !== 'passage') return one;
    passages += 1;
    return passages <= MAX_WHOLE_PASSAGES || isPageOf(names, one.title) ? one : partOf(one, asked);
  });
};

/**
 * The first sentence of a passage and those that share a word with the texts asked, without headings. Keeps what sentences
 * do not divide (lists, tables, what people say to each other) and what has other words for the same (another language).
 */
export const partOf = (passage: NumberedReference, asked: string): NumberedReference => {
  const { kind, text } = passage;
  if (kind !== 'passage' || !isEnglish(asked) || !isProse(text) || areInDifferentLanguages(asked, text)) return passage;
  const wanted = contentStems(asked);
  const sharesWord = (sentence: string) => [...contentStems(sentence)].some((stem) => wanted.has(stem));
  let isFirst = true;
  return (
    excerptOf(passage, (sentence) => {
      // A heading alone says nothing.
      if (HEADING.test(sentence)) return false;
      const isKept = isFirst || sharesWord(sentence);
      isFirst = false;
      return isKept;
    }) ?? passage
  );
};

/** True for a text without list items, table rows and chat lines. */
const isProse = (text: string): boolean =>
  text.split('\n').every((line) => !isListItem(line) && !line.trimStart().startsWith('|') && speakerLength(line) === 0);
