/**
 * An undirected weighted graph as compressed sparse rows: the neighbours of node u are targets[offsets[u] .. offsets[u+1]],
 * in ascending order, each pair once (parallel edges add their weights), both directions present, no loops. Typed arrays
 * throughout, so that it can be stored as it is, shared between threads, and walked without allocating.
 */
export interface CsrGraph {
  readonly nodeCount: number;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float32Array;
  /** Σ of the weights at each node; 0 for one without edges. */
  readonly strengths: Float64Array;
  /** Σ of all strengths. */
  readonly volume: number;
}

/** An edge list; `weights` is 1 everywhere when left out. */
export interface EdgeList {
  nodeCount: number;
  sources: ArrayLike<number>;
  targets: ArrayLike<number>;
  weights?: ArrayLike<number>;
}

/** Builds the rows by two counting sorts, O(nodes + edges). */
export const buildCsrGraph = ({ nodeCount, sources, targets, weights }: EdgeList): CsrGraph => {
  const half = sources.length;
  // Sorted by target first, then stably by source: every row ends up in ascending order of its targets.
  const byTarget = countingSort(2 * half, nodeCount, (i) => (i < half ? targets[i]! : sources[i - half]!));
  const bySource = countingSort(
    2 * half,
    nodeCount,
    (i) => (i < half ? sources[i]! : targets[i - half]!),
    byTarget.order,
  );
  const offsets = new Uint32Array(nodeCount + 1);
  const rowTargets = new Uint32Array(2 * half);
  const rowWeights = new Float32Array(2 * half);
  const strengths = new Float64Array(nodeCount);
  let end = 0;
  for (let u = 0; u < nodeCount; u++) {
    offsets[u] = end;
    for (let at = bySource.starts[u]!; at < bySource.starts[u + 1]!; at++) {
      const i = bySource.order[at]!;
      const edge = i < half ? i : i - half;
      const v = i < half ? targets[edge]! : sources[edge]!;
      if (v === u) continue;
      const weight = weights ? weights[edge]! : 1;
      if (end > offsets[u]! && rowTargets[end - 1] === v) rowWeights[end - 1]! += weight;
      else {
        rowTargets[end] = v;
        rowWeights[end] = weight;
        end++;
      }
      strengths[u]! += weight;
    }
  }
  offsets[nodeCount] = end;
  const volume = strengths.reduce((sum, strength) => sum + strength, 0);
  return {
    nodeCount,
    offsets,
    targets: rowTargets.slice(0, end),
    weights: rowWeights.slice(0, end),
    strengths,
    volume,
  };
};

/** How many different neighbours a node has. */
export const degree = ({ offsets }: CsrGraph, node: number): number => offsets[node + 1]! - offsets[node]!;

const countingSort = (count: number, keys: number, keyOf: (item: number) => number, input?: Uint32Array) => {
  const starts = new Uint32Array(keys + 1);
  for (let i = 0; i < count; i++) starts[keyOf(i) + 1]!++;
  for (let key = 0; key < keys; key++) starts[key + 1]! += starts[key]!;
  const next = starts.slice();
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const item = input ? input[i]! : i;
    order[next[keyOf(item)]!++] = item;
  }
  return { starts, order };
};
