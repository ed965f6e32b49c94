import type { PlanReview } from './state.ts';

/** Tries of a step before the plan goes on without its answer. */
export const MAX_TRIES = 2;

/** True when the review gave a better question and the step has tries left. */
export const shouldRetry = ({ stepAtHand }: Pick<PlanReview, 'stepAtHand'>): boolean =>
  stepAtHand.verdict === 'unconfident' && stepAtHand.tries < MAX_TRIES;

/** Where a reviewed step leads: tried again, on to the next step, or to the end of the plan. */
export const afterReview = (state: Pick<PlanReview, 'stepAtHand' | 'planned'>): 'act' | 'refine' | 'conclude' => {
  if (shouldRetry(state)) return 'act';
  return state.stepAtHand.at + 1 < state.planned.length ? 'refine' : 'conclude';
};

/** After refinement: the next step, or the end of the plan where no step that is left can be asked. */
export const afterRefine = ({ stepAtHand, planned }: Pick<PlanReview, 'stepAtHand' | 'planned'>): 'act' | 'conclude' =>
  stepAtHand.at < planned.length ? 'act' : 'conclude';

/** The steps whose answers a planned question speaks of (#1, #2), counted from 0. */
export const stepsNamedIn = (question: string): number[] =>
  [...question.matchAll(/#\s*(\d+)/g)].map(([, step]) => Number(step) - 1);
