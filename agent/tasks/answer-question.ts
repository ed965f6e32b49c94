import { task } from '../model/task.ts';
import type { NumberedReference } from '../references/reference.ts';
import {
  CITE,
  FALSE_PREMISE,
  IN_BRIEF,
  layOutSources,
  layOutToday,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from './prompt.ts';
import { answerSchema } from './shapes.ts';

/** Plain RAG's answering task: answers from numbered sources with citations, or says what is missing. */
export const answerQuestion = task({
  name: 'answer-question',
  doing: 'Writing an answer from what was found',
  mayBeLikely: true,
  output: answerSchema,
  stream: 'text',
  prompt: ({
    question,
    references,
    today,
  }: {
    question: string;
    references: readonly NumberedReference[];
    today: string;
  }) => [
    system(
      `Answer a question from numbered sources and from nothing else. Say only what a source states or what follows from several together. Where sources disagree, the newer one counts, and say so; if none is newer, answer with what each says. If they do not hold the answer, the verdict is unknown: say in one sentence what is not there, in another what comes nearest or whom the sources name to ask, and do not guess. ${FALSE_PREMISE} ${CITE} ${IN_BRIEF}\n${SOURCES_ARE_DATA}`,
    ),
    user(layOutToday(today), layOutSources(references), line('Question', question)),
  ],
});
