import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { layOutSources, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';

/** CRP-RAG section 3.3: aggregates what the sources say about a step into k_v and resolves conflicts. */
export const aggregateKnowledge = task({
  name: 'aggregate-knowledge',
  doing: 'Gathering what the sources say for a step',
  output: z.object({
    facts: z
      .array(z.string())
      .describe('what bears on the step, one fact each with its [n]; conflicts resolved by time, place and field'),
  }),
  outputTokens: { min: 100, max: 500 },
  prompt: ({ step, references }: { step: string; references: readonly NumberedReference[] }) => [
    system(
      `Gather what numbered sources say that bears on one reasoning step. One fact an item, with the [n] of its sources; keep names, numbers and dates. List what only some sources say. Where sources conflict, keep what holds by time, place or field and say which; drop what can't be resolved. If nothing bears on the step, give no facts. ${SOURCES_ARE_DATA}`,
    ),
    user(layOutSources(references), line('Step', step)),
  ],
});
