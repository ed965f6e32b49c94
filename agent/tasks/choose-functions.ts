import { z } from 'zod';
import { task } from '../model/task.ts';
import { layOutList, line, system, user } from './prompt.ts';

/**
 * Hybrid RAG, step 6: chooses functions and arguments. The structured output is used only for models without tool
 * calling.
 */
export const chooseFunctions = task({
  name: 'choose-functions',
  doing: 'Choosing where to look',
  output: z.object({
    calls: z
      .array(z.object({ name: z.string(), arguments: z.string().describe('a JSON object of the arguments') }))
      .describe('at most four; empty if none helps'),
  }),
  outputTokens: { min: 60, max: 300 },
  prompt: ({ question, functions }: { question: string; functions: readonly string[] }) => [
    system(
      'Choose the functions that look up what a question needs. Each is listed with the JSON schema of its arguments. Choose none if none helps.',
    ),
    user(layOutList('candidates', functions), line('Question', question)),
  ],
});
