import { z } from 'zod';
import { task } from '../model/task.ts';
import type { NumberedReference } from '../references/reference.ts';
import {
  CITE,
  layOutList,
  layOutSources,
  layOutSteps,
  layOutTried,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from './prompt.ts';
import { answerShape } from './shapes.ts';

export const openQuestionSchema = z.object({
  ...answerShape,
  established: z
    .array(z.string())
    .describe('if unknown: facts towards the answer that the sources state, each with its [n]; otherwise empty'),
  missing: z.string().describe('if unknown: the first link that no source states; otherwise empty'),
  guess: z.string().describe('if unknown: your guess of the missing name or value; empty if you have none'),
  queries: z
    .array(z.string())
    .describe(
      'if unknown: one to four searches for what is missing, each naming concrete things and standing by itself; otherwise empty',
    ),
  calculations: z
    .array(z.string())
    .default([])
    .describe(
      'if the answer is worked out from figures: each calculation as plain arithmetic, such as (12.5 + 3) / 2; otherwise empty',
    ),
});
export type OpenedQuestion = z.output<typeof openQuestionSchema>;

/**
 * `auto`'s one call a round: answers with citations if every link is supported; otherwise says what is established,
 * what is missing, a guess (a search key, never evidence) and what to search for next.
 */
export const openQuestion = task({
  name: 'open-question',
  doing: 'Reading what was found',
  output: openQuestionSchema,
  stream: 'text',
  prompt: ({
    question,
    history,
    references,
    facts,
    tried,
    today,
  }: {
    question: string;
    history: readonly { question: string; answer: string }[];
    references: readonly NumberedReference[];
    facts: readonly string[];
    tried: readonly string[];
    today: string;
  }) => [
    system(
      `Answer a question from numbered sources alone, if they state every link of the answer, in whatever words, in passing or in a table; be sure that names that look alike mean the same thing. Where sources disagree the newer one counts; say so. If they contradict what the question takes for granted, the verdict is invalid-premise: say what is wrong. Otherwise it is unknown: say in \`text\` what is not there; give the facts established, what is missing, a guess of it from memory (a search key only), and one to four searches that name concrete things (names found, the guess) in place of descriptions. ${CITE} At most four sentences, in the question's language.\n${SOURCES_ARE_DATA}`,
    ),
    user(
      line('Today', today),
      layOutSteps(history)?.replace('<steps>', '<history>').replace('</steps>', '</history>'),
      layOutSources(references),
      facts.length > 0 && layOutList('facts', facts),
      tried.length > 0 && layOutTried(tried),
      line('Question', question),
    ),
  ],
});
