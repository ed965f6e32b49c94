import { asParleyError, isAbort } from '../../core/errors.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { JUDGED } from '../judges/judge.ts';
import { answerTo, searchFor } from './ask-question.ts';
import { addUsage, capReached, type Spent } from './cost-cap.ts';
import type { EvalOptions } from './eval-options.ts';
import { inParallel } from './in-parallel.ts';
import { type EvalRow, rowKey, type ScoredRow, toScored } from './row.ts';
import { type FailedRow, type RunFolder, readRunRows } from './run-folder.ts';

/** This many provider failures in a row end a run: the rest would fail too. */
const MAX_PROVIDER_FAILURES = 5;

/** One question for one strategy. */
export interface Pending {
  question: EvalQuestion;
  strategy: string;
}

/**
 * Asks the pending questions until all are answered, a cap is reached, the signal aborts or the provider fails. Every row is on
 * disk before the next question of its lane is started.
 */
export const askAll = async (
  options: EvalOptions,
  { folder, parley, pending, started }: { folder: RunFolder; parley: Parley; pending: Pending[]; started: number },
): Promise<{ rows: Map<string, ScoredRow>; failures: FailedRow[]; stopped?: string }> => {
  const rows = new Map<string, ScoredRow>();
  const failures: FailedRow[] = [];
  let spent: Spent = { tokens: 0, calls: 0, usd: 0 };
  for (const { usage } of folder.done.values()) spent = addUsage(spent, usage, options.prices);
  let providerFailures = 0;
  let stopped: string | undefined;
  const askingSince = performance.now();

  const stop = (): boolean => {
    if (options.signal?.aborted) stopped ??= 'it was interrupted';
    const judged = options.judge && { ...options.judge.spent, seconds: 0 };
    const all = judged ? addUsage(spent, judged, options.prices) : spent;
    const cap = capReached(options.cap ?? {}, all, (performance.now() - started) / 1000);
    if (cap !== undefined) stopped ??= `its cap was reached (${cap})`;
    return stopped !== undefined;
  };

  const work = async ({ question, strategy }: Pending) => {
    try {
      const row = await askOne(options, parley, question, strategy);
      folder.append(row);
      rows.set(rowKey(row), toScored(row));
      spent = addUsage(spent, row.usage, options.prices);
      providerFailures = 0;
    } catch (error) {
      if (isAbort(error) && options.signal?.aborted) return;
      const { code, message } = asParleyError(error);
      const failure = { id: question.id, strategy, code, message };
      failures.push(failure);
      folder.appendFailure(failure);
      providerFailures = code.startsWith('MODEL_') ? providerFailures + 1 : 0;
      if (providerFailures >= Math.max(MAX_PROVIDER_FAILURES, options.parallel)) {
        stopped ??= `the provider failed ${providerFailures} times in a row (${message})`;
      }
    }
    options.onProgress?.(
      progress(rows.size + failures.length, pending.length, performance.now() - askingSince, failures),
    );
  };
  await inParallel(pending, options.parallel, work, stop);
  return { rows, failures, ...(stopped !== undefined && { stopped }) };
};

/** Judges again the rows whose judgement failed in an earlier attempt at this run; their answers are kept. */
export const rejudge = async (
  { judge, parallel, signal, cap, prices, onProgress }: EvalOptions,
  { folder, parley, started }: { folder: RunFolder; parley: Parley; started: number },
): Promise<void> => {
  if (!judge || ![...folder.done.values()].some(hasFailedJudgement)) return;
  const failed: EvalRow[] = [];
  for await (const row of readRunRows(folder.path)) if (hasFailedJudgement(row)) failed.push(row);
  const replaced = new Map<string, EvalRow>();
  const stop = () => {
    const spent = addUsage({ tokens: 0, calls: 0, usd: 0 }, { ...judge.spent, seconds: 0 }, prices);
    return signal?.aborted === true || capReached(cap ?? {}, spent, (performance.now() - started) / 1000) !== undefined;
  };
  const judgeAgain = async (row: EvalRow) => {
    replaced.set(rowKey(row), await judge.grade(row, parley));
    onProgress?.(`judged ${replaced.size} of ${failed.length} again`);
  };
  await inParallel(failed, parallel, judgeAgain, stop);
  await folder.replace(replaced);
};

const hasFailedJudgement = ({ notGraded = {} }: Pick<EvalRow, 'notGraded'>): boolean =>
  Object.keys(notGraded).some((metric) => metric.startsWith(JUDGED));

const askOne = async (
  options: EvalOptions,
  parley: Parley,
  question: EvalQuestion,
  strategy: string,
): Promise<EvalRow> => {
  if (options.retrievalOnly) return searchFor(parley, question, options);
  const row = await answerTo(parley, question, strategy, options);
  return options.judge === undefined ? row : options.judge.grade(row, parley);
};

/** `120 of 1000, 4 failed, 1:20 left`. */
const progress = (done: number, of: number, ms: number, failures: readonly FailedRow[]): string => {
  const left = Math.round((ms / 1000 / done) * (of - done));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return `${done} of ${of}${failures.length > 0 ? `, ${failures.length} failed` : ''}, ${clock} left`;
};
