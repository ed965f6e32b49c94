import { z } from 'zod';
import { task } from '../model/task.ts';
import { line, system, user } from './prompt.ts';

/** RoK, call 2: the key entities of the question and of the thinking about it. */
export const keyEntities = task({
  name: 'key-entities',
  doing: 'Picking out the things that the question is about',
  fast: true,
  output: z.object({ entities: z.array(z.string()).describe('names as a knowledge graph would have them') }),
  outputTokens: { least: 40, most: 200 },
  prompt: ({ question, thinking }: { question: string; thinking: string }) => [
    system(
      'List the key entities of a question and of the thinking about it: those of the question first, then those that could lead to the answer. Names only, each once, at most ten.',
    ),
    user(line('Question', question), thinking && line('Thinking', thinking)),
  ],
});
