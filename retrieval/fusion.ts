import type { Scored } from '../stores/index.ts';

/**
 * Reciprocal rank fusion: score(d) = Σ over rankings 1 / (k + rank of d), with ranks from 1. It uses ranks only, so scores of
 * different kinds need no common scale. From Cormack, Clarke & Büttcher, SIGIR 2009, including k = 60.
 */
export const reciprocalRankFusion = (rankings: readonly (readonly Scored[])[], k = 60): Scored[] => {
  const fused = new Map<string, number>();
  for (const ranking of rankings) {
    for (const [i, { id }] of ranking.entries()) fused.set(id, (fused.get(id) ?? 0) + 1 / (k + i + 1));
  }
  return [...fused].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
};
