import { labelOf, type Wiring } from './read-graph.ts';

/** The graph in Mermaid syntax. Conditional edges are dotted. */
export const toMermaid = ({ nodes, edges }: Wiring): string => {
  const id = (node: string) => `n${nodes.indexOf(node)}`;
  const shape = (node: string) => (node.startsWith('__') ? `([${labelOf(node)}])` : `[${labelOf(node)}]`);
  return [
    'graph TD',
    ...nodes.map((node) => `  ${id(node)}${shape(node)}`),
    ...edges.map(({ from, to, chosen }) => `  ${id(from)} ${chosen ? '-.->' : '-->'} ${id(to)}`),
  ].join('\n');
};
