import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { drawPlan } from './draw-plan.ts';
import { referencedSteps } from './routes.ts';
import type { PlanReview, StepAtHand } from './state.ts';
import { refineQuestion } from './tasks/refine-question.ts';

/**
 * Refines the next step's question with the answers so far and moves on to that step. A question without a reference to
 * an earlier answer needs no call. Skips a step that needs a missing answer, because nothing can replace its #1. If no
 * step is left, `at` is past the plan's end.
 */
export const refineNextQuestion = node('refine', async (state: PlanReview, context) => {
  const { standalone, planned, stepAtHand } = state;
  const known = [...state.steps];
  const goOn = (next: StepAtHand) => {
    const steps = known.slice(state.steps.length);
    if (steps.length > 0) {
      const plan = drawPlan({ planned, steps: known, stepAtHand: next });
      context.trace({ kind: 'state', name: 'plan', data: plan });
    }
    return { stepAtHand: next, steps };
  };
  for (let at = stepAtHand.at + 1; at < planned.length; at++) {
    const next = planned[at]?.question ?? standalone;
    const needed = referencedSteps(next);
    const unanswered = needed.filter((one) => known[one]?.answer === '');
    if (unanswered.length > 0) {
      const needs = unanswered.map((one) => one + 1);
      context.trace({ kind: 'note', name: 'not-asked', data: { at, question: next, needs } });
      context.emit({ type: 'step', id: `step-${at + 1}`, title: next, status: 'failed' });
      known.push({ question: next, answer: '' });
      continue;
    }
    if (needed.length === 0) return goOn({ at, question: next, tries: 0 });
    const input = { mainQuestion: standalone, steps: known, next };
    const { output } = await runTask(context, refineQuestion, input, { unreadable: { question: next } });
    return goOn({ at, question: output.question.trim() || next, tries: 0 });
  }
  return goOn({ at: planned.length, question: '', tries: 0 });
});
