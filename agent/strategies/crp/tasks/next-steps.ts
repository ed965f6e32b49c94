import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { layOutList, line, system, user } from '../../../tasks/prompt.ts';

/** CRP-RAG, graph construction (equation 4): samples next reasoning steps below one sink. */
export const nextSteps = task({
  name: 'next-steps',
  doing: 'Working out the steps',
  fast: true,
  output: z.object({
    steps: z.array(
      z.object({
        step: z.string().describe('a next sub-question or explanation, one sentence'),
        final: z.boolean().describe('true: once this is known, the question is answered'),
        sameAs: z
          .number()
          .int()
          .default(0)
          .describe(
            'the number of an earlier step of this list that asks exactly the same in other words; 0 if none does',
          ),
      }),
    ),
  }),
  sampling: { temperature: 1, topP: 1 },
  outputTokens: { min: 60, max: 400 },
  prompt: ({ question, path, ways }: { question: string; path: readonly string[]; ways: number }) => [
    system(
      'A question is worked out as a chain of reasoning steps, of which some stand already. Give as many ways to take the next step as asked for: each one thing to find out or to conclude from the steps before (speak of what an earlier step found as "the answer to step 1"). They replace each other: take other routes where there are any, else other words. Say of each whether it is the last step. Do not answer any.',
    ),
    user(line('Question', question), layOutList('chain', path), line('Ways', String(ways))),
  ],
});
