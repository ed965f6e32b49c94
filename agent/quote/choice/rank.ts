import { type Candidate, shownText } from '../candidates/candidate.ts';
import type { FeatureName, Weighed } from './features.ts';
import type { CalibratorFeature, QuoteWeights } from './weights.ts';

/** A candidate in the ranker's order. */
export interface Ranked extends Weighed {
  score: number;
  /** Its share of a softmax over all candidates. */
  probability: number;
}

/** A linear score of features. */
export const scoreOf = <Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Partial<Record<Name, number>>>,
): number => {
  let score = 0;
  for (const name in weights) score += (weights[name] ?? 0) * (features[name] ?? 0);
  return score;
};

/** Orders candidates, best first, by a listwise softmax ranker (Cao et al., "Learning to Rank: From Pairwise to Listwise", ICML 2007). */
export const rankCandidates = (weighed: readonly Weighed[], weights: QuoteWeights['ranker']): Ranked[] => {
  const scored = weighed.map((one) => ({ ...one, score: scoreOf<FeatureName>(one.features, weights) }));
  const highest = Math.max(...scored.map(({ score }) => score));
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored
    .map((one) => ({ ...one, probability: Math.exp(one.score - highest) / total }))
    .sort((a, b) => b.score - a.score);
};

/** A lead over the best of another page beyond this says no more. */
const MAX_MARGIN = 4;

/** Share of their words that two candidates have in common from which on they say the same. */
const SAME_WORDS = 0.8;
const saysTheSame = (a: Candidate, b: Candidate): boolean => {
  if (a.passage.id === b.passage.id) return false;
  const common = [...a.own].filter((stem) => b.own.has(stem)).length;
  return common > 0 && common / (a.own.size + b.own.size - common) >= SAME_WORDS;
};

/** What the calibrator sees of the best candidate. */
export const calibratorFeatures = (ranked: readonly Ranked[]): Record<CalibratorFeature, number> | undefined => {
  const [best] = ranked;
  if (!best) return undefined;
  const text = shownText(best.candidate);
  const same = ranked.filter(
    ({ candidate }) => shownText(candidate) === text || saysTheSame(candidate, best.candidate),
  );
  // A manual as text and as HTML is one page to a reader: a page that says the same is no rival.
  const pages = new Set(same.map(({ candidate }) => candidate.passage.documentId));
  const otherPage = ranked.find(({ candidate }) => !pages.has(candidate.passage.documentId));
  return {
    ...best.features,
    bias: 1,
    pageProbability: ranked.reduce(
      (sum, { candidate, probability }) => sum + (pages.has(candidate.passage.documentId) ? probability : 0),
      0,
    ),
    topProbability: same.reduce((sum, { probability }) => sum + probability, 0),
    pageMargin: otherPage ? Math.min(MAX_MARGIN, best.score - otherPage.score) / MAX_MARGIN : 1,
  };
};

/**
 * True for a choice that is at most shown as the closest passage, whatever else speaks for it: the question has one content
 * word and nothing but that word fits; it asks for a figure, a date or a number of something and none is there; it asks several
 * things in one, and no operation over a table took one of them ("a trip that costs 3,200 euros"); half of what it asks about is
 * missing, and the choice says nothing more; the choice is one row of a table of which only the heads fit; it is an example's
 * code, and nobody asked how to do something, or no heading says what the code is for; it is what once changed ("Increase the maximum size …"), and nobody asked for
 * that; or the question names what no page names.
 */
export const isDoubtful = ({
  bare,
  figureMissing,
  counted,
  nested,
  operator,
  echo,
  missedShare,
  row,
  ownCoverage,
  code,
  codeAlone,
  changelog,
  unknownName,
}: Doubts): boolean =>
  bare === 1 ||
  figureMissing === 1 ||
  counted === -1 ||
  (nested >= 1 && operator === 0) ||
  code === 1 ||
  codeAlone === 1 ||
  changelog === 1 ||
  unknownName === 1 ||
  (echo === 1 && missedShare >= 0.5) ||
  (row === 1 && ownCoverage < MIN_OWN);
type Doubts = Readonly<
  Record<
    | 'bare'
    | 'figureMissing'
    | 'counted'
    | 'nested'
    | 'operator'
    | 'echo'
    | 'missedShare'
    | 'row'
    | 'ownCoverage'
    | 'code'
    | 'codeAlone'
    | 'changelog'
    | 'unknownName',
    number
  >
>;
/** Share of the question that a single row's own cells must hold. */
const MIN_OWN = 0.3;
/** A probability that shows the closest passage, and calls nothing an answer. */
const MAX_DOUBTFUL = 0.5;

/** Share of a question's content words that no page holds from which on the question is about something else. */
const MAX_STRANGE = 0.6;

/** The probability that a choice answers the question. */
export const probabilityOf = (
  features: Readonly<Record<CalibratorFeature, number>>,
  weights: QuoteWeights['calibrator'],
): number => {
  if (features.strange > MAX_STRANGE) return 0;
  const probability = 1 / (1 + Math.exp(-scoreOf(features, weights)));
  return isDoubtful(features) ? Math.min(MAX_DOUBTFUL, probability) : probability;
};

/** The probability that the best candidate answers the question. */
export const confidenceOf = (ranked: readonly Ranked[], weights: QuoteWeights['calibrator']): number => {
  const features = calibratorFeatures(ranked);
  return features ? probabilityOf(features, weights) : 0;
};
