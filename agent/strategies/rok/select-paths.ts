import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';
import { buildKnowledgeGraph } from '../../../retrieval/graph/knowledge-graph.ts';
import { pageRank } from '../../../retrieval/graph/page-rank.ts';

/** PageRank's damping factor (d of RoK's equation 3, which gives no value; .85 is PageRank's usual value). */
const DAMPING = 0.85;

/** Paths with their mean PageRank as `score`, and the rank of each entity in G_sub. */
export interface SelectedPaths {
  paths: KnowledgePath[];
  rank: ReadonlyMap<string, number>;
}

/**
 * RoK section 4.2.1: runs PageRank over the union of all paths, sorts the paths by their number of key entities, then
 * by mean PageRank, and takes the first `top`.
 */
export const selectPaths = (
  paths: readonly KnowledgePath[],
  keyEntities: ReadonlySet<string>,
  top: number,
): SelectedPaths => {
  if (paths.length === 0) return { paths: [], rank: new Map() };
  const triples = new Map<string, Triple>();
  for (const { steps } of paths) for (const { triple } of steps) triples.set(triple.id, triple);
  const graph = buildKnowledgeGraph([...triples.values()]);
  const scores = pageRank(graph.csr, { damping: DAMPING });
  const rank = new Map(graph.entities.map((entity, node) => [entity, scores[node]!]));
  const scored = paths.map((path) => ({
    path: { ...path, score: path.nodes.reduce((sum, node) => sum + (rank.get(node) ?? 0), 0) / path.nodes.length },
    held: path.nodes.filter((node) => keyEntities.has(node)).length,
  }));
  scored.sort((a, b) => b.held - a.held || b.path.score - a.path.score);
  return { paths: scored.slice(0, top).map(({ path }) => path), rank };
};
