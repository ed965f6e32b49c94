import type { Scored } from '../stores/index.ts';

/** From Cormack, Clarke & Büttcher, SIGIR 2009. */
const K = 60;

/**
 * Reciprocal rank fusion: score(d) = Σ over rankings 1 / (K + rank of d), with ranks from 1. It uses ranks only, so scores of
 * different kinds need no common scale.
 */
export const fuseRanks = <Id>(rankings: readonly (readonly (readonly [id: Id, rank: number])[])[]): Map<Id, number> => {
  const fused = new Map<Id, number>();
  for (const ranking of rankings) {
    for (const [id, rank] of ranking) fused.set(id, (fused.get(id) ?? 0) + 1 / (K + rank));
  }
  return fused;
};

/** The ranks of a list with descending scores, where equal scores share the first of their ranks: 1, 2, 2, 4. */
export const tiedRanks = <Id>(ranking: readonly (readonly [id: Id, score: number])[]): [id: Id, rank: number][] => {
  let rank = 0;
  return ranking.map(([id, score], at) => {
    if (score !== ranking[at - 1]?.[1]) rank = at + 1;
    return [id, rank];
  });
};

/** Fuses rankings by rank, best first. Each place is a rank of its own; equal results are in the order of their ids. */
export const reciprocalRankFusion = (rankings: readonly (readonly Scored[])[]): Scored[] => {
  const ranks = rankings.map((ranking) => ranking.map(({ id }, at) => [id, at + 1] as const));
  return [...fuseRanks(ranks)]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
};
