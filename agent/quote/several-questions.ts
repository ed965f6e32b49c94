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

/** How a question of its own begins, behind a comma or an "and". */
const OPENS = String.raw`(?:who(?:'?s| is| are| was| do| does| can)|(?:what|where|when|how|why)(?:'?s| is| are| was| were| do| does| did| can| should| must| will)|how (?:many|much|long|often|far|soon)|(?:what|which) \p{L}+ (?:is|are|do|does|can|has|have)|(?:do|does|did|can|may|must|should|am|is|are) (?:i|we|you|there|the|it))\b`;
/** A question that goes on with the one before it, which it is then read after. */
export const GOES_ON = new RegExp(`^(?:and|so|but) ${OPENS}`, 'iu');
const NEXT_QUESTION = new RegExp(`(?:,\\s*(?:and |or )?|\\s+and )(?=${OPENS})`, 'iu');
const BEGINS = new RegExp(`^(?:\\p{N}{1,2}[.)]\\s*)?(?:and |so |but )?${OPENS}`, 'iu');

/** "When do I start, who is my buddy and what's for lunch?" asks three things; a clause that goes on with another does not. */
const clausesOf = (sentence: string): string[] => {
  if (!/[?？]["”)]*$/.test(sentence)) return [sentence];
  const clauses = sentence.split(NEXT_QUESTION).map((clause) => clause.trim());
  return clauses.length > 1 && clauses.every((clause) => BEGINS.test(clause))
    ? clauses.map((clause) => (clause.endsWith('?') ? clause : `${clause}?`))
    : [sentence];
};

/**
 * The questions that a message asks. Several stand on their own; a story around one is left out; a message with none, or
 * with one that needs what stands before it, is a question as a whole.
 */
export const questionsIn = (message: string): string[] => {
  const text = message.slice(0, MAX_CHARS).trim();
  const sentences = splitSentences(text).flatMap(({ start, end }) => clausesOf(text.slice(start, end).trim()));
  const marked = (sentence: string) => /[?？]["”)]*$/.test(sentence);
  const asked = sentences
    // Behind a question the next one often goes without its mark: "… who pays? and do I need approval".
    .filter((sentence, at) => marked(sentence) || (marked(sentences[at - 1] ?? '') && BEGINS.test(sentence)))
    .map((sentence) => sentence.replace(/^(?:\d{1,2}[.)]|[-*•])\s+/, ''));
  const isWhole = (sentence: string) =>
    words(sentence).filter((word) => !STOP_WORDS.has(word)).length >= MIN_WORDS || GOES_ON.test(sentence);
  const whole = asked.filter((sentence, at) => (at === 0 && GOES_ON.test(sentence) ? false : isWhole(sentence)));
  if (whole.length >= 2 && whole.length === asked.length) return whole;
  if (whole.length >= 1 && text.length > STORY_CHARS) return whole;
  return [text];
};
