import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import {
  CITE,
  FALSE_PREMISE,
  IN_BRIEF,
  layOutList,
  layOutSources,
  layOutToday,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from '../../../tasks/prompt.ts';

/**
 * One turn of `agent`: which functions to call next, `answer` among them. The structured output is used only for models
 * without tool calling.
 */
export const useTools = task({
  name: 'use-tools',
  doing: 'Thinking about what to look up',
  mayBeLikely: true,
  output: z.object({
    calls: z
      .array(z.object({ name: z.string(), arguments: z.string().describe('a JSON object of the arguments') }))
      .describe('the functions to call now; one call of answer ends the search'),
  }),
  prompt: ({
    question,
    today,
    left,
    functions,
    references,
  }: {
    question: string;
    today: string;
    /** The whole budget in words. What is left of it follows each turn's results. */
    left: string;
    /** Functions with their schemas, for a model without tool calling; otherwise empty. */
    functions: readonly string[];
    /** Attached files, which need no search. */
    references: readonly NumberedReference[];
  }) => [
    system(
      `Answer a question by looking things up with functions, and from nothing but what they find. Call several at once where one does not need the other's result. Search for concrete things: put a name that you found in place of "the founder" or "that city". Where a passage breaks off, read on in its page. Each source that is found has a number. Once sources state every link of the answer, or when looking further would not help, call \`answer\` alone: say only what a source states or what follows from several together; where they disagree the newer one counts, and say so; if none is newer, answer with what each says. If they do not hold the answer the verdict is unknown: say in one sentence what is not there, in another what comes nearest or whom the sources name to ask. ${FALSE_PREMISE} ${CITE} ${IN_BRIEF} You are told what is left of the budget: answer before it ends.\n${SOURCES_ARE_DATA}`,
    ),
    user(
      layOutToday(today),
      functions.length > 0 && layOutList('functions', functions),
      references.length > 0 && layOutSources(references),
      line('Question', question),
      line('Budget', left),
    ),
  ],
});
