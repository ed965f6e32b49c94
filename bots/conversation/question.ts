import { ParleyError } from '../../core/errors.ts';

/** Questions beyond this many characters are refused: they are pasted documents, which belong into a file. */
export const MAX_QUESTION_CHARS = 8000;

/** The question in a message; an empty one is small talk. @throws BAD_USAGE when there is too much of it */
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
