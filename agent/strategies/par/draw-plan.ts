import type { Drawing } from '../../../core/drawing.ts';
import { referencedSteps } from './routes.ts';
import type { PlanReview } from './state.ts';

/** The plan in the format that the web page draws. */
export const drawPlan = ({
  planned,
  steps,
  stepAtHand,
}: Pick<PlanReview, 'planned' | 'steps' | 'stepAtHand'>): Drawing => ({
  drawing: 'plan',
  steps: planned.map(({ question }, i) => {
    const solved = steps[i];
    const id = `step-${i + 1}`;
    const waitsFor = referencedSteps(question).map((step) => `step-${step + 1}`);
    const needs = waitsFor.length > 0 ? { needs: waitsFor } : {};
    if (solved)
      return { id, title: solved.question, status: solved.answer ? 'done' : 'failed', answer: solved.answer, ...needs };
    const atHand = stepAtHand.at === i;
    return { id, title: atHand ? stepAtHand.question : question, status: atHand ? 'running' : 'pending', ...needs };
  }),
});
