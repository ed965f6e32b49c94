import { STRATEGIES, type Strategy } from '../strategies/index.ts';

/** A strategy's nodes and edges, read from its compiled graph. */
export interface Wiring {
  strategy: Strategy;
  nodes: string[];
  /** `chosen` marks conditional edges. */
  edges: { from: string; to: string; chosen: boolean }[];
}

/** Reads the graph of every strategy, in display order. */
export const readWirings = async (): Promise<Wiring[]> =>
  Promise.all(
    STRATEGIES.map(async (strategy) => {
      const graph = await (await strategy.create()).getGraphAsync();
      return {
        strategy,
        nodes: Object.keys(graph.nodes),
        edges: graph.edges.map(({ source, target, conditional }) => ({
          from: source,
          to: target,
          chosen: conditional ?? false,
        })),
      };
    }),
  );

/** Label of a node in a drawing. */
export const labelOf = (node: string): string =>
  node === '__start__' ? 'question' : node === '__end__' ? 'answer' : node;
