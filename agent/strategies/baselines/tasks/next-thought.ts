import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { layOutList, layOutSources, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';

/** Asks for IRCoT's next sentence of the chain of thought, which is also the next query. */
export const nextThought = task({
  name: 'next-thought',
  doing: 'Thinking one step further',
  output: z.object({
    thought: z.string().describe('the next sentence of the reasoning, with [n] where a source states it'),
    done: z.boolean().describe('true: this sentence states the final answer'),
  }),
  outputTokens: { min: 60, max: 250 },
  prompt: ({
    question,
    thoughts,
    references,
  }: {
    question: string;
    thoughts: readonly string[];
    references: readonly NumberedReference[];
  }) => [
    system(
      `Reason towards the answer of a question, one sentence at a time, from numbered sources. Write the next sentence only: a fact that a source states, or what must be found next. ${SOURCES_ARE_DATA}`,
    ),
    user(layOutSources(references), layOutList('facts', thoughts), line('Question', question)),
  ],
});
