import { z } from 'zod';
import { task } from '../../../agent/model/task.ts';
import { line, system, user } from '../../../agent/tasks/prompt.ts';

/** RoK without its extension: the key entities of the question as it stands. */
export const keyEntities = task({
  name: 'key-entities',
  doing: 'Picking out the things that the question is about',
  fast: true,
  output: z.object({ entities: z.array(z.string()).describe('names as a knowledge graph would have them') }),
  outputTokens: { min: 40, max: 200 },
  prompt: ({ question }: { question: string }) => [
    system('List the key entities of a question. Names only, each once, at most ten.'),
    user(line('Question', question)),
  ],
});
