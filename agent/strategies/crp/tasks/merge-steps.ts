import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { line, system, user } from '../../../tasks/prompt.ts';

/** CRP-RAG, graph construction: fuses two similar steps into one. */
export const mergeSteps = task({
  name: 'merge-steps',
  doing: 'Comparing steps that ask the same',
  fast: true,
  output: z.object({ step: z.string() }),
  outputTokens: { min: 40, max: 200 },
  prompt: ({ question, first, second }: { question: string; first: string; second: string }) => [
    system('Two reasoning steps towards one question say nearly the same. Write one step that says what both say.'),
    user(line('Question', question), line('First step', first), line('Second step', second)),
  ],
});
