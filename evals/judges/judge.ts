import type { Parley } from '../../runtime/parley.ts';
import type { EvalRow } from '../run/row.ts';

/** What a judge can grade, by the names that `--judge` takes. */
export const judgements = ['correctness', 'faithfulness', 'context-precision'] as const;
export type Judgement = (typeof judgements)[number];

/** The prefix of judged metrics. */
export const JUDGED = 'judge_';

/** The metric of a judgement or a rubric. */
export const judgedMetric = (name: string): string => `${JUDGED}${name.replaceAll('-', '_')}`;

/** Grades rows by asking a model. */
export interface Judge {
  /** The model and the metrics, kept with the run: another judge is another run. */
  readonly name: string;
  /** What the judge itself has cost so far; it counts towards a run's cap. */
  readonly spent: { calls: number; inputTokens: number; outputTokens: number };
  /**
   * The row with `judge_…` scores, in place of earlier ones. A judgement that failed stands in `notGraded` with its reason.
   * Never throws.
   */
  grade(row: EvalRow, parley: Parley): Promise<EvalRow>;
}
