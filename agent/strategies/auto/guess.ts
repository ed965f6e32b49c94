import { words } from '../../../core/text/words.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { containedNames, namesOf } from './mentions.ts';
import type { Attempt } from './tasks/answer-attempt.ts';

/**
 * True if only one link is missing and a source names what the model believes it is. If no page states the link, the
 * full rule decides whether the answer is likely.
 */
export const guessesOneLink = (
  { verdict, missing, guess }: Attempt,
  question: string,
  sources: readonly Pick<NumberedReference, 'title' | 'text'>[],
): boolean => {
  if (verdict !== 'unknown' || missing.length !== 1) return false;
  const believed = guessedNames(guess, question);
  return sources.some(({ title, text }) => containedNames(believed, `${title} ${text}`).length > 0);
};

/**
 * The guess without remarks in brackets, and the names in it ("Venice, on its islands"). Leaves out what the question
 * names, which every source of a question contains.
 */
const guessedNames = (guess: string, question: string): string[] => {
  const bare = guess.replace(/\([^()]*\)/g, ' ');
  const believed = [words(bare).join(' '), ...namesOf(bare)].filter((name) => name !== '');
  const asked = new Set(containedNames(believed, question));
  return believed.filter((name) => !asked.has(name));
};
