import type { Passage } from '../../../core/document.ts';
import { withoutNumber } from '../pages/heading-stems.ts';
import { sentencesOf } from '../pages/passage-sentences.ts';

/** A question about a page, with text that a correct answer must contain. */
export interface Suggestion {
  question: string;
  documentId: string;
  holds: string;
  /** Id of the passage that must answer it; any passage of the page if absent. */
  passageId?: string;
  /** True if it asks for the rules of a page, so that the answer must state one. */
  asksRules?: boolean;
  /** True if the page asks it in these words. */
  isFromPage?: boolean;
}

/** The headings inside a passage, such as the questions of an FAQ, each with the first sentence below it. */
export const innerTopics = (passage: Passage): { topic: string; holds: string }[] => {
  const { sentences } = sentencesOf(passage);
  return sentences.flatMap(({ section, headings, plain }, at) =>
    headings !== '' && sentences[at - 1]?.section !== section ? [{ topic: withoutNumber(headings), holds: plain }] : [],
  );
};
