import { z } from 'zod';
import { LIKELY_RULE } from '../../../model/likely.ts';
import { task } from '../../../model/task.ts';
import type { NumberedReference } from '../../../references/reference.ts';
import { CITE, layOutSources, layOutToday, line, SOURCES_ARE_DATA, system, user } from '../../../tasks/prompt.ts';
import { candidatesSchema, citationsSchema, unconfirmedSchema } from '../../../tasks/shapes.ts';

/** The rule for likely answers, in the words of this task's output: it says whether the question is answerable. */
export const LIKELY_ANSWERABLE_RULE = LIKELY_RULE.replace(
  'The verdict is likely, in place of unknown,',
  'It is answerable as likely, with the missing link in `unconfirmed`,',
).replace('Two missing links are unknown', 'With two missing links it is not answerable');

/** Hybrid RAG section 4.6: checks the premise, decides answerability and answers, in one prompt with all references. */
export const reasonOverReferences = task({
  name: 'reason-over-references',
  doing: 'Reasoning over what was found',
  mayBeLikely: true,
  stream: 'text',
  output: z.object({
    reasoning: z.string().describe('step by step, short'),
    falsePremise: z.boolean().describe('true: the references contradict what the question takes for granted'),
    answerable: z.boolean().describe('true: the references state the answer, or it is likely'),
    text: z.string().describe('the answer in one or two sentences with [n]; "I don\'t know" if not answerable'),
    shortAnswer: z.string().describe('the bare answer; empty if not answerable or a false premise'),
    citations: citationsSchema,
    unconfirmed: unconfirmedSchema,
    candidates: candidatesSchema,
  }),
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
      `Answer a question from references of several kinds: pages, tables, calculations, facts of a knowledge graph, and perhaps your own memory, which may be wrong and is never cited. Ask first: does the question take something for granted that the references contradict? Then: do they state the answer? Then answer briefly. When in doubt it is not answerable. ${CITE}\n${SOURCES_ARE_DATA}`,
    ),
    user(layOutToday(today), layOutSources(references), line('Question', question)),
  ],
});
