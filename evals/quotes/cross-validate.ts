import { probabilityOf } from '../../agent/quote/choice/certainty.ts';
import type { QuoteWeights } from '../../agent/quote/choice/weights.ts';
import type { QuoteExample } from './examples.ts';
import { fitCalibrator, type Verdict, verdictsOf } from './fit-calibrator.ts';
import { fitRanker } from './fit-ranker.ts';

/** Parts that the questions are cut into, one for each corpus: it is judged by weights that were fitted without its pages. */
const partsOf = (examples: readonly QuoteExample[]): QuoteExample[][] =>
  [...new Set(examples.map(({ over }) => over))].map((corpus) => examples.filter(({ over }) => over === corpus));

/** A question as it would be answered by weights that have not seen it. */
export interface Unseen {
  example: QuoteExample;
  right: boolean;
  probability: number;
}

/** The best candidates of every question by rankers that have not seen it. */
const crossFitted = (examples: readonly QuoteExample[], withEncoder: boolean): Verdict[][] =>
  partsOf(examples).map((part, at, parts) =>
    verdictsOf(part, fitRanker(parts.filter((_, other) => other !== at).flat(), withEncoder)),
  );

/** Fits ranker and calibrator, and judges each question by weights that have not seen it. */
export const fitAndJudge = (
  examples: readonly QuoteExample[],
  withEncoder: boolean,
): { ranker: QuoteWeights['ranker']; calibrator: QuoteWeights['calibrator']; unseen: Unseen[] } => {
  const folds = crossFitted(examples, withEncoder);
  const unseen = folds.flatMap((fold, at) => {
    const calibrator = fitCalibrator(folds.filter((_, other) => other !== at).flat(), withEncoder);
    return fold.flatMap(({ features, right, example }) =>
      example ? [{ example, right, probability: probabilityOf(features, calibrator) }] : [],
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
