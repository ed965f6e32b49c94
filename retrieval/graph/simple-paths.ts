import { type CsrGraph, degree } from './csr-graph.ts';

export interface PathOptions {
  /** Longest path, in edges; 3 in RoK. */
  maxHops?: number;
  /**
   * A node with more neighbours than this is never an inner node of a path of three or more edges: through a hub
   * everything is near everything, which says little and takes long. Paths of two edges go through hubs too.
   */
  hubDegree?: number;
  /** Stops at this many paths; shorter ones come first. */
  limit?: number;
}

/**
 * Simple paths (no node twice) from a node to any of the targets, shortest first, as node sequences. A path may lead
 * through one target to another (RoK, step 2). With the bounds left out these are all paths of at most three edges.
 *
 * Walks from the start, and turns back as soon as no target is near enough: distances to the nearest target are known up
 * to half the way by a breadth-first search from the targets, so both searches stay shallow.
 */
export const simplePaths = (
  graph: CsrGraph,
  start: number,
  targets: readonly number[],
  { maxHops = 3, hubDegree = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY }: PathOptions = {},
): number[][] => {
  const goals = targets.filter((target) => target !== start);
  if (goals.length === 0 || maxHops < 1 || limit < 1) return [];
  // The search tries every neighbour's neighbour of its start: it begins where there are fewer of them.
  const [only] = goals;
  if (goals.length === 1 && reach(graph, only!, hubDegree) < reach(graph, start, hubDegree)) {
    return walk(graph, only!, [start], maxHops, hubDegree, limit).map((path) => path.reverse());
  }
  return walk(graph, start, goals, maxHops, hubDegree, limit);
};

const walk = (
  graph: CsrGraph,
  start: number,
  goals: readonly number[],
  maxHops: number,
  hubDegree: number,
  limit: number,
): number[][] => {
  const { offsets, targets } = graph;
  const near = Math.floor(maxHops / 2);
  const distance = distancesTo(graph, goals, near);
  const paths: number[][] = [];
  const path = [start];
  const onPath = new Uint8Array(graph.nodeCount);
  onPath[start] = 1;

  /** Every path of exactly `left` more edges. */
  const extend = (node: number, left: number, hops: number): boolean => {
    for (let at = offsets[node]!, end = offsets[node + 1]!; at < end; at++) {
      const next = targets[at]!;
      if (distance[next]! > left - 1 || onPath[next] === 1) continue;
      if (left === 1) {
        paths.push([...path, next]);
        if (paths.length >= limit) return false;
        continue;
      }
      if (hops > 2 && degree(graph, next) > hubDegree) continue;
      path.push(next);
      onPath[next] = 1;
      const goOn = extend(next, left - 1, hops);
      path.pop();
      onPath[next] = 0;
      if (!goOn) return false;
    }
    return true;
  };

  for (let hops = 1; hops <= maxHops; hops++) if (!extend(start, hops, hops)) break;
  return paths;
};

/** Edges to the nearest goal, known up to `depth`; what is farther counts as depth + 1, a lower bound. A goal's own is 0. */
const distancesTo = ({ nodeCount, offsets, targets }: CsrGraph, goals: readonly number[], depth: number) => {
  const distance = new Uint8Array(nodeCount).fill(depth + 1);
  let frontier = [...goals];
  for (const goal of goals) distance[goal] = 0;
  for (let d = 1; d <= depth; d++) {
    const next: number[] = [];
    for (const u of frontier) {
      for (let at = offsets[u]!; at < offsets[u + 1]!; at++) {
        const v = targets[at]!;
        if (distance[v]! <= d) continue;
        distance[v] = d;
        next.push(v);
      }
    }
    frontier = next;
  }
  return distance;
};

/** How many neighbours the neighbours have that a path may pass. */
const reach = (graph: CsrGraph, node: number, hubDegree: number): number => {
  let sum = 0;
  for (let at = graph.offsets[node]!; at < graph.offsets[node + 1]!; at++) {
    const size = degree(graph, graph.targets[at]!);
    if (size <= hubDegree) sum += size;
  }
  return sum;
};
