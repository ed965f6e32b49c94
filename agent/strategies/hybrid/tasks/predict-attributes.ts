import { z } from 'zod';
import { task } from '../../../model/task.ts';
import { line, system, user } from '../../../tasks/prompt.ts';

export const attributesSchema = z.object({
  domain: z.enum(['finance', 'sports', 'music', 'movies', 'open']),
  change: z
    .enum(['static', 'slow', 'fast', 'real-time'])
    .describe('how fast the answer changes: never, over years, within weeks, by the minute'),
});
export type Attributes = z.infer<typeof attributesSchema>;

/** Hybrid RAG section 4.2: domain and rate of change by in-context learning, sampled and decided by majority vote. */
export const predictAttributes = task({
  name: 'predict-attributes',
  doing: 'Telling what kind of question this is',
  fast: true,
  output: attributesSchema,
  sampling: { temperature: 0.7, topP: 0.8 },
  outputTokens: { min: 20, max: 60 },
  prompt: ({
    question,
    demonstrations,
  }: {
    question: string;
    demonstrations: readonly { question: string; attributes: Attributes }[];
  }) => [
    system(
      `Say what a question is about and how fast its answer changes.\n\n${demonstrations
        .map((shown) => `Question: ${shown.question}\n${JSON.stringify(shown.attributes)}`)
        .join('\n\n')}`,
    ),
    user(line('Question', question)),
  ],
});
