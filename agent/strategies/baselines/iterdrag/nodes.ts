import { runTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import { citedOf, searchFor } from '../../../nodes/search.ts';
import { answerStep } from '../../../tasks/answer-step.ts';
import { noStepAnswer } from '../../../tasks/shapes.ts';
import { type Iterating, MAX_ROUNDS } from '../state.ts';
import { nextQuery } from '../tasks/next-query.ts';

/** Asks the model for the next follow-up question; `finished` means that the steps contain the answer. */
export const askFollowUp = node('follow-up', async ({ standalone, steps }: Iterating, context) => {
  const { output } = await runTask(
    context,
    nextQuery,
    { question: standalone, steps },
    { unreadable: { query: '', done: true } },
  );
  const query = output.query.trim();
  const repeated = steps.some(({ question }) => question.toLowerCase() === query.toLowerCase());
  // In the first round there are no steps, so "done" cannot be true.
  if (steps.length === 0) return { nextQuery: query || standalone, finished: false };
  return { nextQuery: query, finished: output.done || query === '' || repeated };
});

/** Searches for the follow-up question and answers it. */
export const answerFollowUp = node(
  'answer-follow-up',
  async ({ standalone, today, steps, nextQuery: query }: Iterating, context) => {
    const references = await searchFor(context, query);
    const input = { mainQuestion: standalone, question: query, steps, references, today };
    const { output } = await runTask(context, answerStep, input, { unreadable: noStepAnswer });
    return {
      references:
        output.verdict === 'answered' ? citedOf(context, output.answer, output.citations) : references.slice(0, 3),
      claimed: output.citations,
      steps: [{ question: query, answer: output.verdict === 'answered' ? output.answer : '' }],
    };
  },
);

/** Answers the follow-up question until the model asks none or the rounds are over. */
export const afterFollowUp = ({
  finished,
  steps,
}: Pick<Iterating, 'finished' | 'steps'>): 'answer-follow-up' | 'conclude' =>
  finished || steps.length >= MAX_ROUNDS ? 'conclude' : 'answer-follow-up';
