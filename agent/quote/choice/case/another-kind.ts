import { STOP_WORDS } from '../../../../core/text/question-terms.ts';
import { words } from '../../../../core/text/words.ts';
import { type Candidate, readText } from '../../candidates/candidate.ts';
import { CONTRASTING_KINDS, OTHER_WORDS_FOR_KINDS } from '../../lists/contrasting-kinds.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemOf, stemsOf } from '../../words/stems.ts';

// Detects that a candidate speaks of another kind of the thing than the one asked about. Kinds share most of their words, so
// that they score alike: "half a pint" and "a pint", "the next check" and "last checked".

const LISTS = CONTRASTING_KINDS.trim()
  .split('\n')
  .map((line) => line.trim().split(' '));
const sortsOf = (lists: readonly (readonly string[])[]) =>
  lists.map((list) => list.map((kind) => [kind, ...(OTHER_WORDS_FOR_KINDS[kind] ?? [])].map(stemOf)));
const SORTS = sortsOf(LISTS);
/** Kinds only where they stand before the same word: "the first notice", and not "first aid" or "a second". */
const ORDERS = sortsOf([
  ['next', 'last', 'previous'],
  ['first', 'second', 'third', 'fourth'],
]);
/** What makes another thing of a thing: a vice captain is no captain. */
const MARKS = [
  ['vice', 'deputy', 'assistant'],
  ['half'],
  ['spare', 'replacement', 'backup'],
  ['former', 'previous'],
  ['acting', 'interim'],
].map((list) => list.map(stemOf));
/** A telephone's number need not be that of a mobile one. */
const MOBILE_NUMBER =
  /\b(?:mobile|cell)(?:['’]s)? number\b|\bnumber of (?:\p{L}+['’]s|her|his|their) (?:mobile|cell)\b/iu;
const MOBILE = ['mobile', 'cell'].map(stemOf);

/** "Can I have her number" asks for the number. */
const REQUEST =
  /^\W*(?:(?:hi|hello|hey|please)\W+)*(?:can|could|may) (?:i|we|you)(?: please)? (?:have|get|tell|give|see)\b/i;
/** "year 4", "room 12", and not "costs 3,200" */
const NUMBERED = /\b([a-z]{3,}) (\d{1,3})(?![\d.,]*\d)\b/gi;

/** What a question says of kinds. */
const asked = ofLast((text: string) => {
  const stems = words(text).map(stemOf);
  const held = new Set(stems);
  const before = (members: readonly string[]) =>
    stems.flatMap((stem, at) => {
      const thing = stems[at + 1];
      return members.includes(stem) && thing !== undefined && !STOP_WORDS.has(thing) ? [{ stem, thing }] : [];
    });
  const isNamed = (kind: readonly string[]) => kind.some((stem) => held.has(stem));
  return {
    // Two of a sort are compared.
    kinds: SORTS.flatMap((sort) => {
      const named = sort.filter(isNamed);
      const [kind] = named;
      return kind && named.length === 1 ? [{ kind, others: sort.filter((other) => other !== kind).flat() }] : [];
    }),
    orders: ORDERS.flatMap((sort) => before(sort.flat()).map((found) => ({ ...found, others: sort.flat() }))),
    marks: MARKS.flatMap((marks) => before(marks).map(({ thing }) => ({ marks, thing }))),
    asksMobile: MOBILE_NUMBER.test(text),
    numbers: [...text.matchAll(NUMBERED)].map(([, head = '', number]) => ({
      head: stemOf(head.toLowerCase()),
      number: Number(number),
    })),
  };
});

/**
 * True if the question asks about one kind of a thing, and the candidate and what stands above it name another and not this
 * one. A question for yes or no may be answered by another kind: "can I pay by card" by "cash only".
 */
export const isOfAnotherKind = (question: ReadQuestion, candidate: Candidate): boolean => {
  // An operator has read what it chose by: "the last week of December" is a row of dates.
  if (candidate.operation) return false;
  if (question.types.includes('yes-no') && !REQUEST.test(question.text)) return false;
  const { kinds, orders, marks, numbers, asksMobile } = asked(question.text);
  if (numbers.some((one) => isNumberedOtherwise(one, candidate))) return true;
  if (!asksMobile && kinds.length === 0 && orders.length === 0 && marks.length === 0) return false;
  const shown = stemsOf(readText(candidate));
  const all = new Set([...shown, ...candidate.own, ...candidate.lead, ...candidate.title, ...candidate.headings]);
  const isSaid = (stems: readonly string[]) => stems.some((stem) => all.has(stem));
  const isOwn = (stem: string) => candidate.own.has(stem) || candidate.lead.has(stem);
  return (
    kinds.some(({ kind, others }) => !isSaid(kind) && others.some(isOwn)) ||
    (asksMobile && !isSaid(MOBILE)) ||
    marks.some(({ marks: these, thing }) => all.has(thing) && !isSaid(these)) ||
    orders.some(({ stem, thing, others }) => {
      const found = new Set(shown.flatMap((one, at) => (shown[at + 1] === thing ? [one] : [])));
      return !found.has(stem) && others.some((other) => found.has(other));
    })
  );
};

/** True for rows of a table that has a column of what the question numbers, and another number in it: year 3 for "year 4". */
const isNumberedOtherwise = (
  { head, number }: { head: string; number: number },
  { table, rows = [] }: Candidate,
): boolean => {
  const column = table?.columnStems.findIndex((stems) => stems.has(head)) ?? -1;
  if (!table || column < 0) return false;
  const numbers = rows.flatMap((row) => (table.rows[row]?.[column] ?? '').match(/\d+/g) ?? []).map(Number);
  const [from = 0, to = 0] = numbers;
  const isBetween = numbers.length === 2 && from < number && number < to;
  return numbers.length > 0 && !numbers.includes(number) && !isBetween;
};
