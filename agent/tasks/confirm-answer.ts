import { z } from 'zod';
import { task } from '../model/task.ts';
import type { NumberedReference } from '../references/reference.ts';
import { layOutSources, line, SOURCES_ARE_DATA, system, user } from './prompt.ts';

/** `auto`, before a doubtful answer is given: does each of its links stand in the sources, and of the right thing? */
export const confirmAnswer = task({
  name: 'confirm-answer',
  doing: 'Checking the answer against its sources',
  output: z.object({
    reasoning: z.string().describe('link by link, short'),
    verdict: z.enum(['supported', 'unsupported']),
  }),
  outputTokens: { least: 60, most: 300 },
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
      `Check an answer against the numbered sources that it cites. Link by link: does a source state it, and of the same thing, time and place that the question means? unsupported if one link is not stated. ${SOURCES_ARE_DATA}`,
    ),
    user(layOutSources(references), line('Question', question), line('Answer', answer)),
  ],
});
