import { STOP_WORDS } from '../../core/text/question-terms.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';

/** Questions of one message that are answered. Further ones are only listed. */
export const MAX_QUESTIONS = 4;
/** Minimum content words of a self-contained question. */
const MIN_WORDS = 2;
/** Characters of a message that are read. A longer one contains a pasted page. */
const MAX_CHARS = 4_000;
/** Longer messages may contain statements around their questions. */
const STORY_CHARS = 300;

/** Start of a question after a comma or an "and". */
const OPENS = String.raw`(?:who(?:'?s| is| are| was| do| does| can)|(?:what|where|when|how|why)(?:'?s| is| are| was| were| do| does| did| can| should| must| will)|how (?:many|much|long|often|far|soon)|what (?:if|about)|(?:what|which) \p{L}+ (?:is|are|do|does|can|has|have)|(?:do|does|did|can|may|must|should|am|is|are) (?:i|we|you|there|the|it))\b`;
/** A question that continues the previous one. */
export const GOES_ON = new RegExp(`^(?:and|so|but) ${OPENS}`, 'iu');
const NEXT_QUESTION = new RegExp(`(?:,\\s*(?:and |or )?|\\s+and )(?=${OPENS})`, 'iu');
const BEGINS = new RegExp(`^(?:\\p{N}{1,2}[.)]\\s*)?(?:and |so |but )?${OPENS}`, 'iu');

/**
 * Splits "When do I start, who is my buddy and what's for lunch?" into three questions. Leaves a sentence whose clauses
 * are not all questions.
 */
const clausesOf = (sentence: string): string[] => {
  if (!/[?？]["”)]*$/.test(sentence)) return [sentence];
  const clauses = sentence.split(NEXT_QUESTION).map((clause) => clause.trim());
  return clauses.length > 1 && clauses.every((clause) => BEGINS.test(clause))
    ? clauses.map((clause) => (clause.endsWith('?') ? clause : `${clause}?`))
    : [sentence];
};

/**
 * The questions of a message. Returns several if each is self-contained, drops the story around them, and returns the
 * whole message if it has no question or one that needs its context.
 */
export const questionsIn = (message: string): string[] => {
  const text = message.slice(0, MAX_CHARS).trim();
  const sentences = splitSentences(text).flatMap(({ start, end }) => clausesOf(text.slice(start, end).trim()));
  const hasQuestionMark = (sentence: string) => /[?？]["”)]*$/.test(sentence);
  const asked = sentences
    // The next question often lacks its question mark: "… who pays? and do I need approval".
    .filter(
      (sentence, at) =>
        hasQuestionMark(sentence) || (hasQuestionMark(sentences[at - 1] ?? '') && BEGINS.test(sentence)),
    )
    .map((sentence) => sentence.replace(/^(?:\d{1,2}[.)]|[-*•])\s+/, ''));
  // A question that the next one continues needs one content word: "When do we get paid? And what if it's a Sunday?"
  const isWhole = (sentence: string, next = '') =>
    words(sentence).filter((word) => !STOP_WORDS.has(word)).length >= (GOES_ON.test(next) ? 1 : MIN_WORDS) ||
    GOES_ON.test(sentence);
  const whole = asked.filter((sentence, at) =>
    at === 0 && GOES_ON.test(sentence) ? false : isWhole(sentence, asked[at + 1]),
  );
  if (whole.length >= 2 && whole.length === asked.length) return whole;
  if (whole.length >= 1 && text.length > STORY_CHARS) return whole;
  return [text];
};
