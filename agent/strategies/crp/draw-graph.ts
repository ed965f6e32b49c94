import type { Drawing } from '../../../core/drawing.ts';
import type { GraphStep, ReasoningGraph } from './reasoning-graph.ts';

/** The reasoning graph in the format that the web page draws. `chosen` marks the steps of the paths reasoned along. */
export const drawGraph = ({ steps }: ReasoningGraph, chosen: ReadonlySet<string> = new Set()): Drawing => ({
  drawing: 'graph',
  nodes: steps.map((step) => ({
    id: step.id,
    label: step.text,
    status: statusOf(step),
    ...(step.sufficiency ? { detail: detailOf(step.sufficiency) } : {}),
    ...(chosen.has(step.id) ? { chosen: true } : {}),
  })),
  edges: steps.flatMap(({ id, parents }) => parents.map((from) => ({ from, to: id }))),
});

const statusOf = ({ facts, sufficiency }: GraphStep) => {
  if (sufficiency) return sufficiency.sufficient ? 'done' : 'failed';
  return facts ? 'running' : 'pending';
};

const detailOf = ({ by, score, answer }: NonNullable<GraphStep['sufficiency']>): string =>
  `${by}${score < Number.MAX_VALUE ? ` ${score.toFixed(2)}` : ''}${answer ? `: ${answer}` : ''}`;
