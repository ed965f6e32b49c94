/**
 * An undirected weighted graph as compressed sparse rows. The neighbours of node u are targets[offsets[u] .. offsets[u+1]] in
 * ascending order. Weights of parallel edges are added, both directions are stored, and there are no loops. All arrays are
 * typed, so a graph can be stored directly, shared between threads and walked without allocations.
 */
export interface CsrGraph {
  readonly nodeCount: number;
  readonly offsets: Uint32Array;
  /** Index of each node's first neighbour with a higher number than its own. */
  readonly splits: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float32Array;
  /** The sum of the weights of each node's edges. */
  readonly strengths: Float64Array;
  /** The connected component of each node. Components are numbered in the order of their first nodes. */
  readonly components: Uint32Array;
  /** The sum of the strengths in each component. */
  readonly volumes: Float64Array;
}

/** An edge list. Without `weights`, all weights are 1. */
export interface EdgeList {
  nodeCount: number;
  sources: ArrayLike<number>;
  targets: ArrayLike<number>;
  weights?: ArrayLike<number>;
}

/** Builds the graph with two counting sorts in O(nodes + edges). */
export const buildCsrGraph = ({ nodeCount, sources, targets, weights }: EdgeList): CsrGraph => {
  const half = sources.length;
  // A stable sort by source after a sort by target leaves each row sorted by target.
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
  const splits = new Uint32Array(nodeCount);
  const strengths = new Float64Array(nodeCount);
  let end = 0;
  for (let u = 0; u < nodeCount; u++) {
    offsets[u] = end;
    splits[u] = end;
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
        if (v < u) splits[u] = end;
      }
      strengths[u]! += weight;
    }
  }
  offsets[nodeCount] = end;
  const rows = { nodeCount, offsets, splits, targets: rowTargets.slice(0, end), weights: rowWeights.slice(0, end) };
  return { ...rows, strengths, ...componentsOf(rows, strengths) };
};

/** Connected components, breadth first. */
const componentsOf = (
  { nodeCount, offsets, targets }: Pick<CsrGraph, 'nodeCount' | 'offsets' | 'targets'>,
  strengths: Float64Array,
) => {
  const components = new Uint32Array(nodeCount);
  const seen = new Uint8Array(nodeCount);
  const queue = new Uint32Array(nodeCount);
  const volumes: number[] = [];
  for (let first = 0; first < nodeCount; first++) {
    if (seen[first] === 1) continue;
    let volume = 0;
    queue[0] = first;
    seen[first] = 1;
    for (let head = 0, tail = 1; head < tail; head++) {
      const u = queue[head]!;
      components[u] = volumes.length;
      volume += strengths[u]!;
      for (let at = offsets[u]!; at < offsets[u + 1]!; at++) {
        const v = targets[at]!;
        if (seen[v] === 1) continue;
        seen[v] = 1;
        queue[tail++] = v;
      }
    }
    volumes.push(volume);
  }
  return { components, volumes: Float64Array.from(volumes) };
};

/** The number of distinct neighbours of a node. */
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
