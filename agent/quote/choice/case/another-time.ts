import { type Candidate, readText } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { daysIn, MONTHS, yearOf } from '../../words/dates.ts';
import { namesInRanges } from '../../words/named-ranges.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemOf, stemsOf } from '../../words/stems.ts';

// Detects that a candidate says what is so now, where the question asks what was so before or will be so from some month on.

/** "Who used to run it", "what was the fee originally" */
const SAYS_ENDED = /\b(?:used to|previously|formerly|originally|in the past|back then|predecessors?)\b|\bearlier\W*$/i;
const BEFORE = /\b(?:before|until|till|prior to|up to|up till)\b/i;
const PAST_VERB =
  /\b(?:was|were|had|did|held|led|ran|headed|managed|chaired|owned|charged|cost|paid|got|took|kept|made|looked|lived|worked|sat|stood)\b/i;
/** A question of what one does now: "who do I tell before I leave", "how long before a show does the bar open". */
const OF_NOW =
  /\b(?:do|does|don['’]?t|should|shall|must|can|could|may|might|needs?|have to|has to|will|would|is|are|am)\b/i;
/** "And before him?", "who before Anna?", "before that?" */
const BEFORE_ALONE =
  /^\W*(?:(?:[Aa]nd|[Bb]ut|[Oo]r|[Ss]o|[Tt]hen|[Oo]k)\W+)*(?:(?:[Ww]ho|[Ww]hat|[Ww]hich|[Ww]here|[Hh]ow (?:much|many))\W+)?(?:[Bb]efore|[Uu]ntil|[Pp]rior to)(?:\s+(?:that|then|this|him|her|them|it|now|\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)?|(?:19|20)\d\d))?\W*$/u;

const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
/** "From January", "until the end of March". Groups 1 and 2 are the bound and the month. */
const BOUND_MONTH = new RegExp(
  `\\b(from|as of|as from|starting(?: in| from)?|since|until|till|before|after)\\s+(?:(?:the )?(?:end|beginning|start|middle) of |early |mid |late |next |last )?(${MONTH}|sept)\\b`,
  'i',
);

/** What holds from May on does not tell what was before May, and what held until May not what is after. */
const [SINCE_MONTH, UNTIL_MONTH] = ['from|since|as of|after', 'until|till|before|up to'].map(
  (bounds) => new RegExp(`\\b(?:${bounds})\\s+(?:\\d{1,2}(?:st|nd|rd|th)?\\.?\\s+)?(?:${MONTH}|sept)\\b`, 'gi'),
) as [RegExp, RegExp];

/** What a question says of the time that it asks about. */
const timeAsked = ofLast((text: string) => {
  const [, bound = '', name] = BOUND_MONTH.exec(text) ?? [];
  const month = name?.slice(0, 3).toLowerCase();
  return {
    ended:
      SAYS_ENDED.test(text) ||
      BEFORE_ALONE.test(text) ||
      (BEFORE.test(text) && PAST_VERB.test(text) && !OF_NOW.test(text)),
    ...(month !== undefined && {
      month: {
        index: MONTHS.findIndex((other) => other.startsWith(month)),
        otherSide: /^(?:until|till|before)$/i.test(bound) ? SINCE_MONTH : UNTIL_MONTH,
      },
    }),
  };
});

/** Words with which a page speaks of what has ended or changed. */
const SPEAKS_OF_PAST =
  /\b(?:before|until|till|previous(?:ly)?|former(?:ly)?|earlier|old|was|were|had|used to|follow(?:s|ed)|succeed(?:s|ed)|took over|taken over|replac(?:es|ed)|instead of|no longer|(?:went|gone?|goes) (?:up|down|from)|lowered|raised|increased|rose|changed|ended|withdrawn|dropped|moved|left|retired|led|ran|headed|held|originally|founded|last year)\b|\b(?:19|20)\d\d\s*(?:[-–—]|to)\s*(?:19|20)\d\d\b/i;

/**
 * True if a question asks for the state of another time ("who was it before Anna", "what does it cost from January") and what is
 * shown, with what stands above it, speaks of no such time: today's row answers for today.
 * @param replaced documents that declare themselves replaced, which are of the past
 */
export const isOfAnotherTime = (
  { text, years }: ReadQuestion,
  candidate: Candidate,
  shown: string,
  { replaced, today }: { replaced: ReadonlySet<string>; today: number },
): boolean => {
  const { ended, month } = timeAsked(text);
  if (!ended && month === undefined) return false;
  const { passage, sentence, table, operation } = candidate;
  // Rows that were chosen by their dates, and what was counted by them. Who came until 2020 is not who held a post until then.
  if (
    operation &&
    !ASKS_HOLDER.test(text) &&
    (years.length > 0 || [...operation.consumed].some((stem) => MONTH_STEMS.has(stem)))
  )
    return false;
  const around = [shown, passage.title, ...passage.headings, sentence?.itself.headings ?? '', table?.name ?? ''].join(
    '\n',
  );
  if (month !== undefined && !speaksOfMonth(month, around, today)) return true;
  if (!ended || replaced.has(passage.documentId)) return false;
  const [, name] = BEFORE_A_NAME.exec(text) ?? [];
  // The row of Anna tells nothing of who was before Anna, unless it says whom she follows.
  if (table && name !== undefined && stemsOf(name).some((stem) => candidate.own.has(stem)) && !FOLLOWS.test(shown))
    return true;
  if (years.some((year) => around.includes(String(year)))) return false;
  return !SPEAKS_OF_PAST.test(readText(candidate)) && !namesEarlierYear(passage.title, today);
};

/** Whom somebody was before: "before Anna Lind". */
const BEFORE_A_NAME = /\bbefore\s+(\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*)\W*$/u;
const FOLLOWS = /\b(?:follow(?:s|ed)|succeed(?:s|ed)|took over|replac(?:es|ed)|predecessors?|instead of|before)\b/i;

const ASKS_HOLDER = /\bwho (?:was|were|used to be|held|had been)\b/i;
const MONTH_STEMS: ReadonlySet<string> = new Set(MONTHS.map(stemOf));
const NAMES_OF_MONTHS = MONTHS.map((name) => new RegExp(`\\b${name.slice(0, 3)}(?:${name.slice(3)}|t)?\\b`, 'i'));

const speaksOfMonth = ({ index, otherSide }: { index: number; otherSide: RegExp }, text: string, today: number) => {
  const rest = text.replace(otherSide, ' ');
  return (
    NAMES_OF_MONTHS[index]?.test(rest) ||
    namesInRanges(text).has(stemOf(MONTHS[index] ?? '')) ||
    daysIn(rest, today).some(({ from }) => new Date(from * 86_400_000).getUTCMonth() === index)
  );
};

/** "Fares 2024", asked in 2026 */
const namesEarlierYear = (title: string, today: number): boolean =>
  Array.from(title.matchAll(/\b(?:19|20)\d\d\b/g), ([year]) => Number(year)).some((year) => year < yearOf(today));
