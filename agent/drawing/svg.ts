import dagre from '@dagrejs/dagre';
import { labelOf, type Wiring } from './read-graph.ts';

const NODE_HEIGHT = 34;
const MARGIN = 12;
/** Approximate width of a letter, in pixels. */
const LETTER_WIDTH = 7.6;

/**
 * The graph as an SVG for light and dark mode, laid out from the question down to the answer. Conditional edges are
 * dashed.
 */
export const toSvg = ({ strategy: { name }, nodes, edges }: Wiring): string => {
  const graph = new dagre.graphlib.Graph({ multigraph: false });
  graph.setGraph({ rankdir: 'TB', nodesep: 26, ranksep: 36, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes)
    graph.setNode(node, { width: Math.max(64, labelOf(node).length * LETTER_WIDTH + 26), height: NODE_HEIGHT });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  // The layout's size does not include wide edges.
  const corners = [
    ...edges.flatMap(({ from, to }) => (graph.edge(from, to) as { points: { x: number; y: number }[] }).points),
    ...nodes.flatMap((node) => {
      const { x, y, width: w } = graph.node(node) as { x: number; y: number; width: number };
      return [
        { x: x - w / 2, y: y - NODE_HEIGHT / 2 },
        { x: x + w / 2, y: y + NODE_HEIGHT / 2 },
      ];
    }),
  ];
  const left = Math.floor(Math.min(...corners.map(({ x }) => x)) - MARGIN);
  const width = Math.ceil(Math.max(...corners.map(({ x }) => x)) + MARGIN) - left;
  const height = Math.ceil(Math.max(...corners.map(({ y }) => y)) + MARGIN);
  const lines = edges.map(({ from, to, chosen }) => {
    const { points } = graph.edge(from, to) as { points: { x: number; y: number }[] };
    const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(' ');
    return `  <path class="edge${chosen ? ' chosen' : ''}" d="${path}" marker-end="url(#head)"/>`;
  });
  const boxes = nodes.map((node) => {
    const { x, y, width: w } = graph.node(node) as { x: number; y: number; width: number };
    const end = node.startsWith('__');
    return [
      `  <rect class="${end ? 'end' : 'node'}" x="${round(x - w / 2)}" y="${round(y - NODE_HEIGHT / 2)}" width="${round(w)}" height="${NODE_HEIGHT}" rx="${end ? NODE_HEIGHT / 2 : 6}"/>`,
      `  <text x="${round(x)}" y="${round(y + 4.5)}">${labelOf(node)}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="The strategy ${name} as a graph">
  <style>
    .node, .end { fill: #f4f1ea; stroke: #2f4858; stroke-width: 1.2 }
    .end { fill: #2f4858 }
    .edge { fill: none; stroke: #6b7f8a; stroke-width: 1.3 }
    .chosen { stroke-dasharray: 5 4 }
    text { font: 13px ui-sans-serif, system-ui, sans-serif; text-anchor: middle; fill: #1d2b33 }
    .end + text { fill: #fff }
    @media (prefers-color-scheme: dark) {
      .node { fill: #22303a; stroke: #9fb4bf }
      .end { fill: #9fb4bf; stroke: #9fb4bf }
      .edge { stroke: #8fa3ae }
      text { fill: #e8eef1 }
      .end + text { fill: #14202a }
    }
  </style>
  <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#6b7f8a"/></marker>
${lines.join('\n')}
${boxes.join('\n')}
</svg>
`;
};

const round = (value: number) => Math.round(value * 10) / 10;
