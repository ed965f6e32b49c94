import type { Scored } from '../stores/index.ts';

/**
 * Reciprocal rank fusion: score(d) = Σ over rankings 1 / (k + rank of d), ranks from 1. Only ranks count, so that scores
 * of different kinds need no common scale. Cormack, Clarke & Büttcher, SIGIR 2009; k = 60 as there.
 */
export const reciprocalRankFusion = (rankings: readonly (readonly Scored[])[], k = 60): Scored[] => {
  const fused = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [i, { id }] of ranking.entries()) fused.set(id, (fused.get(id) ?? 0) + 1 / (k + i + 1));
  }
  return [...fused].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
};
