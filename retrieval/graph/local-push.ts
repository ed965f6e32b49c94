import { type CsrGraph, degree } from './csr-graph.ts';
import { resetOf, type Seeds } from './page-rank.ts';

export interface LocalPushOptions {
  /** The chance to walk on; .5 as in HippoRAG 2. */
  damping?: number;
  /** A node keeps a residual of at most this times its strength; work is at most 1 / (epsilon · (1 − damping)). */
  epsilon?: number;
}

/** Scores of the nodes reached; every other node's is below the bound. */
export interface PushedScores {
  scores: Map<number, number>;
  /** Bound on the summed error: exact scores are these plus at most this much, spread over the graph. */
  error: number;
}

/**
 * Personalized PageRank by local push (Andersen, Chung & Lang, FOCS 2006, section 3): a node hands its residual on to its
 * neighbours only while it exceeds epsilon times its strength, so that a query pays for the neighbourhood of its seeds,
 * whatever the size of the graph.
 *
 * Invariant: exact = scores + Σ_u residual(u) · PPR_u. So scores never exceed the exact ones, by node the gap is at most
 * epsilon · strength(v), and over all nodes at most the residual's sum.
 */
export const localPush = (
  graph: CsrGraph,
  seeds: Seeds,
  { damping = 0.5, epsilon = 1e-6 }: LocalPushOptions = {},
): PushedScores => {
  const { nodeCount, offsets, targets, weights, strengths } = graph;
  const scores = new Float64Array(nodeCount);
  const residual = resetOf(graph, seeds);
  const queued = new Uint8Array(nodeCount);
  let frontier = [...seeds.keys()];
  const reached: number[] = [];
  while (frontier.length > 0) {
    const next: number[] = [];
    for (const u of frontier) {
      queued[u] = 0;
      const mass = residual[u]!;
      if (mass <= epsilon * strengths[u]! || mass === 0) continue;
      residual[u] = 0;
      if (scores[u] === 0) reached.push(u);
      if (degree(graph, u) === 0) {
        scores[u]! += mass;
        continue;
      }
      scores[u]! += (1 - damping) * mass;
      const share = (damping * mass) / strengths[u]!;
      for (let at = offsets[u]!; at < offsets[u + 1]!; at++) {
        const v = targets[at]!;
        residual[v]! += share * weights[at]!;
        if (queued[v] === 0 && residual[v]! > epsilon * strengths[v]!) {
          queued[v] = 1;
          next.push(v);
        }
      }
    }
    frontier = next;
  }
  let pushed = 0;
  for (const u of reached) pushed += scores[u]!;
  return {
    scores: new Map(reached.map((u) => [u, scores[u]!])),
    error: Math.max(0, Math.min(1, [...seeds.values()].some((weight) => weight > 0) ? 1 - pushed : 0)),
  };
};
