import type { Candidate } from '../candidates/candidate.ts';
import { excerpt } from '../candidates/candidate.ts';
import { within } from '../reading/numbers.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemMatch } from '../reading/stems.ts';
import { SYNONYM_MATCH } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { cover } from './coverage.ts';
import { rangesOf } from './signs.ts';

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
  /** Number of content terms, and of names and numbers among them. */
  content: number;
  names: number;
}

/** A term with less coverage counts as missed. */
const MISSED = 0.4;
/** Coverage of a number by a range that the candidate states. */
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
  { terms }: ReadQuestion,
  candidate: Candidate,
  weights: readonly number[],
): TermCoverage => {
  // A shown row includes its column heads.
  const shown = candidate.sentence
    ? new Set(excerpt(candidate).sentences.flatMap(({ stems }) => stems))
    : new Set([...candidate.own, ...candidate.lead]);
  const ranges = terms.some(({ numeric }) => numeric) ? rangesOf(candidate.plain) : [];
  const inRange = (value: number) => (ranges.some((range) => within(value, range)) ? IN_RANGE : 0);
  const held = terms.map((term, at) => {
    const own = direct(term, candidate, inRange);
    return {
      term,
      weight: weights[at] ?? 0,
      cover: cover(term, candidate, inRange),
      own,
      shownCoverage: Math.max(own, stemMatch(term.stem, shown), otherWord(term, shown)),
    };
  });
  type Held = (typeof held)[number];
  const sum = (of: readonly Held[], value: (one: Held) => number) => of.reduce((total, one) => total + value(one), 0);
  const total = sum(held, ({ weight }) => weight) || 1;
  const content = held.filter(({ term }) => !term.light);
  const missed = content.filter((one) => one.cover < MISSED);
  const names = content.filter(({ term }) => term.specific);
  const proper = content.filter(({ term }) => term.proper);
  const absent = proper.filter((one) => Math.max(one.cover, one.shownCoverage) < MISSED);
  const plain = content.filter(({ term }) => !term.specific);
  const plainWeight = sum(plain, ({ weight }) => weight);
  const heaviest = Math.max(1e-9, ...content.map(({ weight }) => weight));
  return {
    coverage: sum(held, (one) => one.weight * one.cover) / total,
    ownCoverage: sum(held, (one) => one.weight * one.own) / total,
    shownCoverage: sum(held, (one) => one.weight * one.shownCoverage) / total,
    missedShare: content.length === 0 ? 0 : missed.length / content.length,
    plainCoverage: plainWeight === 0 ? 1 : sum(plain, (one) => one.weight * one.cover) / plainWeight,
    missedNumbers: missed.filter(({ term }) => term.numeric).length,
    missedNames: names.length === 0 ? 0 : missed.filter(({ term }) => term.specific).length / names.length,
    properMissing: !candidate.operation && absent.length > 0 && absent.length >= proper.length / 2 ? 1 : 0,
    gap: Math.max(0, ...content.map((one) => one.weight * (1 - one.cover))) / heaviest,
    content: content.length,
    names: names.length,
  };
};
