import { strategies } from '../strategies/index.ts';

/** A strategy's nodes and edges, read from its compiled graph. */
export interface Wiring {
  name: string;
  nodes: string[];
  /** `chosen`: a predicate decides whether the edge is taken. */
  edges: { from: string; to: string; chosen: boolean }[];
}

interface Drawable {
  getGraphAsync(): Promise<{
    nodes: Record<string, unknown>;
    edges: { source: string; target: string; conditional?: boolean }[];
  }>;
}

/** Reads every strategy's wiring, in the order in which they are listed. */
export const readWirings = async (): Promise<Wiring[]> =>
  Promise.all(
    Object.entries(strategies).map(async ([name, load]) => {
      const graph = await ((await load()) as unknown as Drawable).getGraphAsync();
      return {
        name,
        nodes: Object.keys(graph.nodes),
        edges: graph.edges.map(({ source, target, conditional }) => ({
          from: source,
          to: target,
          chosen: conditional ?? false,
        })),
      };
    }),
  );

/** What a node is called in a drawing. */
export const labelOf = (node: string): string =>
  node === '__start__' ? 'question' : node === '__end__' ? 'answer' : node;
