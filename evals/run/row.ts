import type { Answer, Usage } from '../../core/answer.ts';
import type { Scores } from '../metrics/score-answer.ts';

/** What the answer is graded by, kept in the row so that a folder of results is complete in itself. */
export interface RowGold {
  question: string;
  kind: string;
  answers: string[];
  supportingIds: string[];
  answerable: boolean;
}

/** How the searches of one answer went. */
export interface SearchCount {
  total: number;
  /** Without vectors: the encoder was down, slow or another one than the index's. */
  byWords: number;
  /** With the question's vector alone: its sub-questions had none in time. Absent for none. */
  partial?: number;
  /** With fewer of the best passages read token by token than on a free machine. Absent for none. */
  shallow?: number;
}

/** One line of rows.jsonl: a question, a strategy and the graded answer (docs/evals.md). */
export interface EvalRow {
  id: string;
  strategy: string;
  gold: RowGold;
  /** Absent when only retrieval was run. */
  answer?: Answer;
  scores: Scores;
  usage: Usage;
  /** Documents found, best (or first found) first. */
  retrieved: string[];
  retrievedPassages: string[];
  /** Absent in rows of earlier versions. */
  searches?: SearchCount;
  /** Metrics that could not be graded, with the reason: a failed judgement is never a 0. */
  notGraded?: Record<string, string>;
}

/** A row without its answer: what summaries, gates and comparisons need, small enough to hold for any number of rows. */
export interface ScoredRow {
  id: string;
  strategy: string;
  kind: string;
  question: string;
  expected: string[];
  given?: string;
  verdict?: string;
  /** Whether the model answered, or Parley quoted. */
  mode?: Answer['mode'];
  scores: Scores;
  usage: Usage;
  searches?: SearchCount;
  notGraded?: Record<string, string>;
}

/** Leaves the answer, its trace and what was retrieved behind. */
export const toScored = ({ id, strategy, gold, answer, scores, usage, searches, notGraded }: EvalRow): ScoredRow => ({
  id,
  strategy,
  kind: gold.kind,
  question: gold.question,
  expected: gold.answerable ? gold.answers : ['(no answer)'],
  ...(answer && { given: answer.shortAnswer, verdict: answer.verdict, mode: answer.mode }),
  scores,
  usage,
  ...(searches && { searches }),
  ...(notGraded && { notGraded }),
});

/** Names a row within a run. */
export const rowKey = ({ id, strategy }: { id: string; strategy: string }): string => JSON.stringify([strategy, id]);
