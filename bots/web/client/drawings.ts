import type { Drawing } from '../../../core/drawing.ts';
import { h } from './dom.ts';
import { drawGraph } from './draw-graph.ts';
import { stepList } from './progress.ts';
import { summarisedGraph, summarisedTree } from './summarise.ts';
import { legend, zoomable } from './zoomable.ts';

type Of<D extends Drawing['drawing']> = Extract<Drawing, { drawing: D }>;

/** Draws a plan, tree, graph or set of paths. */
export const draw = (drawing: Drawing): Element => {
  switch (drawing.drawing) {
    case 'plan':
      return drawPlan(drawing);
    case 'tree': {
      const { drawing: tree, note } = summarisedTree(drawing);
      return noted(drawTree(tree), note);
    }
    case 'graph': {
      const { drawing: graph, note } = summarisedGraph(drawing);
      return noted(drawGraph(graph), note);
    }
    case 'paths':
      return drawPaths(drawing);
  }
};

const noted = (element: HTMLElement, note: string | undefined): HTMLElement => {
  if (note) element.prepend(h('p', { class: 'muted' }, note));
  return element;
};

const drawPlan = ({ steps }: Of<'plan'>) => {
  const numbers = new Map(steps.map(({ id }, i) => [id, i + 1]));
  return stepList(
    steps.map(({ title, status, answer, needs = [] }) => ({
      title,
      status,
      details: [
        needs.length > 0
          ? h('small', {}, `after step ${needs.map((id) => numbers.get(id) ?? id).join(', ')}`)
          : undefined,
        answer ? h('small', { class: 'step-answer' }, answer) : undefined,
      ],
    })),
  );
};

/** The five reasoning actions of AirRAG (section 3.1), in plain words for the legend. */
const ACTIONS = [
  ['SAY', 'takes the question apart'],
  ['DA', 'answers from what the model knows'],
  ['RA', 'looks up and answers'],
  ['QT', 'asks in other words'],
  ['SA', 'sums up the answer'],
] as const;

const drawTree = ({ nodes }: Of<'tree'>) => {
  const known = new Set(nodes.map(({ id }) => id));
  const children = Map.groupBy(nodes, ({ parent }) => (parent !== undefined && known.has(parent) ? parent : ''));
  const branch = (parent: string, depth: number): HTMLElement =>
    h(
      'ul',
      { class: 'tree' },
      ...(depth > 40 ? [] : (children.get(parent) ?? [])).map(({ id, kind, label, value, visits, chosen }) =>
        h(
          'li',
          { class: chosen ? 'chosen' : '' },
          h(
            'span',
            { class: 'tree-node' },
            kind ? h('b', { class: 'tree-kind' }, kind) : undefined,
            h('span', {}, label),
            visits !== undefined && h('small', {}, `${visits}×`),
            value !== undefined && h('small', {}, value.toFixed(2)),
          ),
          children.has(id) && branch(id, depth + 1),
        ),
      ),
    );
  const kinds = new Set(nodes.map(({ kind }) => kind));
  return h(
    'div',
    {},
    zoomable(branch('', 0), 'Search tree'),
    legend([
      ...ACTIONS.filter(([kind]) => kinds.has(kind)),
      ...(nodes.some(({ visits }) => visits !== undefined) ? [['3×', 'how often the search came by'] as const] : []),
      ...(nodes.some(({ value }) => value !== undefined) ? [['0.75', 'what it is worth, from 0 to 1'] as const] : []),
    ]),
  );
};

const drawPaths = ({ paths }: Of<'paths'>) =>
  h(
    'ul',
    { class: 'paths' },
    ...paths.map(({ nodes, steps, chosen }) =>
      h(
        'li',
        { class: chosen ? 'chosen' : '' },
        ...nodes.flatMap((node, i) => {
          const step = steps[i];
          const link =
            step && h('span', { class: 'path-step' }, step.forward ? `${step.predicate} →` : `← ${step.predicate}`);
          return [h('span', { class: 'path-node' }, node), ...(link ? [link] : [])];
        }),
      ),
    ),
  );
