import { contentStems } from '../../../../core/text/content-stems.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../../reading/term-match.ts';
import { rangeIn } from '../../words/numbers.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemsOf } from '../../words/stems.ts';
import { isOfAnotherKind } from './another-kind.ts';
import { isOfAnotherSection } from './another-section.ts';

// Detects that a candidate speaks of another case than the one asked about.

/** "cakes under 3 euros", "more than 40 beds": a bound that rows meet or not. */
const BOUND =
  /\b(?:under|below|less than|fewer than|cheaper than|over|above|more than|greater than|at least|at most|up to)\s+(?:[A-Z]{3}\s)?[€$£]?\d/i;

/** True for a plain row if the question bounds a number. That its cells hold the same digits does not mean that it meets it. */
const isUnbounded = (question: string, { table, rows = [], operation }: Candidate): boolean =>
  table !== undefined &&
  operation === undefined &&
  BOUND.test(question) &&
  !rows.some((row) => table.rows[row]?.some((cell) => rangeIn(cell) !== undefined));

const PLACE = 'behind|in front of|outside|inside|in|on|at|near|by|under|beside|next to|above|below|over';
/** "Is smoking allowed behind the kitchen?" Groups 1 and 2 are the preposition and the place. */
const ASKED_PLACE = new RegExp(
  `\\b(?:allowed|permitted|forbidden|prohibited|ok(?:ay)?|(?:can|may|could) (?:i|we|you|one|people|guests|visitors)\\b.*?)\\s+(${PLACE})\\s+(?:the|our|my|your)\\s+([\\p{L}-]+(?:\\s[\\p{L}-]+)?)\\W*$`,
  'iu',
);
/** A rule that holds wherever one is. */
const EVERYWHERE = /\b(?:anywhere|everywhere|nowhere|all|any|every|no|whole|entire|throughout)\b/i;

const placeAsked = ofLast((question: string) => {
  const [, preposition, place] = ASKED_PLACE.exec(question) ?? [];
  if (preposition === undefined || place === undefined) return undefined;
  return {
    stems: contentStems(place),
    others: new RegExp(`\\b${preposition}\\s+(?:the|our|my|your)\\s+([\\p{L}-]+(?:\\s[\\p{L}-]+)?)`, 'iu'),
  };
});

/** True if the question asks for a rule at some place, and the sentence states it for another ("behind the boiler house"). */
const isElsewhere = (question: string, { plain, headings, title, sentence }: Candidate): boolean => {
  const asked = placeAsked(question);
  if (!sentence || !asked || asked.stems.size === 0 || EVERYWHERE.test(plain)) return false;
  const isNamed = (held: ReadonlySet<string>) => [...asked.stems].some((stem) => held.has(stem));
  if (isNamed(contentStems(plain)) || isNamed(headings) || isNamed(title)) return false;
  return asked.others.test(plain);
};

/** "(not after a trial period)", "(excluding the deposit)": what a sentence only names to leave it out. */
const LEFT_OUT = /\((?:not|excluding|except(?: for)?|excl\.?|unlike|other than|rather than|instead of)\b[^()]*\)/giu;

/** True if a sentence has what is asked only where it leaves it out, which says neither what it is nor how much. */
const isLeftOut = ({ terms, types }: ReadQuestion, { plain, sentence }: Candidate): boolean => {
  if (!sentence || types.includes('yes-no') || !plain.includes('(')) return false;
  const rest = plain.replace(LEFT_OUT, ' ');
  if (rest === plain) return false;
  const [whole, told] = [new Set(stemsOf(plain)), new Set(stemsOf(rest))];
  const held = terms.filter((term) => !term.light && termMatch(term, whole) >= MIN_TERM_MATCH);
  return held.length > 0 && held.every((term) => termMatch(term, told) < MIN_TERM_MATCH);
};

/** True if a candidate speaks of another case than the question: another place, another bound. */
export const isAnotherCase = (question: ReadQuestion, candidate: Candidate): boolean =>
  isUnbounded(question.text, candidate) ||
  isOfAnotherKind(question, candidate) ||
  isOfAnotherSection(question, candidate) ||
  isElsewhere(question.text, candidate) ||
  isLeftOut(question, candidate);
