import { stemmer } from 'stemmer';
import type { Scope } from '../../core/document.ts';
import { STOP_WORDS, spaced } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';

/** Words that make another question of the same other words: who or when is asked for, and what is denied. */
const KEPT = new Set(['who', 'whom', 'whose', 'when', 'where', 'why', 'how', 'no', 'not', 'nor', 'against']);
/** Words of courtesy. */
const COURTESY = new Set(['please', 'thanks', 'thank', 'hi', 'hello', 'hey', 'tell', 'know']);

/**
 * What two wordings of the same question share: the stems of their content words in the order asked, and who asks (the
 * scopes). The order counts, because "does Ann report to Ben" is not "does Ben report to Ann". Empty for a question without
 * a content word.
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
  words(spaced(question))
    .filter((word) => KEPT.has(word) || !(STOP_WORDS.has(word) || COURTESY.has(word)))
    .map((word) => stemmer(word));
