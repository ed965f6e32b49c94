import type { PlanReview } from './state.ts';

/** Tries per step before the plan goes on without its answer. */
export const MAX_TRIES = 2;

/** True if the review proposed a better question and the step has tries left. */
export const shouldRetry = ({ stepAtHand }: Pick<PlanReview, 'stepAtHand'>): boolean =>
  stepAtHand.verdict === 'unconfident' && stepAtHand.tries < MAX_TRIES;

/** After a review: tries the step again, refines the next one, or concludes. */
export const afterReview = (state: Pick<PlanReview, 'stepAtHand' | 'planned'>): 'act' | 'refine' | 'conclude' => {
  if (shouldRetry(state)) return 'act';
  return state.stepAtHand.at + 1 < state.planned.length ? 'refine' : 'conclude';
};

/** After refinement: the next step, or the conclusion if no remaining step can be answered. */
export const afterRefine = ({ stepAtHand, planned }: Pick<PlanReview, 'stepAtHand' | 'planned'>): 'act' | 'conclude' =>
  stepAtHand.at < planned.length ? 'act' : 'conclude';

/** Indices (from 0) of the earlier steps that a question refers to as #1, #2. */
export const referencedSteps = (question: string): number[] =>
  [...question.matchAll(/#\s*(\d+)/g)].map(([, step]) => Number(step) - 1);
