import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { line, system, user } from '../../../tasks/prompt.ts';

/** CRP-RAG, graph construction: fuses two similar steps into one, or finds that they only look alike. */
export const mergeSteps = task({
  name: 'merge-steps',
  doing: 'Comparing steps that ask the same',
  fast: true,
  output: z.object({ step: z.string().describe('empty if they ask different things') }),
  outputTokens: { min: 40, max: 200 },
  prompt: ({ question, first, second }: { question: string; first: string; second: string }) => [
    system(
      'Two reasoning steps towards one question look alike. If whatever answers one answers the other, write them as one step. If one asks who and the other when, or each asks of another thing, they are different: write none.',
    ),
    user(line('Question', question), line('First step', first), line('Second step', second)),
  ],
});
