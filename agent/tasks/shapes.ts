import { z } from 'zod';

/** The citations that a model claims: a source's number and words copied from it. */
export const citationsSchema = z.array(
  z.object({
    n: z.number().int(),
    quote: z.string().describe('copied exactly'),
  }),
);
export type ClaimedCitation = z.infer<typeof citationsSchema>[number];

/** The link of a likely answer that no source states. Defaults to none if a model omits the field. */
export const unconfirmedSchema = z
  .array(z.string())
  .default([])
  .describe(
    'if likely: the link that no source states, as words that go on after "The pages don\'t say", such as "where the founder lived"',
  );

/**
 * All candidates for a likely answer. Parley, not the model, decides whether only one is left (agent/model/likely.ts).
 */
export const candidatesSchema = z.array(z.string()).default([]).describe('if likely: see its rule');

/** A complete answer. `text` follows `verdict`, so that it can be streamed once the verdict is known. */
export const answerShape = {
  reasoning: z.string().describe('the links to the answer, one or two short sentences'),
  verdict: z
    .enum(['answered', 'likely', 'unknown', 'invalid-premise'])
    .describe(
      'answered: the sources state the answer; unknown: they do not; invalid-premise: they contradict what the question takes for granted',
    ),
  text: z.string().describe('for the asker, with [n] after each statement; if unknown, what the sources do not say'),
  shortAnswer: z
    .string()
    .describe(
      "only what is asked for, in the source's words and as few as say it: one name, without title, where one is asked for; a date as full as the source has it, unless a year is asked for; a number, with its unit unless the question says it; yes or no; no remark in brackets; empty if unknown or invalid-premise",
    ),
  citations: citationsSchema,
  unconfirmed: unconfirmedSchema,
  candidates: candidatesSchema,
};

/** An answer to one sub-question. */
export const stepAnswerShape = {
  verdict: z.enum(['answered', 'unknown']).describe('answered only if the sources state it'),
  answer: z.string().describe('one sentence that states the answer, with [n]; if unknown, what is missing'),
  shortAnswer: z.string().describe('only what the question asks for, in as few words as say it; empty if unknown'),
  citations: citationsSchema,
};

export const answerSchema = z.object(answerShape);
/**
 * An answer of a task. Tasks that give no likely answers omit `unconfirmed` and `candidates`. `worked` are the
 * calculator's results for its arithmetic, which its statements may tell though no source does.
 */
export type WrittenAnswer = Omit<z.infer<typeof answerSchema>, 'unconfirmed' | 'candidates'> &
  Partial<Pick<z.infer<typeof answerSchema>, 'unconfirmed' | 'candidates'>> & { worked?: readonly number[] };
export const stepAnswerSchema = z.object(stepAnswerShape);
export type StepAnswer = z.infer<typeof stepAnswerSchema>;

/** The answer of a step whose output is unreadable. */
export const noStepAnswer: StepAnswer = { verdict: 'unknown', answer: '', shortAnswer: '', citations: [] };

/** A sub-question with its answer so far. */
export interface SolvedStep {
  question: string;
  answer: string;
}
