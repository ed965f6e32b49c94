import type { FeatureName, Ranked, Weighed } from './features.ts';
import { withLeads } from './precedence.ts';
import type { QuoteWeights } from './weights.ts';

/** Weighted sum of the features. */
export const scoreOf = <Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Partial<Record<Name, number>>>,
): number => {
  let score = 0;
  for (const [name, weight] of entriesOf(weights)) score += weight * (features[name as Name] ?? 0);
  return score;
};
const entriesOf = (weights: Readonly<Partial<Record<string, number>>>): readonly (readonly [string, number])[] => {
  let entries = entriesOfWeights.get(weights);
  if (!entries) {
    entries = Object.entries(weights).flatMap(([name, weight]) =>
      weight === undefined ? [] : [[name, weight] as const],
    );
    entriesOfWeights.set(weights, entries);
  }
  return entries;
};
/** Weights never change, and listing them takes longer than adding them up. */
const entriesOfWeights = new WeakMap<object, readonly (readonly [string, number])[]>();

/**
 * Sorts candidates, best first, by a listwise softmax ranker (Cao et al., "Learning to Rank: From Pairwise to
 * Listwise", ICML 2007).
 */
export const rankCandidates = (weighed: readonly Weighed[], weights: QuoteWeights['ranker']): Ranked[] => {
  const scored = weighed.map((one) => ({ ...one, score: scoreOf<FeatureName>(one.features, weights) }));
  const highest = Math.max(...scored.map(({ score }) => score));
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  const ranked = scored
    .map((one) => ({ ...one, probability: Math.exp(one.score - highest) / total }))
    .sort((a, b) => b.score - a.score);
  return withLeads(ranked);
};
