import { z } from 'zod';
import { UNDOUBTED } from '../../../model/likely.ts';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import {
  type GroundedFact,
  layOutFacts,
  layOutSources,
  layOutToday,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from '../../../tasks/prompt.ts';

/** Checks a doubtful answer of `auto`: do the sources state each of its links, and about the right thing? */
export const confirmAnswer = task({
  name: 'confirm-answer',
  doing: 'Checking the answer against its sources',
  output: z.object({
    reasoning: z.string().describe('link by link, short'),
    verdict: z.enum(['supported', 'unsupported']),
    established: z.array(z.string()).describe('if unsupported: the links that are stated, each with its [n]'),
    missing: z
      .string()
      .describe('if unsupported: the first link that is not, as words that go on after "The pages don\'t say"'),
    queries: z.array(z.string()).describe('if unsupported: one or two searches for it, naming concrete things'),
  }),
  outputTokens: { min: 60, max: 300 },
  prompt: ({
    question,
    answer,
    references,
    facts = [],
    strict = false,
    today,
  }: {
    question: string;
    answer: string;
    references: readonly NumberedReference[];
    /** Facts of earlier calls; their sources need not be in the prompt. */
    facts?: readonly GroundedFact[];
    /** Every link needs a source, because likely answers are not allowed. */
    strict?: boolean;
    today: string;
  }) => [
    system(
      `Check an answer against the numbered sources that it cites. Go through every link of the question: does a source or a fact state it, and of the same thing, time and place that the question means? Is the answer what the question asks for, and not a thing on the way to it? Where sources disagree the newer one counts, and where the question names no time, the newest that they state. A question may speak loosely: other words for the same thing state it.${strict ? ' It' : ` ${UNDOUBTED} One more link may follow from the usual meaning of words or from public knowledge that you are sure of, if the sources allow no other answer; it`} is unsupported if a link does not hold by these rules, or if the answer stops before the last one. ${SOURCES_ARE_DATA}`,
    ),
    user(
      layOutToday(today),
      layOutSources(references),
      facts.length > 0 && layOutFacts(facts),
      line('Question', question),
      line('Answer', answer),
    ),
  ],
});
