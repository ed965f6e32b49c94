import { type Candidate, shownText } from '../candidates/candidate.ts';
import type { FeatureName, Weighed } from './features.ts';
import type { CalibratorFeature, QuoteWeights } from './weights.ts';

export interface Ranked extends Weighed {
  score: number;
  /** Its share of a softmax over all candidates. */
  probability: number;
}

/** Weighted sum of the features. */
export const scoreOf = <Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Partial<Record<Name, number>>>,
): number => {
  let score = 0;
  for (const name in weights) score += (weights[name] ?? 0) * (features[name] ?? 0);
  return score;
};

/**
 * Sorts candidates, best first, by a listwise softmax ranker (Cao et al., "Learning to Rank: From Pairwise to
 * Listwise", ICML 2007).
 */
export const rankCandidates = (weighed: readonly Weighed[], weights: QuoteWeights['ranker']): Ranked[] => {
  const scored = weighed.map((one) => ({ ...one, score: scoreOf<FeatureName>(one.features, weights) }));
  const highest = Math.max(...scored.map(({ score }) => score));
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  return scored
    .map((one) => ({ ...one, probability: Math.exp(one.score - highest) / total }))
    .sort((a, b) => b.score - a.score);
};

/** Maximum score margin over another page that the calibrator distinguishes. */
const MAX_MARGIN = 4;

/** Jaccard index of words from which on two candidates say the same. */
const SAME_WORDS = 0.8;
const saysTheSame = (a: Candidate, b: Candidate): boolean => {
  if (a.passage.id === b.passage.id) return false;
  const common = [...a.own].filter((stem) => b.own.has(stem)).length;
  return common > 0 && common / (a.own.size + b.own.size - common) >= SAME_WORDS;
};

/** True for a row among those that an operator's answer shows: it is a part of the answer and does not compete with it. */
const isPartOf = (part: Candidate, whole: Candidate): boolean => {
  const { operation } = whole;
  return (
    operation !== undefined &&
    part.operation === undefined &&
    part.table === operation.table &&
    part.rows?.every((row) => operation.rows.includes(row)) === true
  );
};

/** The calibrator's features of the best candidate. */
export const calibratorFeatures = (ranked: readonly Ranked[]): Record<CalibratorFeature, number> | undefined => {
  const [best] = ranked;
  if (!best) return undefined;
  const text = shownText(best.candidate);
  const isSame = ({ candidate }: Ranked) =>
    shownText(candidate) === text || saysTheSame(candidate, best.candidate) || isPartOf(candidate, best.candidate);
  const same = ranked.filter(isSame);
  const topProbability = same.reduce((sum, { probability }) => sum + probability, 0);
  const rivals = ranked.filter((one) => !isSame(one)).map(({ probability }) => probability);
  // Copies of a page, such as a manual as text and HTML, do not count as rivals.
  const pages = new Set(same.map(({ candidate }) => candidate.passage.documentId));
  const otherPage = ranked.find(({ candidate }) => !pages.has(candidate.passage.documentId));
  return {
    ...best.features,
    bias: 1,
    pageProbability: ranked.reduce(
      (sum, { candidate, probability }) => sum + (pages.has(candidate.passage.documentId) ? probability : 0),
      0,
    ),
    spread: entropy([topProbability, ...rivals]),
    topProbability,
    pageMargin: otherPage ? Math.min(MAX_MARGIN, best.score - otherPage.score) / MAX_MARGIN : 1,
  };
};

/** The entropy of probabilities: high where many candidates compete. */
const entropy = (probabilities: readonly number[]): number =>
  probabilities.reduce((sum, one) => (one > 0 ? sum - one * Math.log(one) : sum), 0);

/** Features that make a choice doubtful at 1. */
const DOUBTS = [
  // The question has one content word, and only that word matches.
  'bare',
  // Half of the people, places and products in the question are missing.
  'properMissing',
  // No page contains a name of the question.
  'unknownName',
  // The question asks for a figure or a date, which is missing.
  'figureMissing',
  // The question asks for the meaning of a short name ("what is a view"), and the choice does not say it.
  'meaningMissing',
  // The question asks whether something runs, is supported or is deprecated, and the choice does not say.
  'supportMissing',
  // The question asks who has a role, and the choice speaks of that role in general.
  'inGeneral',
  // The question asks how two things differ, and the shown text does not name both.
  'oneSided',
  // The choice is code, but the question does not ask how to do something, or no heading says what the code does.
  'code',
  'codeAlone',
  // The choice is a changelog entry, but the question does not ask for changes.
  'changelog',
] as const satisfies readonly FeatureName[];
type Doubts = Readonly<
  Record<
    | (typeof DOUBTS)[number]
    | 'howTo'
    | 'instructs'
    | 'counted'
    | 'nested'
    | 'operator'
    | 'echo'
    | 'missedShare'
    | 'row'
    | 'ownCoverage',
    number
  >
>;

/** True if a choice may be shown as the closest passage at most. */
export const isDoubtful = (features: Doubts): boolean => {
  const { howTo, instructs, counted, nested, operator, echo, missedShare, row, ownCoverage } = features;
  const lacksCount = counted === -1;
  const lacksInstruction = howTo === 1 && instructs < 1;
  const answersOnePart = nested >= 1 && operator === 0;
  const repeatsQuestion = echo === 1 && missedShare >= MIN_ECHO_MISSED;
  const matchesByHeads = row === 1 && ownCoverage < MIN_OWN_COVERAGE;
  return (
    DOUBTS.some((name) => features[name] === 1) ||
    lacksCount ||
    lacksInstruction ||
    answersOnePart ||
    repeatsQuestion ||
    matchesByHeads
  );
};
/** Share of the question's content that is missing from a choice that adds hardly a new word. */
const MIN_ECHO_MISSED = 0.5;
/** Minimum share of the question that a row's own cells must cover. */
const MIN_OWN_COVERAGE = 0.3;
/** Maximum probability of a doubtful choice. It is below the threshold for an answer. */
const MAX_DOUBTFUL = 0.5;

/** Above this share of words that no page contains, the question is about something else. */
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
