import { questionTerms } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';

/** An earlier turn of the thread. */
export interface EarlierTurn {
  question: string;
  answer: string;
}

const POINTS_BACK =
  /^\W*(?:and|or|but|what about|how about|also|then|same|und|et|y|wie ist es|was ist mit|qu'en est-il)\b|\b(?:it|its|they|them|their|that one|this one|those|the same)\b|\b(?:than|like|above|below|over|beyond|besides|before|after|for|of|with|about|from) that\W*$/i;
const ABOUT_A_PERSON = /\b(?:he|she|him|his|her|hers)\b/i;
const NAME = /\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+){1,2}/gu;
/** Minimum content words of a self-contained question. A shorter one only names another value ("in Norway?"). */
const MIN_TERMS = 3;
/** Maximum questions that one goes on with. */
const MAX_CHAIN = 4;

/** What a question takes from earlier turns. */
export interface FollowUp {
  /** The previous question. Its words count too, at a lower weight. */
  earlier?: string;
  /** True if nothing but its shortness tells that the question continues the previous one. */
  fragment?: boolean;
  /** The person that "he" or "she" refers to. */
  person?: string;
}

/**
 * Finds what a question needs from the previous turn: its question ("and in Norway?", "when does it expire?"), or the
 * person that "she" refers to, which is the first name in the previous answer.
 */
export const readFollowUp = (question: string, history: readonly EarlierTurn[]): FollowUp => {
  const before = history.at(-1);
  if (!before) return {};
  const person = ABOUT_A_PERSON.test(question)
    ? [...before.answer.replace(/[*_`“”"]/g, ' ').matchAll(NAME)].at(0)?.[0]
    : undefined;
  if (person !== undefined) return { person };
  return goesOn(question) ? { earlier: askedBefore(history), fragment: !pointsBack(question) } : {};
};

const pointsBack = (question: string): boolean => POINTS_BACK.test(question) || /^\W*do i have to\b/i.test(question);
const goesOn = (question: string): boolean =>
  pointsBack(question) || (questionTerms(question).length < MIN_TERMS && words(question).length <= 6);

/** The question before, behind those that it goes on with itself: "and in Portugal?" alone says little. */
const askedBefore = (history: readonly EarlierTurn[]): string => {
  const recent = history.slice(-MAX_CHAIN).map(({ question }) => question);
  const first = Math.max(
    0,
    recent.findLastIndex((question) => !goesOn(question)),
  );
  return recent.slice(first).join(' ');
};
