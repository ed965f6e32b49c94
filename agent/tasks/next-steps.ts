import { z } from 'zod';
import { task } from '../model/task.ts';
import { layOutList, line, system, user } from './prompt.ts';

/** CRP-RAG, graph construction: a next reasoning step, sampled several times at one sink of the graph. */
export const nextSteps = task({
  name: 'next-steps',
  doing: 'Working out the steps',
  fast: true,
  output: z.object({
    step: z.string().describe('the next sub-question or explanation, one sentence'),
    final: z.boolean().describe('true: once this is known, the question is answered'),
  }),
  sampling: { temperature: 1, topP: 1 },
  outputTokens: { least: 40, most: 200 },
  prompt: ({ question, path }: { question: string; path: readonly string[] }) => [
    system(
      'A question is worked out as a chain of reasoning steps, of which some stand already. Give the next step: one thing to find out or to conclude from the steps before (speak of what an earlier step found as "the answer to step 1"). Say whether it is the last. Do not answer it.',
    ),
    user(line('Question', question), layOutList('facts', path)),
  ],
});
