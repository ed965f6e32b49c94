import { words } from '../../../core/text/words.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { withoutNumber } from '../candidates/heading-stems.ts';
import { stemOf } from '../reading/stems.ts';

/** Words that people change when they repeat a question. */
const DETERMINERS = new Set(
  'a an the this that these those my our your some any der die das den dem ein eine einen einem mein unser le la les un une des mon notre el los las una mi nuestro'.split(
    ' ',
  ),
);
/** A shorter question ("What is it?") stands over many things. */
const MIN_WORDS = 4;

const wordsOf = (question: string): string[] =>
  words(question)
    .filter((word) => !DETERMINERS.has(word))
    .map(stemOf);

/** True if the heading above a sentence is the question itself, as in a FAQ. */
export const isAskedAbove = ({ sentence }: Candidate, question: string): boolean => {
  const heading = sentence?.itself.headings ?? '';
  if (!/[?？]\s*$/.test(heading)) return false;
  const asked = wordsOf(question);
  return asked.length >= MIN_WORDS && asked.join(' ') === wordsOf(withoutNumber(heading)).join(' ');
};
