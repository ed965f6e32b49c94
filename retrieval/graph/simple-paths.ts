import { type CsrGraph, degree } from './csr-graph.ts';

export interface PathOptions {
  /** Maximum length of a path in edges; 3, as in RoK. */
  maxHops?: number;
  /**
   * Paths of three or more edges do not pass through nodes with more neighbours than this: such a node connects almost
   * everything, so its paths say little and take long to enumerate. Paths of two edges may pass through it.
   */
  hubDegree?: number;
  /** Maximum number of paths; the shortest are kept. */
  limit?: number;
}

/**
 * Simple paths (no node twice) from a node to any of the targets, shortest first, as sequences of nodes. A path may pass
 * through one target to another (RoK, step 2). By default, returns all paths of at most three edges.
 *
 * A depth-first search from the start that backtracks as soon as no target is near enough. A breadth-first search from the
 * targets computes distances up to half of the maximum length first, so both searches stay shallow.
 */
export const simplePaths = (
  graph: CsrGraph,
  start: number,
  targets: readonly number[],
  { maxHops = 3, hubDegree = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY }: PathOptions = {},
): number[][] => {
  const goals = targets.filter((target) => target !== start);
  if (goals.length === 0 || maxHops < 1 || limit < 1) return [];
  // The search visits all neighbours of neighbours of its start, so starts at the end that has fewer of them.
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

  /** Adds all paths with exactly `left` more edges. @returns false when the limit is reached */
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

/** Distance to the nearest goal in edges, up to `depth`. Nodes that are farther away have `depth + 1`, a lower bound. */
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

/** The number of second neighbours (counted repeatedly) through neighbours that are not over `hubDegree`. */
const reach = (graph: CsrGraph, node: number, hubDegree: number): number => {
  let sum = 0;
  for (let at = graph.offsets[node]!; at < graph.offsets[node + 1]!; at++) {
    const size = degree(graph, graph.targets[at]!);
    if (size <= hubDegree) sum += size;
  }
  return sum;
};
