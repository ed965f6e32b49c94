import type { CsrGraph } from './csr-graph.ts';
import { walkSystem } from './walk-system.ts';

/** Where a random walk starts over: nodes and their weights, in any scale. */
export type Seeds = ReadonlyMap<number, number>;

export interface PageRankOptions {
  /** The chance to walk on instead of starting over: .85 (Brin & Page 1998, and RoK), .5 in HippoRAG 2. */
  damping?: number;
  /** Bound on the summed distance to the exact scores, |scores − exact|₁. */
  tolerance?: number;
}

/**
 * PageRank over the whole graph: PR = d·M·PR + (1−d)/n with M column-normalised (RoK, step 3).
 * @returns One score a node, summing to 1. A walk at a node without edges starts over.
 */
export const pageRank = (graph: CsrGraph, options: PageRankOptions = {}): Float64Array =>
  solve(graph, new Float64Array(graph.nodeCount).fill(1 / graph.nodeCount), options);

/**
 * Personalized PageRank: the walk starts over at the seeds, in proportion to their weights.
 * @returns One score a node, summing to 1; all 0 when no seed has a weight.
 */
export const personalizedPageRank = (graph: CsrGraph, seeds: Seeds, options: PageRankOptions = {}): Float64Array =>
  solve(graph, resetOf(graph, seeds), options);

/** The seeds as a distribution over all nodes. */
export const resetOf = ({ nodeCount }: CsrGraph, seeds: Seeds): Float64Array => {
  const reset = new Float64Array(nodeCount);
  let sum = 0;
  for (const weight of seeds.values()) sum += weight;
  if (sum > 0) for (const [node, weight] of seeds) reset[node] = weight / sum;
  return reset;
};

/**
 * What turns a solution into scores: a walk at a node without edges starts over, so that all scores grow in proportion to
 * the reset's share of such nodes.
 */
export const growthOf = ({ nodeCount, strengths }: CsrGraph, reset: Float64Array, damping: number): number => {
  let stuck = 0;
  for (let u = 0; u < nodeCount; u++) if (strengths[u] === 0) stuck += reset[u]!;
  return 1 / (1 - damping * stuck);
};

const solve = (
  graph: CsrGraph,
  reset: Float64Array,
  { damping = 0.85, tolerance = 1e-9 }: PageRankOptions,
): Float64Array => {
  const system = walkSystem(graph, reset, damping);
  const growth = growthOf(graph, reset, damping);
  while (system.error * growth > tolerance) system.step();
  return system.density.map((density, u) => {
    const strength = graph.strengths[u]!;
    return growth * (strength > 0 ? Math.max(0, density * strength) : reset[u]! * (1 - damping));
  });
};
