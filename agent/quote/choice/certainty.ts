import { shownText } from '../candidates/candidate.ts';
import { isDoubtful } from './doubts.ts';
import type { Ranked } from './features.ts';
import { doesWhatIsAsked } from './precedence.ts';
import { scoreOf } from './rank.ts';
import { isPartOf, saysTheSame } from './same-answer.ts';
import type { CalibratorFeature, QuoteWeights } from './weights.ts';

/** Maximum score margin over another page that the calibrator distinguishes. */
const MAX_MARGIN = 4;

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

/** Minimum coverage of the question by the own words of an entry that does what is asked for it to be worth a look, however many others have them. */
const MIN_OWN_OF_ACTION = 0.85;

/** Maximum probability of a doubtful choice. It is below the threshold for an answer. */
const MAX_DOUBTFUL = 0.5;

/** Lack of a question's heaviest word, and the probability below which a choice that lacks it, under no heading of it, is doubtful. */
const LACKS_HEAVIEST = 0.9;
const SURE_WITHOUT_HEAVIEST = 0.8;
/**
 * True for a choice that is not sure enough for lacking what the question is mostly about. On strangers' pages 13 of 22 such
 * choices answer, on our own all four; whoever asks of something else than the pages have meets them.
 */
const lacksTopic = ({ gap, missedShare, about }: Readonly<Record<CalibratorFeature, number>>): boolean =>
  gap > LACKS_HEAVIEST && missedShare > 0 && about === 0;

/** Above this share of words that no page contains, the question is about something else. */
const MAX_STRANGE = 0.6;

/** The calibrator's probability that a choice answers the question, whatever is doubtful about it. */
export const certaintyOf = (
  features: Readonly<Record<CalibratorFeature, number>>,
  weights: QuoteWeights['calibrator'],
): number => 1 / (1 + Math.exp(-scoreOf(features, weights)));

/** The probability that a choice answers the question. */
export const probabilityOf = (
  features: Readonly<Record<CalibratorFeature, number>>,
  weights: QuoteWeights['calibrator'],
): number => {
  if (features.strange > MAX_STRANGE) return 0;
  const probability = certaintyOf(features, weights);
  if (isDoubtful(features) || (probability < SURE_WITHOUT_HEAVIEST && lacksTopic(features)))
    return Math.min(MAX_DOUBTFUL, probability);
  // Of eleven such choices below the line of an answer, over our corpora and five manuals, eight are right.
  if (probability < MAX_DOUBTFUL && doesWhatIsAsked(features) && features.ownCoverage >= MIN_OWN_OF_ACTION)
    return MAX_DOUBTFUL;
  return probability;
};

/** The probability that the best candidate answers the question. */
export const confidenceOf = (ranked: readonly Ranked[], weights: QuoteWeights['calibrator']): number => {
  const features = calibratorFeatures(ranked);
  return features ? probabilityOf(features, weights) : 0;
};
