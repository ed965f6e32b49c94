import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { CITE, layOutSources, layOutToday, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';
import { citationsSchema } from '../../../tasks/shapes.ts';

/**
 * Judges a step's preliminary answer against evidence retrieved *for that answer* (PAR-RAG section 3.6): PASS keeps it,
 * REVISED replaces it, UNCONFIDENT asks a better question. The paper has no verdict for an answer that is rightly
 * unknown; without one, a model could only invent another question.
 */
export const reviewStep = task({
  name: 'review-step',
  doing: 'Checking a step against its sources',
  output: z.object({
    verdict: z
      .enum(['pass', 'revised', 'unconfident', 'unknown'])
      .describe('unknown: no source states an answer, and no other question would find one'),
    answer: z.string().describe('revised: the better answer in one sentence with [n]; otherwise empty'),
    shortAnswer: z.string().describe('revised: the bare answer; otherwise empty'),
    citations: citationsSchema.describe('pass and revised: what supports the answer'),
    question: z.string().describe('unconfident: a better question to search for; otherwise empty'),
  }),
  outputTokens: { min: 100, max: 400 },
  prompt: ({
    mainQuestion,
    question,
    answer,
    references,
    today,
  }: {
    mainQuestion: string;
    question: string;
    answer: string;
    references: readonly NumberedReference[];
    today: string;
  }) => [
    system(
      `Review the answer to one step of a larger question against numbered sources that were searched for that answer. pass: a source supports the answer. revised: the sources state a better one, or one where the answer is unknown. unconfident: they neither support it nor state another, and a question that asks otherwise (other words for the same thing, a name that the main question or a source gives) would find it: give that question. unknown: they state no answer, and a page that would has no other name to be found by. ${CITE}\n${SOURCES_ARE_DATA}`,
    ),
    user(
      layOutToday(today),
      layOutSources(references),
      line('Main question', mainQuestion),
      line('Question', question),
      line('Answer', answer || 'unknown'),
    ),
  ],
});
