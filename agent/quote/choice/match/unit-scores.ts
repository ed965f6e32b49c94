import type { Candidate } from '../../candidates/candidate.ts';
import type { Term } from '../../reading/terms.ts';

/**
 * BM25 (Robertson and Zaragoza, 2009) over sentences and rows. They are short, so B, the weight of their length, is
 * low.
 */
const K1 = 1.2;
const B = 0.4;
const HEADING_COUNT = 0.6;
const BEFORE_COUNT = 0.3;
const SYNONYM_COUNT = 0.4;

/** How often a candidate uses each term, in its words, the headings above it and the sentence before it. */
export const termCounts = (terms: readonly Term[], candidate: Candidate): Float64Array =>
  Float64Array.from(terms, ({ stem, synonyms }) => {
    const count = countIn(candidate, stem);
    if (count > 0) return count;
    let best = 0;
    for (const other of synonyms) best = Math.max(best, countIn(candidate, other));
    return SYNONYM_COUNT * best;
  });

/**
 * BM25 of each candidate.
 * @param countsOf as `termCounts`
 */
export const unitScores = (
  terms: readonly Term[],
  all: readonly Candidate[],
  rarity: (term: Term) => number,
  countsOf: (candidate: Candidate) => Float64Array,
): number[] => {
  const average = all.reduce((sum, { stems }) => sum + stems.length, 0) / Math.max(1, all.length);
  const weights = terms.map((term) => rarity(term) * (term.light ? 0.3 : 1) * term.share);
  return all.map((candidate) => {
    const counts = countsOf(candidate);
    const length = 1 - B + (B * candidate.stems.length) / Math.max(average, 1);
    let total = 0;
    for (let at = 0; at < weights.length; at++) {
      const count = counts[at] ?? 0;
      if (count > 0) total += (weights[at] ?? 0) * ((count * (K1 + 1)) / (count + K1 * length));
    }
    return total;
  });
};

const countIn = (candidate: Candidate, stem: string): number => {
  let count = 0;
  if (candidate.own.has(stem)) for (const other of candidate.stems) if (other === stem) count += 1;
  if (candidate.lead.has(stem)) count += 1;
  if (candidate.title.has(stem) || candidate.headings.has(stem)) count += HEADING_COUNT;
  if (candidate.before.has(stem)) count += BEFORE_COUNT;
  return count;
};
