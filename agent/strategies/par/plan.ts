import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { drawPlan } from './draw-plan.ts';
import type { PlanReview } from './state.ts';
import { planSteps as planTask } from './tasks/plan-steps.ts';

/** Maximum steps per plan. */
const MAX_STEPS = 6;

/** Splits the question into steps, in one call. If that yields no steps, the question itself is the only step. */
export const planSteps = node('plan', async ({ standalone }: PlanReview, context) => {
  const { output } = await runTask(context, planTask, { question: standalone }, { unreadable: { steps: [] } });
  const [first = { thought: '', question: standalone, action: 'retrieve' as const }, ...others] = output.steps
    .filter(({ question }) => question.trim() !== '')
    .slice(0, MAX_STEPS);
  const planned = [first, ...others];
  const stepAtHand = { at: 0, question: first.question, tries: 0 };
  context.trace({ kind: 'state', name: 'plan', data: drawPlan({ planned, steps: [], stepAtHand }) });
  planned.forEach(({ question }, at) => {
    context.emit({ type: 'step', id: `step-${at + 1}`, title: question, status: 'pending' });
  });
  return { planned, stepAtHand };
});
