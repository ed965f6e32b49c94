import type { Parley } from '../../runtime/parley.ts';
import type { EvalRow } from '../run/row.ts';

/** Grades rows by asking a model. */
export interface Judge {
  /** The model and the metrics, kept with the run: another judge is another run. */
  readonly name: string;
  /** The row with `judge_…` scores; what the judge could not tell stands in `notGraded`, with the reason. Never throws. */
  grade(row: EvalRow, parley: Parley): Promise<EvalRow>;
}
