import type { CsrGraph } from './csr-graph.ts';
import { growthOf, resetOf, type Seeds } from './page-rank.ts';
import { type WalkSystem, walkSystem } from './walk-system.ts';

export interface BestOptions {
  damping?: number;
  /** How many nodes; 20 by default. */
  k?: number;
}

/** The best nodes of a walk, best first. */
export interface BestNodes {
  nodes: number[];
  scores: number[];
  /** Bound on the summed distance of all scores to the exact ones. */
  error: number;
}

/** Scores this near to the exact ones are the exact ones. */
const EXACT = 1e-10;
/** No walk's best nodes stand before as many steps. */
const MIN_STEPS = 2;
/** What is still to come, as a share of the last step. */
const TO_COME = 0.75;

/**
 * The k best nodes by Personalized PageRank, in less time than all scores take: stops as soon as no node could enter or
 * leave the best k if all that is still to come moved every node three quarters as far as the last step did. At .85 a step
 * moves nodes about a fifth as far as the one before it, so this errs on the side of care; what it can leave open are near
 * ties for the last place (measured by `npm run bench -- graph`).
 *
 * @returns Fewer than k nodes where the walk reaches fewer
 */
export const bestByPageRank = (
  graph: CsrGraph,
  seeds: Seeds,
  { damping = 0.85, k = 20 }: BestOptions = {},
): BestNodes => {
  const reset = resetOf(graph, seeds);
  const growth = growthOf(graph, reset, damping);
  // A walk that begins at a node without edges stays there until it starts over.
  const alone = new Map(
    [...seeds.keys()].filter((u) => graph.strengths[u] === 0).map((u) => [u, (1 - damping) * reset[u]!]),
  );
  const system = walkSystem(graph, reset, damping);
  for (let steps = 1; steps < MIN_STEPS; steps++) system.step();
  let best: Leaders;
  do {
    system.step();
    best = leaders(graph, system, alone, k);
  } while (system.error * growth > EXACT && !settled(graph, system, best));
  return {
    nodes: best.nodes,
    scores: best.scores.map((score) => growth * score),
    error: growth * system.error,
  };
};

/** The k best nodes so far with their scores, and the best score of the others, which is 0 where there is none. */
interface Leaders {
  nodes: number[];
  scores: number[];
  next: number;
}

/** One pass; most nodes fail its first comparison. */
const leaders = (
  { nodeCount, strengths }: CsrGraph,
  { density }: WalkSystem,
  alone: ReadonlyMap<number, number>,
  k: number,
): Leaders => {
  const nodes = new Uint32Array(k + 1);
  const scores = new Float64Array(k + 1);
  const enter = (node: number, score: number) => {
    let at = k;
    for (; at > 0 && scores[at - 1]! < score; at--) {
      scores[at] = scores[at - 1]!;
      nodes[at] = nodes[at - 1]!;
    }
    scores[at] = score;
    nodes[at] = node;
  };
  for (let u = 0; u < nodeCount; u++) {
    const score = density[u]! * strengths[u]!;
    if (score > scores[k]!) enter(u, score);
  }
  for (const [u, score] of alone) if (score > scores[k]!) enter(u, score);
  const found = Math.min(k, scores.filter((score) => score > 0).length);
  return { nodes: [...nodes.subarray(0, found)], scores: [...scores.subarray(0, found)], next: scores[k]! };
};

/** True when what is still to come takes no leader below the border, and no other node above it. */
const settled = (
  { nodeCount, strengths }: CsrGraph,
  { density, change, scale }: WalkSystem,
  { nodes, scores, next }: Leaders,
): boolean => {
  const last = scores.at(-1) ?? 0;
  const border = (last + next) / 2;
  const moved = (u: number) => TO_COME * Math.abs(scale * change[u]!) * strengths[u]!;
  if (!nodes.every((node, i) => scores[i]! - moved(node) > border)) return false;
  for (let u = 0; u < nodeCount; u++) {
    const score = density[u]! * strengths[u]!;
    if (score < last && score + moved(u) >= border) return false;
  }
  return true;
};
