import type { Meter } from '../../model/budget.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { CrpOptions } from './options.ts';
import { pathsToReason } from './paths.ts';
import { maxDepth, type ReasoningGraph } from './reasoning-graph.ts';

/**
 * The paper bounds nothing. An answer's calls are bounded here, and a graph that took them all would be refused with its paths
 * at hand: of six questions read by hand five were. So construction stops at a share of the calls, and a layer is gathered
 * only as far as the calls for reasoning along the paths remain.
 */
const MAX_GROWTH = 1 / 3;

/** True while construction may go on. */
export const mayGrow = ({ spent, budget }: Meter): boolean => spent().calls < MAX_GROWTH * budget.calls;

/** Answers drawn for a step whose provider gives no log-probabilities. */
export const SAMPLES = 3;

/** How many steps of a layer may be gathered and judged. */
export const affordableSteps = (
  { meter, models }: QuestionContext,
  graph: ReasoningGraph,
  options: CrpOptions,
): number => {
  // A provider may say that it gives log-probabilities and give none.
  const bySamples =
    !models.main.capabilities.logprobs || graph.steps.some(({ sufficiency }) => sufficiency?.by === 'agreement');
  const perStep = (bySamples && options.evaluation ? SAMPLES : 1) + (options.aggregation ? 1 : 0);
  const left = meter.budget.calls - meter.spent().calls - callsToReason(graph, options);
  return Math.max(0, Math.floor(left / perStep));
};

/**
 * One call for each step of the paths that would be reasoned along, shared by those that begin alike, or of the longest to come,
 * and one to merge answers.
 */
const callsToReason = (graph: ReasoningGraph, options: CrpOptions): number => {
  const beginnings = new Set(
    pathsToReason(graph, options).flatMap((path) => {
      const ids = path.map(({ id }) => id);
      return ids.map((_, at) => ids.slice(0, at + 1).join(' '));
    }),
  );
  return 1 + (beginnings.size || maxDepth(graph));
};
