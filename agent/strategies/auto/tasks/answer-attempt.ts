import { z } from 'zod';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import {
  CITE,
  FALSE_PREMISE,
  type GroundedFact,
  IN_BRIEF,
  layOutFacts,
  layOutSources,
  layOutSteps,
  layOutToday,
  layOutTried,
  line,
  SOURCES_ARE_DATA,
  system,
  user,
} from '../../../tasks/prompt.ts';
import { answerShape } from '../../../tasks/shapes.ts';

const { shortAnswer, citations } = answerShape;
/** The prompt tells what most fields hold, also to models that never see the schema; nothing is said twice. */
const attemptSchema = z.object({
  reasoning: z.string().describe('the links, in short'),
  verdict: z.enum(['answered', 'likely', 'unknown', 'not-recorded', 'invalid-premise']),
  text: z.string().describe('for the asker; if unknown, what the sources do not say, and whom they name to ask'),
  shortAnswer,
  citations,
  candidates: z.array(z.string()).default([]),
  established: z.array(z.string()),
  missing: z
    .array(z.string())
    .describe('unless answered: words that go on after "The pages don\'t say", for each link'),
  guess: z.string().describe('a name or figure, nothing else; empty for what only these pages could tell'),
  queries: z.array(z.string()),
  calculations: z
    .array(z.string())
    .default([])
    .describe(
      'if worked out: plain arithmetic, such as (12.5 + 3) / 2; each result in `text` cites the sources of its figures',
    ),
});
/** Result of a call. `notRecorded` accompanies the verdict "unknown" if no page would record the answer. */
export type Attempt = Omit<z.output<typeof attemptSchema>, 'verdict'> & {
  verdict: Exclude<z.output<typeof attemptSchema>['verdict'], 'not-recorded'>;
  notRecorded?: boolean;
  /** For a likely answer: the missing link. */
  unconfirmed?: string[];
  /** Results of the calculations, by the calculator. */
  worked?: readonly number[];
};

/**
 * Turns the model's output into an attempt. A not-recorded answer gets no further queries, and the missing link of a
 * likely answer becomes `unconfirmed`.
 */
export const readAttempt = ({ verdict, ...output }: z.output<typeof attemptSchema>): Attempt => {
  if (verdict === 'not-recorded') return { ...output, verdict: 'unknown', notRecorded: true, queries: [], guess: '' };
  return { ...output, verdict, ...(verdict === 'likely' && { unconfirmed: output.missing }) };
};

/**
 * The model call of each round of `auto`. Answers with citations if every link is supported. Otherwise names what is
 * established, what is missing, a guess (a search key, never evidence) and what to search for next, or says that no
 * page would hold the answer.
 */
export const answerAttemptTask = task({
  name: 'answer-attempt',
  doing: 'Reading what was found',
  mayBeLikely: true,
  output: attemptSchema,
  stream: 'text',
  prompt: ({
    question,
    history,
    references,
    facts,
    tried,
    objection = '',
    today,
  }: {
    question: string;
    history: readonly { question: string; answer: string }[];
    references: readonly NumberedReference[];
    /** From earlier calls. */
    facts: readonly GroundedFact[];
    tried: readonly string[];
    /** Objection of the check of an earlier answer. */
    objection?: string;
    today: string;
  }) => [
    system(
      `Answer a question from numbered sources alone, if they state every link, in whatever words, in passing or in a table. A question may speak loosely, shorten or misspell a name (MLB for Major League Baseball): no link is missing for that; but names that only look alike must mean the same thing. Of two readings of a question take the one that the sources answer. Where sources disagree the newer one counts, and the rule for the very case before a general one; where no time is asked for, the newest that they state; say so, and if none is newer answer with what each says; an announced change counts from its day on; one that a source only refers to ("see the minutes") is missing. ${FALSE_PREMISE} Otherwise it is unknown: give the facts newly established, each with its [n], what is missing, a guess of its first link from memory (a search key only), and one to four queries, each a whole search for what is missing, with names (found or guessed) in place of descriptions. It is not-recorded if further searches would be in vain: sources show the very page or talk where it would stand, nobody would have written it down, or you know none but those made. ${CITE} ${IN_BRIEF}\n${SOURCES_ARE_DATA}`,
    ),
    user(
      layOutToday(today),
      layOutSteps(history)?.replace('<steps>', '<history>').replace('</steps>', '</history>'),
      layOutSources(references),
      facts.length > 0 && layOutFacts(facts),
      tried.length > 0 && layOutTried(tried),
      objection !== '' && line('An earlier answer was not supported', objection),
      line('Question', question),
    ),
  ],
});
