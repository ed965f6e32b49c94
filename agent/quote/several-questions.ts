import { STOP_WORDS } from '../../core/text/question-terms.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';

/** Questions of one message that are answered one by one; further ones are named. */
export const MAX_QUESTIONS = 4;
/** Content words without which a question stands on the one before it. */
const MIN_WORDS = 2;
/** A message is read up to here: more is a pasted page, not a question. */
const MAX_CHARS = 4_000;
/** Beyond this, what is no question is the story around it. */
const STORY_CHARS = 300;

/**
 * The questions that a message asks. Several stand on their own; a story around one is left out; a message with none, or
 * with one that needs what stands before it, is a question as a whole.
 */
export const questionsIn = (message: string): string[] => {
  const text = message.slice(0, MAX_CHARS).trim();
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end).trim());
  const asked = sentences.filter((sentence) => /[?？]["”)]*$/.test(sentence));
  const whole = asked.filter((sentence) => words(sentence).filter((word) => !STOP_WORDS.has(word)).length >= MIN_WORDS);
  if (whole.length >= 2 && whole.length === asked.length) return whole;
  if (whole.length >= 1 && text.length > STORY_CHARS) return whole;
  return [text];
};
