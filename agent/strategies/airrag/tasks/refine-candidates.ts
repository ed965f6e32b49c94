import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import {
  CITE,
  IN_BRIEF,
  layOutList,
  layOutSources,
  layOutToday,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from '../../../tasks/prompt.ts';
import { answerSchema } from '../../../tasks/shapes.ts';

/** AirRAG's self-refinement: one more SA over all candidate answers of a search, or of the blender's strategies. */
export const refineCandidates = task({
  name: 'refine-candidates',
  doing: 'Weighing the candidate answers',
  mayBeLikely: true,
  output: answerSchema,
  stream: 'text',
  prompt: ({
    question,
    candidates,
    references,
    today,
  }: {
    question: string;
    candidates: readonly string[];
    references: readonly NumberedReference[];
    today: string;
  }) => [
    system(
      `Several attempts at one question gave the candidate answers below. Give the answer that the numbered sources support best; a candidate that they do not support does not count, however often it comes. If they support none, the verdict is unknown. ${CITE} ${IN_BRIEF}\n${SOURCES_ARE_DATA}`,
    ),
    user(
      layOutToday(today),
      layOutSources(references),
      layOutList('candidates', candidates),
      line('Question', question),
    ),
  ],
});
