import type { CsrGraph } from './csr-graph.ts';

/** An iterative solver for the scores of a random walk with restart. Valid until the next one is created on the same graph. */
interface WalkSystem {
  /** The current scores divided by the nodes' strengths. */
  readonly density: Float64Array;
  /** Upper bound on |scores − exact|₁ over the nodes with edges. */
  readonly error: number;
  step(): void;
}

/**
 * Solves the linear system of Personalized PageRank, x = d·A·D⁻¹·x + (1−d)·v, with conjugate gradients. With x = D·u it is
 * symmetric and positive definite: (D − d·A)·u = (1−d)·v. The preconditioner is symmetric Gauss–Seidel (Y. Saad, Iterative
 * Methods for Sparse Linear Systems, 10.2) in the arrangement of S. C. Eisenstat (SIAM J. Sci. Stat. Comput. 2, 1981), in
 * which a step reads each edge once from either end, like a plain product. At d = 0.85, each step reduces the error to about
 * a fifth; plain conjugate gradients reduce it to a half, power iteration to 0.85.
 *
 * The start value is the limit of a walk without restarts, which is known: in each component, the restart distribution's mass
 * in proportion to strength. Nodes in components without such mass thus keep a density of exactly 0.
 *
 * @param reset the restart distribution; the caller handles nodes without edges
 */
export const walkSystem = (graph: CsrGraph, reset: Float64Array, damping: number): WalkSystem => {
  const { nodeCount, offsets, splits, targets, weights, strengths, components } = graph;
  const { inverse, density, residual, direction, up, down } = scratchOf(graph);
  const starts = stationary(graph, reset);
  let squares = 0;
  let mass = 0;

  // E = D − d·(A below the diagonal), so that D − d·A = E + Eᵀ − D. Loops sum in local variables, which are faster than
  // variables of the closure.
  /** residual = E⁻¹·((1−d)·v − (D − d·A)·start) */
  const begin = () => {
    let sumOfSquares = 0;
    let sumOfMass = 0;
    for (let u = 0; u < nodeCount; u++) {
      let sum = 0;
      for (let at = offsets[u]!, end = splits[u]!; at < end; at++) sum += weights[at]! * residual[targets[at]!]!;
      const start = starts[components[u]!]!;
      const value = (1 - damping) * (reset[u]! * inverse[u]! - start) + damping * sum * inverse[u]!;
      density[u] = start;
      residual[u] = value;
      direction[u] = value;
      sumOfSquares += strengths[u]! * value * value;
      sumOfMass += strengths[u]! * Math.abs(value);
    }
    squares = sumOfSquares;
    mass = sumOfMass;
  };

  /** up = E⁻ᵀ·direction */
  const sweepUp = () => {
    for (let u = nodeCount - 1; u >= 0; u--) {
      let sum = 0;
      for (let at = offsets[u + 1]! - 1, end = splits[u]!; at >= end; at--) sum += weights[at]! * up[targets[at]!]!;
      up[u] = direction[u]! + damping * sum * inverse[u]!;
    }
  };

  /** down = E⁻¹·D·(direction − up). The preconditioned product is up + down. @returns its inner product with `direction` */
  const sweepDown = (): number => {
    let curvature = 0;
    for (let u = 0; u < nodeCount; u++) {
      let sum = 0;
      for (let at = offsets[u]!, end = splits[u]!; at < end; at++) sum += weights[at]! * down[targets[at]!]!;
      const value = direction[u]! - up[u]! + damping * sum * inverse[u]!;
      down[u] = value;
      curvature += strengths[u]! * direction[u]! * (up[u]! + value);
    }
    return curvature;
  };

  const update = (by: number) => {
    let sumOfSquares = 0;
    let sumOfMass = 0;
    for (let u = 0; u < nodeCount; u++) {
      density[u]! += by * up[u]!;
      const value = residual[u]! - by * (up[u]! + down[u]!);
      residual[u] = value;
      sumOfSquares += strengths[u]! * value * value;
      sumOfMass += strengths[u]! * Math.abs(value);
    }
    const keep = squares > 0 ? sumOfSquares / squares : 0;
    for (let u = 0; u < nodeCount; u++) direction[u] = residual[u]! + keep * direction[u]!;
    squares = sumOfSquares;
    mass = sumOfMass;
  };

  begin();
  return {
    density,
    // The residual of x is E·residual, and the columns of E have a norm of at most 1 + d; |x − exact|₁ ≤ |its residual|₁ / (1−d).
    get error() {
      return (mass * (1 + damping)) / (1 - damping);
    },
    step() {
      sweepUp();
      const curvature = sweepDown();
      // A residual of 0 means that the solution is exact.
      update(curvature > 0 ? squares / curvature : 0);
    },
  };
};

/** The limit of the density of a walk without restarts, by component. */
const stationary = ({ nodeCount, components, volumes }: CsrGraph, reset: Float64Array): Float64Array => {
  const densities = new Float64Array(volumes.length);
  for (let u = 0; u < nodeCount; u++) densities[components[u]!]! += reset[u]!;
  return densities.map((mass, component) => (volumes[component]! > 0 ? mass / volumes[component]! : 0));
};

interface Scratch {
  /** 1 / strength; 0 for a node without edges. */
  inverse: Float64Array;
  density: Float64Array;
  residual: Float64Array;
  direction: Float64Array;
  up: Float64Array;
  down: Float64Array;
}

const scratches = new WeakMap<CsrGraph, Scratch>();

/** The vectors for the walks of a graph. Reused, because allocating them takes as long as a sweep. */
const scratchOf = (graph: CsrGraph): Scratch => {
  const known = scratches.get(graph);
  if (known) return known;
  const vector = () => new Float64Array(graph.nodeCount);
  const scratch: Scratch = {
    inverse: graph.strengths.map((strength) => (strength > 0 ? 1 / strength : 0)),
    density: vector(),
    residual: vector(),
    direction: vector(),
    up: vector(),
    down: vector(),
  };
  scratches.set(graph, scratch);
  return scratch;
};
