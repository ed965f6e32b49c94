import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { CITE, layOutSources, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';
import { citationsSchema } from '../../../tasks/shapes.ts';

/**
 * Judges a step's preliminary answer against evidence retrieved *for that answer*.
 * PAR-RAG section 3.6: PASS keeps it, REVISED replaces it, UNCONFIDENT asks something better.
 */
export const reviewStep = task({
  name: 'review-step',
  doing: 'Checking a step against its sources',
  output: z.object({
    verdict: z.enum(['pass', 'revised', 'unconfident']),
    answer: z.string().describe('revised: the better answer in one sentence with [n]; otherwise empty'),
    shortAnswer: z.string().describe('revised: the bare answer; otherwise empty'),
    citations: citationsSchema.describe('pass and revised: what supports the answer'),
    question: z.string().describe('unconfident: a better question to search for; otherwise empty'),
  }),
  outputTokens: { min: 100, max: 400 },
  prompt: ({
    question,
    answer,
    references,
  }: {
    question: string;
    answer: string;
    references: readonly NumberedReference[];
  }) => [
    system(
      `Review the answer to a question against numbered sources that were searched for that answer. pass: a source supports the answer. revised: the sources state a better answer. unconfident: they neither support it nor state another; then give a question that would find it. ${CITE}\n${SOURCES_ARE_DATA}`,
    ),
    user(layOutSources(references), line('Question', question), line('Answer', answer || 'unknown')),
  ],
});
