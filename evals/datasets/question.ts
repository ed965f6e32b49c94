import { z } from 'zod';
import type { Scope } from '../../core/document.ts';
import { type AnswerRule, answerRules } from '../metrics/answer-match.ts';

/** One question of an eval, from any file format. */
export interface EvalQuestion {
  id: string;
  question: string;
  /** Gold answers, all equally right; empty when none is known or there is none. */
  answers: string[];
  /** Ids of the documents or passages that state the answer. */
  supportingIds: string[];
  /** False: the corpus (as this asker sees it) does not hold the answer, and saying so is right. */
  answerable: boolean;
  /** The question has a false premise, and naming it is right. */
  falsePremise: boolean;
  /** The kind by which heat maps group: `bridge`, `comparison`, `2hop`. */
  kind: string;
  /** Which official script grades the answer. */
  rule: AnswerRule;
  /** The moment it is asked as of; ISO 8601. */
  asOf?: string;
  /** On whose behalf it is asked; everyone's pages when absent. */
  scopes?: Scope[];
  /** The thread before it, oldest first. */
  history?: { question: string; answer: string }[];
  /** Short answers that are wrong: an answer that repeats one fails, even without a gold answer (feedback). */
  rejected?: string[];
  /** Entities that a long reference answer names (GenMedGPT). */
  answerEntities?: string[];
}

/** A row of Parley's own question files (docs/evals.md); `answer` and `evidence` are accepted in place of the plural forms. */
export const questionRowSchema = z
  .looseObject({
    id: z.union([z.string().min(1), z.number()], { error: 'id is missing' }).transform(String),
    question: z.string({ error: 'question is missing' }).min(1, 'question is empty'),
    answers: z.array(z.coerce.string()).nullish(),
    answer: z.union([z.string(), z.number()]).nullish(),
    supporting_ids: z.array(z.coerce.string()).nullish(),
    evidence: z.array(z.string()).nullish(),
    answerable: z.boolean().nullish(),
    kind: z.string().nullish(),
    type: z.string().nullish(),
    as_of: z.string().nullish(),
    scopes: z.array(z.string().min(1)).nullish(),
    history: z.array(z.object({ question: z.string(), answer: z.string() })).nullish(),
    rejected: z.array(z.string()).nullish(),
    scoring: z.enum(answerRules).nullish(),
    src: z.string().nullish(),
  })
  .transform((row): EvalQuestion => {
    const kind = row.kind ?? row.type ?? 'question';
    return {
      id: row.id,
      question: row.question,
      answers: row.answers ?? (row.answer == null ? [] : [String(row.answer)]),
      supportingIds: row.supporting_ids ?? row.evidence ?? [],
      answerable: row.answerable ?? true,
      falsePremise: isFalsePremise(kind),
      kind,
      rule: row.scoring ?? ruleOf(`${row.src ?? ''} ${row.id}`),
      ...(row.as_of != null && { asOf: row.as_of }),
      ...(row.scopes != null && { scopes: row.scopes }),
      ...(row.rejected != null && row.rejected.length > 0 && { rejected: row.rejected }),
      ...(row.history != null && { history: row.history }),
    };
  });

/** True for the kinds by which datasets mark a false premise (`false_premise`, `false-premise`). */
export const isFalsePremise = (kind: string): boolean => /^false[-_ ]?premise$/i.test(kind);

/** The official script of the dataset that a row comes from, by its source or the form of its id. */
const ruleOf = (provenance: string): AnswerRule => {
  if (/musique|\b\dhop\d?__/i.test(provenance)) return 'musique';
  if (/2wiki/i.test(provenance)) return '2wiki';
  if (/hotpot/i.test(provenance)) return 'hotpotqa';
  return 'squad';
};
