import type { Drawing } from '../../../core/drawing.ts';

type Of<D extends Drawing['drawing']> = Extract<Drawing, { drawing: D }>;

/** Up to this size, a browser on a small machine pans a drawing smoothly (`npm run bench -- web-page`). */
const MAX_NODES = 300;
const MAX_EDGES = 600;

/** A drawing that is small enough to show. */
export interface Summarised<D> {
  drawing: D;
  /** Says how much was left out; absent when nothing was. */
  note?: string;
}

const note = (drawn: number, all: number, what: string): string =>
  `${drawn.toLocaleString('en')} of ${all.toLocaleString('en')} ${what} are drawn: those on the way to the answer, then those that most was done with.`;

/** Reduces a tree to MAX_NODES nodes: the chosen ones, then the most visited, each with all its ancestors. */
export const summarisedTree = (tree: Of<'tree'>): Summarised<Of<'tree'>> => {
  const { nodes } = tree;
  if (nodes.length <= MAX_NODES) return { drawing: tree };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  const wanted = nodes.toSorted(
    (a, b) => Number(b.chosen ?? false) - Number(a.chosen ?? false) || (b.visits ?? 0) - (a.visits ?? 0),
  );
  for (const node of wanted) {
    const way: string[] = [];
    let at: typeof node | undefined = node;
    while (at && !kept.has(at.id) && !way.includes(at.id)) {
      way.push(at.id);
      at = at.parent === undefined ? undefined : byId.get(at.parent);
    }
    if (kept.size + way.length > MAX_NODES) continue;
    for (const id of way) kept.add(id);
  }
  const drawn = nodes.filter(({ id }) => kept.has(id));
  return { drawing: { ...tree, nodes: drawn }, note: note(drawn.length, nodes.length, 'steps') };
};

/** Reduces a graph to MAX_NODES nodes and MAX_EDGES edges: the chosen nodes, then those with the most edges. */
export const summarisedGraph = (graph: Of<'graph'>): Summarised<Of<'graph'>> => {
  const { nodes, edges } = graph;
  if (nodes.length <= MAX_NODES && edges.length <= MAX_EDGES) return { drawing: graph };
  const degree = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
  const kept = new Set(
    nodes
      .toSorted(
        (a, b) =>
          Number(b.chosen ?? false) - Number(a.chosen ?? false) || (degree.get(b.id) ?? 0) - (degree.get(a.id) ?? 0),
      )
      .slice(0, MAX_NODES)
      .map(({ id }) => id),
  );
  const drawn = nodes.filter(({ id }) => kept.has(id));
  const lines = edges.filter(({ from, to }) => kept.has(from) && kept.has(to)).slice(0, MAX_EDGES);
  return {
    drawing: { ...graph, nodes: drawn, edges: lines },
    note: note(
      drawn.length,
      nodes.length,
      `steps, with ${lines.length.toLocaleString('en')} of ${edges.length.toLocaleString('en')} links,`,
    ),
  };
};
