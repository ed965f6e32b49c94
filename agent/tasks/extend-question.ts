import { z } from 'zod';
import { task } from '../model/task.ts';
import { line, system, user } from './prompt.ts';

/** RoK, call 1: a chain of thought about the question; its thinking matters, not its answer. */
export const extendQuestion = task({
  name: 'extend-question',
  doing: 'Thinking about what the question touches',
  output: z.object({ thinking: z.string().describe('step by step, naming the things that come up') }),
  outputTokens: { least: 80, most: 400 },
  prompt: ({ question }: { question: string }) => [
    system(
      'Think step by step about how the question could be answered, and name the things (people, places, illnesses, products, works) that come up on the way. A wrong guess does no harm: nothing of this is shown.',
    ),
    user(line('Question', question)),
  ],
});
