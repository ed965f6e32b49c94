import { scoreOf } from '../../agent/quote/choice/rank.ts';
import type { CalibratorFeature, QuoteWeights } from '../../agent/quote/choice/weights.ts';
import type { QuoteExample } from './examples.ts';
import { fitCalibrator, type Verdict, verdictsOf } from './fit-calibrator.ts';
import { fitRanker } from './fit-ranker.ts';

/** Parts that the questions are cut into: each is judged by weights that were fitted without it. */
const FOLDS = 5;

/** A question as it would be answered by weights that have not seen it. */
export interface Unseen {
  example: QuoteExample;
  right: boolean;
  probability: number;
}

/** The best candidates of every question by rankers that have not seen it. */
const crossFitted = (examples: readonly QuoteExample[], withEncoder: boolean): Verdict[][] =>
  Array.from({ length: FOLDS }, (_, fold) => {
    const ranker = fitRanker(
      examples.filter((_, at) => at % FOLDS !== fold),
      withEncoder,
    );
    return verdictsOf(
      examples.filter((_, at) => at % FOLDS === fold),
      ranker,
    );
  });

/** Fits ranker and calibrator, and judges each question by weights that have not seen it. */
export const fitAndJudge = (
  examples: readonly QuoteExample[],
  withEncoder: boolean,
): { ranker: QuoteWeights['ranker']; calibrator: QuoteWeights['calibrator']; unseen: Unseen[] } => {
  const folds = crossFitted(examples, withEncoder);
  const unseen = folds.flatMap((fold, at) => {
    const calibrator = fitCalibrator(folds.filter((_, other) => other !== at).flat(), withEncoder);
    return fold.flatMap(({ features, right, example }) =>
      example
        ? [{ example, right, probability: 1 / (1 + Math.exp(-scoreOf<CalibratorFeature>(features, calibrator))) }]
        : [],
    );
  });
  return { ranker: fitRanker(examples, withEncoder), calibrator: fitCalibrator(folds.flat(), withEncoder), unseen };
};

/** The lowest probability from which on so large a share of what is called an answer is right. */
export const thresholdFor = (unseen: readonly Unseen[], precision: number): number => {
  const sorted = unseen.filter(({ example }) => !example.foreign).sort((a, b) => b.probability - a.probability);
  let [right, threshold] = [0, 1];
  for (const [at, one] of sorted.entries()) {
    if (one.right) right += 1;
    if (right / (at + 1) >= precision && one.right) threshold = one.probability;
  }
  return Math.floor(threshold * 1000) / 1000;
};
