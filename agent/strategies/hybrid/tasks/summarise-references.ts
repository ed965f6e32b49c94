import { textTask } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { layOutSources, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';

/** Hybrid RAG section 4.7: the backup when the structured output can't be parsed; plain text, one or two sentences. */
export const summariseReferences = textTask({
  name: 'summarise-references',
  doing: 'Summing up what was found',
  outputTokens: { min: 60, max: 250 },
  prompt: ({ question, references }: { question: string; references: readonly NumberedReference[] }) => [
    system(
      `Answer the question from the numbered sources in one or two sentences, with [n] after each statement. If they do not state the answer, write exactly: I don't know. ${SOURCES_ARE_DATA}`,
    ),
    user(layOutSources(references), line('Question', question)),
  ],
});
