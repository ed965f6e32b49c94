import { words } from '../../../../core/text/words.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import { withoutNumber } from '../../pages/heading-stems.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../../reading/term-match.ts';
import { stemOf } from '../../words/stems.ts';

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

/** Minimum agreement of a question and one in a heading for them to ask the same in other words. */
const MIN_AGREEMENT = 0.65;
/** What kind of question it is: "how", "can". A statement or a few words ask nothing in particular. */
const KIND =
  /^\W*(?:(?:and|so|but|hi|hello|hey|ok)\W+)*(how (?:many|much|long|often|far|old|big)|how|what|which|who|where|when|why|(?=(?:can|could|may|must|should|is|are|do|does|did|will)\b))/i;

/**
 * True if the heading above a sentence is the question itself, as in a FAQ, in these or other words.
 * @param agreement how far heading and question name the same things, 0 to 1
 */
export const isAskedAbove = (
  { sentence }: Candidate,
  { text, terms }: Pick<ReadQuestion, 'text' | 'terms'>,
  agreement: number,
): boolean => {
  const heading = sentence?.itself.headings ?? '';
  if (!/[?？]\s*$/.test(heading)) return false;
  const [asked, above] = [wordsOf(text), wordsOf(withoutNumber(heading))];
  if (asked.length < MIN_WORDS) return false;
  if (asked.join(' ') === above.join(' ')) return true;
  const kindOf = (one: string) => KIND.exec(one)?.[1]?.toLowerCase();
  const kind = kindOf(text);
  const stems = sentence?.itself.headingStems ?? new Set();
  return (
    agreement >= MIN_AGREEMENT &&
    kind !== undefined &&
    kind === kindOf(withoutNumber(heading)) &&
    terms.every((term) => term.light || termMatch(term, stems) >= MIN_TERM_MATCH)
  );
};
