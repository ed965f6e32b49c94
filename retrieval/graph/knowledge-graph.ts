import type { KnowledgePath, Triple } from '../../core/knowledge.ts';
import { buildCsrGraph, type CsrGraph } from './csr-graph.ts';
import { type PathOptions, simplePaths } from './simple-paths.ts';

/** Triples as a graph whose nodes are entities. */
export interface KnowledgeGraph {
  readonly csr: CsrGraph;
  readonly triples: readonly Triple[];
  /** Entity ids by node. */
  readonly entities: readonly string[];
  /** Node numbers by entity id. */
  readonly nodes: ReadonlyMap<string, number>;
  /** All triples between two nodes, in both directions. */
  between(a: number, b: number): Triple[];
}

/** Builds the graph in O(triples). A triple from an entity to itself adds a node but no edge. */
export const buildKnowledgeGraph = (triples: readonly Triple[]): KnowledgeGraph => {
  const nodes = new Map<string, number>();
  const nodeOf = (id: string) => {
    const known = nodes.get(id);
    if (known !== undefined) return known;
    nodes.set(id, nodes.size);
    return nodes.size - 1;
  };
  const sources = Uint32Array.from(triples, ({ subject }) => nodeOf(subject));
  const targets = Uint32Array.from(triples, ({ object }) => nodeOf(object));
  const pairs = new Map<number, Triple[]>();
  // Node numbers are far below 2^26, so the key is an exact integer.
  const pairKey = (a: number, b: number) => Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  for (const [i, triple] of triples.entries()) {
    const key = pairKey(sources[i]!, targets[i]!);
    const known = pairs.get(key);
    if (known) known.push(triple);
    else pairs.set(key, [triple]);
  }
  return {
    csr: buildCsrGraph({ nodeCount: nodes.size, sources, targets }),
    triples,
    entities: [...nodes.keys()],
    nodes,
    between: (a, b) => pairs.get(pairKey(a, b)) ?? [],
  };
};

/**
 * Simple paths from an entity to any of the others, shortest first (RoK, step 2). If several triples connect two neighbours,
 * the step has the first; `between` returns all. Unknown entities have no paths.
 */
export const knowledgePaths = (
  graph: KnowledgeGraph,
  from: string,
  to: readonly string[],
  options?: PathOptions,
): KnowledgePath[] => {
  const start = graph.nodes.get(from);
  if (start === undefined) return [];
  const targets = to.flatMap((id) => graph.nodes.get(id) ?? []);
  return simplePaths(graph.csr, start, targets, options).map((path) => ({
    nodes: path.map((node) => graph.entities[node]!),
    steps: path.slice(1).map((node, i) => {
      const triple = graph.between(path[i]!, node)[0]!;
      return { triple, forward: triple.subject === graph.entities[path[i]!] };
    }),
  }));
};
