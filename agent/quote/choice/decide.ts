import type { Weighed } from './features.ts';
import { confidenceOf, type Ranked, rankCandidates } from './rank.ts';
import { fittedWeights } from './weights.ts';

/** How sure a quote is to answer: an answer, the closest passage, or no more than pages that come close. */
export type Tier = 'answer' | 'closest' | 'unknown';

/** What was ranked, and how sure the best of it is to answer. */
export interface Decision {
  ranked: Ranked[];
  confidence: number;
  tier: Tier;
}

/** Ranks what was found, and says how sure the best is. */
export const decide = ({ weighed, withEncoder }: { weighed: readonly Weighed[]; withEncoder: boolean }): Decision => {
  const weights = fittedWeights(withEncoder);
  const ranked = rankCandidates(weighed, weights.ranker);
  const confidence = confidenceOf(ranked, weights.calibrator);
  return {
    ranked,
    confidence,
    tier: confidence >= weights.answer ? 'answer' : confidence >= weights.closest ? 'closest' : 'unknown',
  };
};
