import { questionTerms } from '../../core/text/question-terms.ts';

/**
 * What to search for where a thread has gone before and no model can rewrite the question: a question that points back
 * ("and in Norway?", "when does it expire?") is searched together with the one before it.
 */
export const withThread = (question: string, history: readonly { question: string }[]): string => {
  const before = history.at(-1)?.question;
  if (before === undefined) return question;
  const pointsBack =
    /^\W*(and|or|but|what about|how about|also|then|same)\b/i.test(question) ||
    /\b(it|its|they|them|their|he|she|him|his|her|there|that|those|this one|that one|these|the same)\b/i.test(
      question,
    ) ||
    questionTerms(question).length < 2;
  return pointsBack ? `${before} ${question}` : question;
};
