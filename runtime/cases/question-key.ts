import type { Scope } from '../../core/document.ts';
import { STOP_WORDS, withWordSpaces } from '../../core/text/question-terms.ts';
import { wordStem } from '../../core/text/word-stem.ts';
import { words } from '../../core/text/words.ts';

/** Stop words that change a question's meaning, so that they are part of its key. */
const SIGNIFICANT = new Set(['who', 'whom', 'whose', 'when', 'where', 'why', 'how', 'no', 'not', 'nor', 'against']);
/** Polite words, which are not part of the key. */
const COURTESY = new Set(['please', 'thanks', 'thank', 'hi', 'hello', 'hey', 'tell', 'know']);

/**
 * A key that different wordings of the same question have in common: the stems of their content words, in order, and the
 * asker's scopes. The order matters: "does Ann report to Ben" is not "does Ben report to Ann". Empty for a question without
 * content words.
 *
 * @example questionKey('How many days off do I get?', ['everyone']) === questionKey('how many day off would we get', ['everyone'])
 */
export const questionKey = (
  question: string,
  scopes: readonly Scope[],
  thread: readonly { question: string }[] = [],
): string => {
  const stems = contentOf(question);
  if (stems.length === 0) return '';
  const before = thread.at(-1);
  return [[...scopes].sort().join(' '), before ? contentOf(before.question).join(' ') : '', stems.join(' ')].join('\n');
};

const contentOf = (question: string): string[] =>
  words(withWordSpaces(question))
    .filter((word) => SIGNIFICANT.has(word) || !(STOP_WORDS.has(word) || COURTESY.has(word)))
    .map((word) => wordStem(word));
