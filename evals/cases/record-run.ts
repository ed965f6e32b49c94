import { DEFAULT_STRATEGY } from '../../agent/strategies/index.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import type { ScoredRow } from '../run/row.ts';
import { toScored } from '../run/row.ts';
import { readRunRows } from '../run/run-folder.ts';
import { readRunSummary } from '../run/summary.ts';

/** How a run found its cases. */
export interface RecordedRun extends Awaited<ReturnType<Cases['record']>> {
  /** The strategy whose answers count. */
  strategy: string;
  passed: number;
}

/**
 * Keeps with each case how a run answered it: by the strategy that answers when nobody names one (`auto`), or the run's only
 * strategy. What another strategy got right is not what people get.
 * @param folder the run's output
 * @throws INPUT_NOT_FOUND without a run; BAD_USAGE where the run leaves open which strategy people get
 */
export const recordRun = async (cases: Cases, folder: string): Promise<RecordedRun> => {
  const summary = await readRunSummary(folder);
  if (summary === undefined) {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no finished run in ${folder}.`,
      remedy: 'Make one with `parley eval --questions cases --out DIR`.',
    });
  }
  const names = summary.strategies.map(({ strategy }) => strategy);
  const strategy = names.includes(DEFAULT_STRATEGY) ? DEFAULT_STRATEGY : names.length === 1 ? names[0] : undefined;
  if (strategy === undefined) {
    throw new ParleyError('BAD_USAGE', {
      message: `The run in ${folder} lacks the strategy ${DEFAULT_STRATEGY}, which answers when nobody names one.`,
      remedy: `Add ${DEFAULT_STRATEGY} to --strategies.`,
    });
  }
  const rows: ScoredRow[] = [];
  for await (const row of readRunRows(folder)) if (row.strategy === strategy) rows.push(toScored(row));
  const outcomes = rows.flatMap((row) => {
    const passed = hasPassed(row);
    return passed === undefined ? [] : [{ id: row.id, passed, shortAnswer: row.given ?? '' }];
  });
  const { run } = summary;
  const recorded = await cases.record({
    run: run.id ?? run.createdAt,
    at: run.createdAt,
    strategy,
    ...(run.commit && { commit: run.commit }),
    outcomes,
  });
  return { ...recorded, strategy, passed: outcomes.filter(({ passed }) => passed).length };
};

/** Whether an answer is right: by the judge where one judged it, else by its words; undefined where neither could tell. */
export const hasPassed = ({ scores, notGraded }: Pick<ScoredRow, 'scores' | 'notGraded'>): boolean | undefined => {
  if (scores.judge_correctness !== undefined) return scores.judge_correctness === 1;
  if (notGraded?.judge_correctness !== undefined) return undefined;
  return scores.accuracy === undefined ? undefined : scores.accuracy === 1;
};
