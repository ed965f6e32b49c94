import type { EvalQuestion } from './question.ts';
import type { RowProblem } from './rows.ts';

/** Rows of questions before repeats are taken out. */
export interface PlacedQuestions {
  format: string;
  rows: { place: string; question: EvalQuestion }[];
  problems: RowProblem[];
  hash: string;
}
