import { ParleyError } from '../../core/errors.ts';

/** Longer questions are refused: they are pasted documents, which belong in an attached file. */
const MAX_QUESTION_CHARS = 8000;

/** The trimmed question; an empty one counts as small talk. @throws BAD_USAGE when it is longer than MAX_QUESTION_CHARS */
export const questionOf = (text: string): string => {
  const question = text.trim();
  if (question.length > MAX_QUESTION_CHARS) {
    throw new ParleyError('BAD_USAGE', {
      message: `That question has ${question.length} characters; the limit is ${MAX_QUESTION_CHARS}.`,
      remedy: 'Ask in fewer words, and put long text into a file beside the question.',
    });
  }
  return question;
};
