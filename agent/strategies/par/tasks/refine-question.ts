import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { layOutSteps, line, system, user } from '../../../tasks/prompt.ts';
import type { SolvedStep } from '../../../tasks/shapes.ts';

/**
 * PAR-RAG's refinement: fills the answers of earlier steps into the next step's question (q_{i+1} := LM(q_{i+1}, a_i,
 * Q)).
 */
export const refineQuestion = task({
  name: 'refine-question',
  doing: 'Wording the next step',
  fast: true,
  output: z.object({ question: z.string().describe('the next question, standing by itself') }),
  outputTokens: { min: 40, max: 200 },
  prompt: ({ mainQuestion, steps, next }: { mainQuestion: string; steps: readonly SolvedStep[]; next: string }) => [
    system(
      'Put what the steps found into the next question, so that it can be searched by itself: names in place of #1 or "that person". Change nothing else. Do not answer it.',
    ),
    user(layOutSteps(steps), line('Main question', mainQuestion), line('Next question', next)),
  ],
});
