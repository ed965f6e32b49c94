import type { Drawing } from '../../../core/drawing.ts';
import { h, svg } from './dom.ts';
import { layers } from './layers.ts';
import { legend, zoomable } from './zoomable.ts';

/** Size of a node and the gaps between nodes, in SVG units (pixels at a scale of 1). */
const WIDTH = 168;
const HEIGHT = 46;
const GAP_X = 18;
const GAP_Y = 40;

/** Draws a directed graph from top to bottom, in the layers that `layers` computes. */
export const drawGraph = ({ nodes, edges }: Extract<Drawing, { drawing: 'graph' }>): HTMLElement => {
  const rows = layers(
    nodes.map(({ id }) => id),
    edges,
  );
  const widest = Math.max(...rows.map((row) => row.length), 1);
  const width = widest * (WIDTH + GAP_X) - GAP_X;
  const height = rows.length * (HEIGHT + GAP_Y) - GAP_Y;
  const places = new Map(
    rows.flatMap((row, y) => {
      const left = (width - (row.length * (WIDTH + GAP_X) - GAP_X)) / 2;
      return row.map((id, x) => [id, { x: left + x * (WIDTH + GAP_X), y: y * (HEIGHT + GAP_Y) }] as const);
    }),
  );
  const lines = edges.flatMap(({ from, to }) => {
    const a = places.get(from);
    const b = places.get(to);
    if (!a || !b) return [];
    const [x1, y1, x2, y2] = [a.x + WIDTH / 2, a.y + HEIGHT, b.x + WIDTH / 2, b.y];
    const bend = (y2 - y1) / 2;
    return [svg('path', { class: 'edge', d: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}` })];
  });
  const boxes = nodes.flatMap(({ id, label, status = 'done', chosen, detail }) => {
    const at = places.get(id);
    if (!at) return [];
    return [
      svg(
        'g',
        { class: `node node-${status}${chosen ? ' chosen' : ''}`, transform: `translate(${at.x} ${at.y})` },
        svg('title', {}, detail ? `${label}\n${detail}` : label),
        svg('rect', { width: WIDTH, height: HEIGHT, rx: 9 }),
        ...twoLines(label).map((line, i, all) =>
          svg('text', { x: WIDTH / 2, y: HEIGHT / 2 + 4 + (i - (all.length - 1) / 2) * 15 }, line),
        ),
      ),
    ];
  });
  const picture = svg(
    'svg',
    {
      viewBox: `-2 -2 ${width + 4} ${height + 4}`,
      width: width + 4,
      height: height + 4,
      role: 'img',
      'aria-label': `A graph of ${nodes.length} steps`,
    },
    ...lines,
    ...boxes,
  );
  const occurring = new Set(nodes.map(({ status = 'done' }) => status));
  const keys = STATUSES.filter(([status]) => occurring.has(status)).map(([, mark, words]) => [mark, words] as const);
  return h(
    'div',
    {},
    zoomable(picture, 'Reasoning graph'),
    legend(nodes.some(({ chosen }) => chosen) ? [...keys, ['Green', 'on the way to the answer']] : keys),
  );
};

const STATUSES = [
  ['pending', 'Grey words', 'not begun'],
  ['running', 'Running', 'being worked on'],
  ['failed', 'Dashed', 'found nothing'],
] as const;

/** Breaks a label into at most two lines of about 25 characters. */
const twoLines = (label: string): string[] => {
  if (label.length <= 25) return [label];
  const space = label.lastIndexOf(' ', 25);
  const cut = space > 8 ? space : 25;
  const rest = label.slice(cut).trim();
  return [label.slice(0, cut), rest.length <= 25 ? rest : `${rest.slice(0, 24)}…`];
};
