import { readFileSync } from 'node:fs';
import { z } from 'zod';

const wordingsSchema = z.tuple([z.string(), z.string(), z.string()]);

/**
 * Questions that recur in a company's chat, each in three wordings: a full sentence, one in a hurry, and one in words of
 * their own. The files beside this one hold fifty each, one a line, some of them similar on purpose.
 */
export type RecurringQuestions = readonly z.infer<typeof wordingsSchema>[];

/**
 * The sets, each by an author of its own. The constants of `cluster-questions.ts` were tuned on `planted`, `recurring`,
 * `strangers` and `others`, so these guard against regressions; `colleagues` and `blind` were held out.
 */
const SETS = {
  /** For the tests of gaps. MIN_WORD_COSINE was tuned on them. */
  planted: 'chosen with the bound in view',
  /** The author knew how questions are clustered, and wrote them before any was clustered. */
  recurring: 'by somebody who knew how questions are grouped',
  /** By an author who was asked to write as colleagues do: situations, complaints, half sentences without a shared word. */
  strangers: 'by a stranger',
  /** About other topics than `recurring` and `strangers`: a factory, pumps and filters. */
  others: 'by another stranger',
  /** By an author who had not seen the clustering. Some differ in one name, place or number only and must stay separate. */
  colleagues: 'with neighbours that differ by a name or a number, not used in choosing the bounds',
  /** Of a company that trades in food and runs a warehouse, by an author who had not seen the clustering. */
  blind: 'about other matters, not used in choosing anything',
} as const;

/** How a set was written, for people who read its figures. */
export const authorOf = (set: keyof typeof SETS): string => SETS[set];

/** Reads a set. @throws if a line is not three wordings */
export const recurringQuestions = (set: keyof typeof SETS): RecurringQuestions =>
  readFileSync(new URL(`${set}-questions.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => wordingsSchema.parse(JSON.parse(line)));
