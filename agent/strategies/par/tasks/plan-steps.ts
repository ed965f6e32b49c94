import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { line, system, user } from '../../../tasks/prompt.ts';

/** PAR-RAG's plan (section 3.4): splits the question into steps, in one call. */
export const planSteps = task({
  name: 'plan-steps',
  doing: 'Making a plan',
  output: z.object({
    steps: z
      .array(
        z.object({
          thought: z.string().describe('why this step, a few words'),
          question: z.string().describe('what to find; speak of an earlier answer as #1, #2'),
          action: z.enum(['retrieve', 'answer']).describe('answer: it follows from the steps before'),
        }),
      )
      .describe('one to five steps in order'),
  }),
  outputTokens: { min: 100, max: 600 },
  prompt: ({ question }: { question: string }) => [
    system(
      'Plan how to answer a question by looking things up. Each step asks for one fact that a page can state; a step that needs an earlier step\'s answer says #1 for the answer of step 1, never "that person" or "the film"; apart from that it stands by itself. A simple question is one step. The last step may be an "answer" step that compares, counts or concludes. Do not answer anything.',
    ),
    user(line('Question', question)),
  ],
});
