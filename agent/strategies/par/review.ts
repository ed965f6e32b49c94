import { words } from '../../../core/text/words.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, fuse, PASSAGES, searchFor, searchGraphFor, searchNearest } from '../../nodes/search.ts';
import { drawPlan } from './draw-plan.ts';
import type { ParOptions } from './options.ts';
import { shouldRetry } from './routes.ts';
import type { PlanReview, StepAtHand } from './state.ts';
import { reviewStep } from './tasks/review-step.ts';

/** True if the review is unconfident but repeats the question. A second try would send the same prompts again. */
const asksTheSame = ({ verdict, question }: { verdict: string; question: string }, asked: string): boolean =>
  verdict === 'unconfident' && question.trim() !== '' && words(question).join(' ') === words(asked).join(' ');

/** Stands in for an unreadable review. */
const unconfident = { verdict: 'unconfident' as const, answer: '', shortAnswer: '', citations: [], question: '' };

/**
 * Reviews the step's answer against evidence searched with that answer as the query, in passages and graph (PAR-RAG
 * section 3.6). The step joins the trajectory unless it is tried again.
 */
export const reviewStepAnswer = ({ retrieval }: ParOptions) =>
  node('review', async (state: PlanReview, context) => {
    const { stepAtHand } = state;
    const { question, answer } = stepAtHand;
    const preliminary = answer?.verdict === 'answered' ? answer.answer.replace(/\s*\[\d+\]/g, '') : '';
    const query = preliminary || question;
    const coarse = retrieval === 'layered' ? searchNearest : searchFor;
    const found = await Promise.all([coarse(context, query), searchGraphFor(context, query)]);
    const references = fuse(found, PASSAGES);
    const { output: read } = await runTask(
      context,
      reviewStep,
      { mainQuestion: state.standalone, question, answer: preliminary, references, today: state.today },
      { doing: `Checking step ${stepAtHand.at + 1} of ${state.planned.length}`, unreadable: unconfident },
    );
    const output = asksTheSame(read, question) ? { ...read, verdict: 'unknown' as const } : read;
    const accepted =
      output.verdict === 'revised' ? output.answer : output.verdict === 'pass' ? (answer?.answer ?? '') : '';
    const reviewed: StepAtHand =
      output.verdict === 'unconfident'
        ? {
            ...stepAtHand,
            question: output.question.trim() || question,
            tries: stepAtHand.tries + 1,
            verdict: 'unconfident',
          }
        : { ...stepAtHand, verdict: output.verdict };
    const retry = shouldRetry({ stepAtHand: reviewed });
    context.trace({
      kind: 'note',
      name: 'review',
      data: { ...output, at: stepAtHand.at, question, preliminary, retry },
    });
    if (!retry) {
      const status = accepted ? 'done' : 'failed';
      context.emit({ type: 'step', id: `step-${stepAtHand.at + 1}`, title: question, status, detail: accepted });
    }
    const solved = retry ? [] : [{ question, answer: accepted }];
    const plan = drawPlan({ planned: state.planned, steps: [...state.steps, ...solved], stepAtHand: reviewed });
    context.trace({ kind: 'state', name: 'plan', data: plan });
    return {
      stepAtHand: reviewed,
      references: citedOf(context, accepted, accepted ? output.citations : []),
      claimed: output.citations,
      steps: solved,
    };
  });
