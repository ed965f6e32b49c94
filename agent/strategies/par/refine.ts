import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { PlanReview } from './state.ts';
import { refineQuestion } from './tasks/refine-question.ts';

/** An earlier answer that a planned question speaks of: the plan names it #1. */
const EARLIER_ANSWER = /#\s*\d/;

/**
 * Refines the next step's question with the answers so far, and goes on to that step. A question that speaks of no earlier
 * answer stands by itself already, and costs no call.
 */
export const refineNextQuestion = node(
  'refine',
  async ({ standalone, planned, stepAtHand, steps }: PlanReview, context) => {
    const at = stepAtHand.at + 1;
    const next = planned[at]?.question ?? standalone;
    if (!EARLIER_ANSWER.test(next)) return { stepAtHand: { at, question: next, tries: 0 } };
    const input = { mainQuestion: standalone, steps, next };
    const { output } = await runTask(context, refineQuestion, input, { unreadable: { question: next } });
    return { stepAtHand: { at, question: output.question.trim() || next, tries: 0 } };
  },
);
