import { task } from '../model/task.ts';
import type { NumberedReference } from '../references/reference.ts';
import { CITE, layOutSources, layOutSteps, layOutToday, line, SOURCES_ARE_DATA, system, user } from './prompt.ts';
import { type SolvedStep, stepAnswerSchema } from './shapes.ts';

/** Answers one sub-question: AirRAG's RA (A3), PAR-RAG's act, IterDRAG's intermediate answer. */
export const answerStep = task({
  name: 'answer-step',
  doing: 'Answering one step from what was found',
  output: stepAnswerSchema,
  outputTokens: { min: 100, max: 400 },
  prompt: ({
    mainQuestion,
    question,
    steps,
    references,
    today,
  }: {
    mainQuestion: string;
    question: string;
    steps: readonly SolvedStep[];
    references: readonly NumberedReference[];
    today: string;
  }) => [
    system(
      `Answer one step of a larger question, from numbered sources and the steps answered before, and from nothing else. One sentence. If the sources do not state it, the verdict is unknown. ${CITE}\n${SOURCES_ARE_DATA}`,
    ),
    user(
      layOutToday(today),
      layOutSources(references),
      layOutSteps(steps),
      line('Main question', mainQuestion),
      line('Question', question),
    ),
  ],
});
