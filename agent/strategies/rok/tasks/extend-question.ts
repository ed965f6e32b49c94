import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { line, system, user } from '../../../tasks/prompt.ts';

/**
 * RoK, calls 1 and 2 in one: a chain of thought about the question and the key entities of both. The answer inside the
 * chain of thought is not used.
 */
export const extendQuestion = task({
  name: 'extend-question',
  doing: 'Thinking about what the question touches',
  output: z.object({
    thinking: z.string().describe('step by step, naming the things that come up'),
    entities: z
      .array(z.string())
      .describe(
        'names as a knowledge graph would have them: those of the question first, then those that came up; at most ten',
      ),
  }),
  outputTokens: { min: 100, max: 500 },
  prompt: ({ question }: { question: string }) => [
    system(
      'Think step by step about how the question could be answered, and name the things (people, places, illnesses, products, works) that come up on the way. A wrong guess does no harm: nothing of this is shown. Then list the key entities of the question and of the thinking, each once.',
    ),
    user(line('Question', question)),
  ],
});
