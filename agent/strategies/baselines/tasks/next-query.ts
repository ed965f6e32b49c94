import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { layOutSteps, line, system, user } from '../../../tasks/prompt.ts';
import type { SolvedStep } from '../../../tasks/shapes.ts';

/** Asks for IterDRAG's next follow-up question. `done` means that the steps contain the final answer. */
export const nextQuery = task({
  name: 'next-query',
  doing: 'Working out what to ask next',
  fast: true,
  output: z.object({
    done: z.boolean().describe('true: the steps hold the final answer'),
    query: z.string().describe('the follow-up question to search for; empty when done'),
  }),
  outputTokens: { min: 40, max: 200 },
  prompt: ({ question, steps }: { question: string; steps: readonly SolvedStep[] }) => [
    system(
      'A question is answered by follow-up questions, each searched and answered by itself. Give the next follow-up question, with the names that the steps found; or say that it is done. Do not repeat a follow-up question that was asked.',
    ),
    user(layOutSteps(steps), line('Question', question)),
  ],
});
