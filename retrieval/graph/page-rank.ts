import type { CsrGraph } from './csr-graph.ts';

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
 * Conjugate gradients. On an undirected graph x = d·A·D⁻¹·x + (1−d)·v becomes symmetric and positive definite with
 * x = D^½·y: (I − d·D^-½·A·D^-½)·y = (1−d)·D^-½·v, of condition (1+d)/(1−d), so that the error falls by about
 * (√κ−1)/(√κ+1) a step (.56 at d = .85) where power iteration's falls by d; and fewer steps still once the stationary
 * direction is found. The start y ∝ D^½ is that direction. Stops by the residual ρ of x: |x − exact|₁ ≤ |ρ|₁ / (1−d).
 */
const solve = (
  graph: CsrGraph,
  reset: Float64Array,
  { damping = 0.85, tolerance = 1e-9 }: PageRankOptions,
): Float64Array => {
  const { nodeCount, strengths, volume } = graph;
  const roots = strengths.map(Math.sqrt);
  const inverse = roots.map((root) => (root > 0 ? 1 / root : 0));
  let connected = 0;
  for (let u = 0; u < nodeCount; u++) if (strengths[u]! > 0) connected += reset[u]!;
  const growth = 1 / (1 - damping * (1 - connected));
  const y = roots.map((root) => (volume > 0 ? (connected * root) / volume : 0));
  const scratch = new Float64Array(nodeCount);
  const product = new Float64Array(nodeCount);
  multiply(graph, inverse, damping, y, scratch, product);
  const residual = product.map((value, u) => (1 - damping) * reset[u]! * inverse[u]! - value);
  const direction = residual.slice();
  let { squares, mass } = sizeOf(residual, roots);
  // What is added for isolated nodes at the end grows the error with the scores.
  while (mass * growth > tolerance * (1 - damping)) {
    multiply(graph, inverse, damping, direction, scratch, product);
    let curvature = 0;
    for (let u = 0; u < nodeCount; u++) curvature += direction[u]! * product[u]!;
    const step = squares / curvature;
    for (let u = 0; u < nodeCount; u++) {
      y[u]! += step * direction[u]!;
      residual[u]! -= step * product[u]!;
    }
    const before = squares;
    ({ squares, mass } = sizeOf(residual, roots));
    for (let u = 0; u < nodeCount; u++) direction[u] = residual[u]! + (squares / before) * direction[u]!;
  }
  return startOver(y, roots, reset, growth, damping);
};

/** From y to scores, with the share of the isolated nodes: a walk there starts over, so all else grows in proportion. */
const startOver = (y: Float64Array, roots: Float64Array, reset: Float64Array, growth: number, damping: number) => {
  if (reset.every((share) => share === 0)) return y;
  return y.map((value, u) => growth * (roots[u]! > 0 ? Math.max(0, value * roots[u]!) : reset[u]! * (1 - damping)));
};

/** into = (I − d·D^-½·A·D^-½)·vector; a node without edges keeps its value. */
const multiply = (
  { nodeCount, offsets, targets, weights }: CsrGraph,
  inverse: Float64Array,
  damping: number,
  vector: Float64Array,
  scratch: Float64Array,
  into: Float64Array,
) => {
  for (let u = 0; u < nodeCount; u++) scratch[u] = vector[u]! * inverse[u]!;
  let at = 0;
  for (let u = 0; u < nodeCount; u++) {
    let sum = 0;
    for (const end = offsets[u + 1]!; at < end; at++) sum += weights[at]! * scratch[targets[at]!]!;
    into[u] = vector[u]! - damping * sum * inverse[u]!;
  }
};

/** |residual|₂² of y, and |residual|₁ of x = D^½·y. */
const sizeOf = (residual: Float64Array, roots: Float64Array) => {
  let squares = 0;
  let mass = 0;
  for (let u = 0; u < residual.length; u++) {
    squares += residual[u]! * residual[u]!;
    mass += Math.abs(residual[u]! * roots[u]!);
  }
  return { squares, mass };
};
