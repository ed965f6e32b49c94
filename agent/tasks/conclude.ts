import { task } from '../model/task.ts';
import type { NumberedReference } from '../references/reference.ts';
import {
  CITE,
  FALSE_PREMISE,
  IN_BRIEF,
  layOutSources,
  layOutSteps,
  layOutToday,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from './prompt.ts';
import { answerSchema, type SolvedStep } from './shapes.ts';

/** The final answer from the steps and their sources: AirRAG's SA (A5), PAR-RAG's and IterDRAG's conclusion. */
export const conclude = task({
  name: 'conclude',
  doing: 'Drawing the answer together',
  mayBeLikely: true,
  output: answerSchema,
  stream: 'text',
  prompt: ({
    question,
    steps,
    references,
    today,
  }: {
    question: string;
    steps: readonly SolvedStep[];
    references: readonly NumberedReference[];
    today: string;
  }) => [
    system(
      `Answer a question from steps that were answered on the way and from the numbered sources that they cite, and from nothing else. A step's answer counts only where a source supports it. If steps and sources together do not hold the answer, the verdict is unknown: say what is missing. ${FALSE_PREMISE} ${CITE} ${IN_BRIEF}\n${SOURCES_ARE_DATA}`,
    ),
    user(layOutToday(today), layOutSources(references), layOutSteps(steps), line('Question', question)),
  ],
});
