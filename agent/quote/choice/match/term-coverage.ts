import { type Candidate, excerpt, readText } from '../../candidates/candidate.ts';
import { stemsShown } from '../../pages/excerpt.ts';
import type { Sentence } from '../../pages/passage-sentences.ts';
import { holdsSign, statesMoney } from '../../reading/answer-types.ts';
import { closingIn } from '../../reading/phrases.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { SYNONYM_MATCH } from '../../reading/term-match.ts';
import type { Term } from '../../reading/terms.ts';
import { kindAsked, namesMembers } from '../../words/named-kinds.ts';
import { isMonthOrWeekday, namesInRanges } from '../../words/named-ranges.ts';
import { isNumberInWords, type NumberRange, within } from '../../words/numbers.ts';
import { stemMatch, stemOf } from '../../words/stems.ts';
import { cover } from './coverage.ts';
import { coveredByConversation } from './in-conversation.ts';
import { rangesOf } from './stated-ranges.ts';

/** How much of the question's terms a candidate covers. Shares are by term weight unless noted otherwise. */
export interface TermCoverage {
  coverage: number;
  ownCoverage: number;
  shownCoverage: number;
  missedShare: number;
  plainCoverage: number;
  missedNumbers: number;
  missedNames: number;
  properMissing: number;
  gap: number;
  /** 1 if the question only swaps a word of the one before, and the candidate has none of its own words. */
  swapMissing: number;
  /** Share of its own content terms that a question which goes on with the one before misses in the candidate. */
  newMissed: number;
  /** Number of content terms, and of names and numbers among them. */
  content: number;
  names: number;
}

/** A term with less coverage counts as missed. */
const MISSED = 0.4;
/** Coverage of a number, a month or a weekday by a range that the candidate states, and of a version by a heading above it. */
const IN_RANGE = 0.8;

/** Match of another word for a term: one with the same meaning, one that is related. */
const otherWord = (term: Term, stems: ReadonlySet<string>): number =>
  term.same.some((other) => stems.has(other)) ? 0.85 : term.synonyms.some((other) => stems.has(other)) ? 0.6 : 0;

/** Match of a term in the candidate's own words, its leading term or its column heads. */
const direct = (term: Term, candidate: Candidate, inRange: (value: number) => number): number =>
  Math.max(
    candidate.operation?.consumed.has(term.stem) ? 1 : 0,
    stemMatch(term.stem, candidate.own),
    0.9 *
      (candidate.lead.has(term.stem) ? 1 : term.same.some((other) => candidate.lead.has(other)) ? SYNONYM_MATCH : 0),
    otherWord(term, candidate.own),
    term.numeric ? inRange(Number(term.word)) : 0,
  );

/**
 * Computes the coverage of the question's terms.
 * @param weights weights of the terms, in their order
 */
export const termCoverage = (
  { terms, years, types, text, query, swaps }: ReadQuestion,
  candidate: Candidate,
  weights: readonly number[],
): TermCoverage => {
  const shown = shownStems(candidate);
  const ranges = terms.some(({ numeric }) => numeric) ? rangesIn(candidate) : [];
  const inRange = (value: number) =>
    ranges.some((range) => within(value, range) && !(years.includes(value) && !isOfYears(range))) ? IN_RANGE : 0;
  const inNamedRange = terms.some(({ stem }) => isMonthOrWeekday(stem)) ? namesInRanges(candidate.plain) : undefined;
  // What names an amount need not say that it is to be paid: a row, or "£95." below what it is paid for.
  const isPrice = types.includes('money') && statesMoney(candidate.table ? readText(candidate) : candidate.plain);
  // "25 % off at the shop" is a discount.
  const isReduced = terms.some(({ stem }) => ASKS_DISCOUNT.has(stem)) && REDUCED.test(candidate.plain);
  // "Open from 7:00 to 17:00" tells when it closes.
  const closing = holdsSign('time', candidate.plain) ? closingIn(text) : undefined;
  // "In English and French" tells languages.
  const kind = kindAsked(text);
  const namedKind = kind !== undefined && namesMembers(kind, candidate.plain) ? kind : undefined;
  // Sums in plain loops: this is asked of every candidate of every question.
  let [total, coverage, ownCoverage, shownCoverage] = [0, 0, 0, 0];
  let [content, missed, missedNumbers] = [0, 0, 0];
  let [names, missedNames, proper, absent] = [0, 0, 0, 0];
  let [swapped, missedSwapped] = [0, 0];
  let [plainWeight, plainCoverage, heaviest, gap] = [0, 0, 1e-9, 0];
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as Term;
    const weight = weights[at] ?? 0;
    const named = inNamedRange?.has(term.stem) ? IN_RANGE : 0;
    const paid =
      (isPrice && ASKS_PRICE.has(term.stem)) || (isReduced && ASKS_DISCOUNT.has(term.stem)) ? COVERED_BY_AMOUNT : 0;
    const listed = term.stem === namedKind || term.word === closing ? BY_MEMBERS : 0;
    const covered = Math.max(
      named,
      paid,
      listed,
      cover(term, candidate, inRange),
      coveredByConversation(term, candidate),
    );
    const own = Math.max(named, listed, direct(term, candidate, inRange));
    const inShown = Math.max(own, stemMatch(term.stem, shown), otherWord(term, shown));
    total += weight;
    coverage += weight * covered;
    ownCoverage += weight * own;
    shownCoverage += weight * inShown;
    const isMissed = covered < MISSED;
    // A row tells of one thing: "what do two chargers cost".
    if (term.light || (isMissed && candidate.table && isNumberInWords(term.word))) continue;
    content += 1;
    if (isMissed) missed += 1;
    if (term.share === 1) {
      swapped += 1;
      if (isMissed) missedSwapped += 1;
    }
    if (isMissed && term.numeric) missedNumbers += 1;
    heaviest = Math.max(heaviest, weight);
    gap = Math.max(gap, weight * (1 - covered));
    if (term.specific) {
      names += 1;
      if (isMissed) missedNames += 1;
    } else {
      plainWeight += weight;
      plainCoverage += weight * covered;
    }
    if (term.proper) {
      proper += 1;
      if (isMissed && inShown < MISSED) absent += 1;
    }
  }
  return {
    coverage: coverage / (total || 1),
    ownCoverage: ownCoverage / (total || 1),
    shownCoverage: shownCoverage / (total || 1),
    missedShare: content === 0 ? 0 : missed / content,
    plainCoverage: plainWeight === 0 ? 1 : plainCoverage / plainWeight,
    missedNumbers,
    missedNames: names === 0 ? 0 : missedNames / names,
    properMissing: !candidate.operation && absent > 0 && absent >= proper / 2 ? 1 : 0,
    gap: gap / heaviest,
    swapMissing: swaps && swapped > 0 && missedSwapped === swapped ? 1 : 0,
    newMissed: query === text || swapped === 0 ? 0 : missedSwapped / swapped,
    content,
    names,
  };
};

/** Stems of verbs and nouns that ask for an amount of money. */
const ASKS_PRICE: ReadonlySet<string> = new Set(
  'cost costs price spend pay paid charge fee money worth'.split(' ').map(stemOf),
);
/** Stems of words for a lower price, and how an amount says it without them. */
const ASKS_DISCOUNT: ReadonlySet<string> = new Set('discount rebate reduction'.split(' ').map(stemOf));
const REDUCED = /(?:%|\bper ?cent|\p{N}) (?:off|less|cheaper)\b|\bhalf[- ]price\b/iu;
/** Coverage of a kind by its members. */
const BY_MEMBERS = 0.9;
/** Coverage of these words by an amount. */
const COVERED_BY_AMOUNT = 0.8;

/** "15 or more passengers" is no range of years, although 2019 is more. */
const isOfYears = ({ from, to, currency }: NumberRange): boolean =>
  currency === undefined && [from, to].every((bound) => !Number.isFinite(bound) || bound >= FIRST_YEAR);
const FIRST_YEAR = 1000;

/** A sentence's are remembered with it, because questions find the same pages. */
const rangesIn = ({ plain, sentence }: Candidate): readonly NumberRange[] => {
  if (!sentence) return rangesOf(plain);
  let ranges = rangesOfSentences.get(sentence.itself);
  if (!ranges) {
    ranges = rangesOf(plain);
    rangesOfSentences.set(sentence.itself, ranges);
  }
  return ranges;
};
const rangesOfSentences = new WeakMap<Sentence, readonly NumberRange[]>();

/** What is shown with a candidate; a row with its column heads. */
const shownStems = (candidate: Candidate): ReadonlySet<string> =>
  candidate.sentence ? stemsShown(excerpt(candidate)) : new Set([...candidate.own, ...candidate.lead]);
