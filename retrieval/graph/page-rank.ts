import type { CsrGraph } from './csr-graph.ts';
import { walkSystem } from './walk-system.ts';

/** The nodes where a random walk restarts, with weights of any scale. */
export type Seeds = ReadonlyMap<number, number>;

export interface PageRankOptions {
  /** Probability of continuing instead of restarting: 0.85 (Brin & Page 1998, and RoK); HippoRAG 2 uses 0.5. */
  damping?: number;
  /** Upper bound on the sum of the differences to the exact scores, |scores − exact|₁. */
  tolerance?: number;
}

/**
 * PageRank over the whole graph: PR = d·M·PR + (1−d)/n with M column-normalised (RoK, step 3).
 * @returns one score per node, summing to 1. A walk at a node without edges restarts
 */
export const pageRank = (graph: CsrGraph, options: PageRankOptions = {}): Float64Array =>
  solve(graph, new Float64Array(graph.nodeCount).fill(1 / graph.nodeCount), options);

/**
 * Personalized PageRank: the walk restarts at the seeds, in proportion to their weights.
 * @returns one score per node, summing to 1; all 0 if no seed has a weight
 */
export const personalizedPageRank = (graph: CsrGraph, seeds: Seeds, options: PageRankOptions = {}): Float64Array =>
  solve(graph, resetOf(graph, seeds), options);

/** The restart distribution over all nodes. */
const resetOf = ({ nodeCount }: CsrGraph, seeds: Seeds): Float64Array => {
  const reset = new Float64Array(nodeCount);
  let sum = 0;
  for (const weight of seeds.values()) sum += weight;
  if (sum > 0) for (const [node, weight] of seeds) reset[node] = weight / sum;
  return reset;
};

/**
 * The factor from a solution to scores. A walk at a node without edges restarts, so all scores grow with the share of such
 * nodes in the restart distribution.
 */
const growthOf = ({ nodeCount, strengths }: CsrGraph, reset: Float64Array, damping: number): number => {
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
