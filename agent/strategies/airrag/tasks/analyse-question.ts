import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { line, system, user } from '../../../tasks/prompt.ts';

/** AirRAG's SAY (A1): rephrases, summarises or decomposes the question. An empty list of queries means "None". */
export const analyseQuestion = task({
  name: 'analyse-question',
  doing: 'Thinking about what the question asks',
  fast: true,
  output: z.object({
    queries: z.array(z.string()).describe('sub-questions in the order of answering; empty if the question is simple'),
  }),
  sampling: { temperature: 1, topP: 1 },
  outputTokens: { min: 60, max: 300 },
  prompt: ({ question }: { question: string }) => [
    system(
      'Look at the whole of a question before anyone searches for its answer. Rephrase, summarise or decompose it into two to four sub-questions that can be searched one after the other; a later one may speak of "the answer to 1". If it is simple, give none. Do not answer it.',
    ),
    user(line('Question', question)),
  ],
});
