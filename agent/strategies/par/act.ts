import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, PASSAGES, searchFor, searchNearest, seedsFor, union } from '../../nodes/search.ts';
import { answerStep } from '../../tasks/answer-step.ts';
import { noStepAnswer } from '../../tasks/shapes.ts';
import type { ParOptions } from './options.ts';
import type { PlanReview } from './state.ts';

/**
 * Answers the current step from a coarse search (section 3.3) and from what earlier steps cited. Keeps only the sources
 * cited. A step that only concludes does not search.
 */
export const actOnStep = ({ retrieval }: ParOptions) =>
  node('act', async ({ standalone, today, planned, stepAtHand, steps, references }: PlanReview, context) => {
    const { at, question } = stepAtHand;
    context.emit({ type: 'step', id: `step-${at + 1}`, title: question, status: 'running' });
    const search = () =>
      retrieval === 'layered'
        ? searchNearest(context, question)
        : searchFor(context, question, PASSAGES, seedsFor(question, references));
    const found = planned[at]?.action === 'answer' ? [] : await search();
    const sources = union(references, found);
    // There are no sources: earlier steps found nothing, and this step only concludes from them.
    if (sources.length === 0)
      return { references: [], claimed: [], stepAtHand: { ...stepAtHand, answer: noStepAnswer, verdict: undefined } };
    const { output } = await runTask(
      context,
      answerStep,
      { mainQuestion: standalone, question, steps, references: sources, today },
      { doing: `Answering step ${at + 1} of ${planned.length}`, unreadable: noStepAnswer },
    );
    const cited = citedOf(context, output.answer, output.citations);
    return {
      references: cited,
      claimed: output.citations,
      stepAtHand: { ...stepAtHand, answer: output, verdict: undefined },
    };
  });
