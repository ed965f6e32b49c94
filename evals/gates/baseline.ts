import { existsSync } from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ParleyError } from '../../core/errors.ts';
import { readRows } from '../datasets/rows.ts';
import { mean } from '../metrics/mean.ts';
import { formatMetric } from '../metrics/metric.ts';
import { type ScoredRow, toScored } from '../run/row.ts';
import { readRunRows } from '../run/run-folder.ts';
import { groupBy, isMeasuredAlike, pairScores, readRunSummary, type Summary } from '../run/summary.ts';

/** A stored run: its rows, and its settings where they are known (files of older versions hold rows alone). */
export interface Baseline {
  rows: ScoredRow[];
  run?: Partial<Summary['run']>;
}

/**
 * Reads an earlier run from its folder, or from the small file that `writeBaseline` made of it.
 * @throws INPUT_NOT_FOUND, BAD_INPUT
 */
export const readBaseline = async (path: string): Promise<Baseline> => {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no run at ${path}.`,
      remedy: 'Name the --out folder of a run, or a file that `parley eval baseline` wrote.',
    });
  }
  const baseline = found.isDirectory() ? await fromFolder(path) : await fromFile(path);
  if (baseline.rows.length > 0) return baseline;
  throw new ParleyError('BAD_INPUT', {
    message: `There is no row of an eval in ${path}.`,
    remedy: 'Name the --out folder of a finished run, or a file that `parley eval baseline` wrote.',
  });
};

const fromFolder = async (folder: string): Promise<Baseline> => {
  const rows: ScoredRow[] = [];
  for await (const row of readRunRows(folder)) rows.push(toScored(row));
  return { rows, run: (await readRunSummary(folder))?.run };
};

const fromFile = async (path: string): Promise<Baseline> => {
  const baseline: Baseline = { rows: [] };
  for await (const line of readRows(path)) {
    if (!('value' in line)) continue;
    const value = line.value as ScoredRow | Pick<Baseline, 'run'>;
    if ('scores' in value) baseline.rows.push(value);
    else baseline.run = value.run;
  }
  return baseline;
};

/** The outcome of writing a baseline file. */
export interface WrittenBaseline {
  rows: number;
  /** Why the earlier file was kept, in words; absent when the run was written. */
  kept?: string;
}

/** Metrics that must not fall when a baseline is replaced by a later run. */
const RISING = ['accuracy', 'crag', 'recall@5', 'citation_precision', 'citation_recall', 'refusal_recall'];

/**
 * Writes a run's settings and scores to a file of one short line a row, small enough to be checked in.
 * @param onlyUp keeps the file that is there unless the run is complete, a model answered it, and no metric is lower over the
 *   questions that both have: a baseline that followed every run would let quality slide a little each night
 */
export const writeBaseline = async (
  folder: string,
  target: string,
  { onlyUp = false }: { onlyUp?: boolean } = {},
): Promise<WrittenBaseline> => {
  const { rows, run } = await readBaseline(folder);
  const kept = onlyUp ? await reasonToKeep(target, rows, run) : undefined;
  if (kept !== undefined) return { rows: rows.length, kept };
  const lines = rows.map(({ id, strategy, kind, question, expected, scores, usage }) => {
    const stored: ScoredRow = { id, strategy, kind, question, expected, scores, usage };
    return `${JSON.stringify(stored)}\n`;
  });
  const text = [...(run ? [`${JSON.stringify({ run })}\n`] : []), ...lines.sort()].join('');
  await writeFile(`${target}.new`, target.endsWith('.gz') ? gzipSync(text) : text);
  await rename(`${target}.new`, target);
  return { rows: rows.length };
};

const reasonToKeep = async (
  target: string,
  rows: readonly ScoredRow[],
  run: Baseline['run'],
): Promise<string | undefined> => {
  if (run?.complete === false) return 'the run is not complete';
  if (run?.mode === 'quote') return 'the run was answered without a model';
  if (!existsSync(target)) return undefined;
  const now = groupBy(rows, ({ strategy }) => strategy);
  const stored = await readBaseline(target);
  const metrics = RISING.filter((metric) => isMeasuredAlike(metric, stored.run, run));
  for (const [strategy, before] of groupBy(stored.rows, (row) => row.strategy)) {
    const after = now.get(strategy);
    if (after === undefined) return `the run lacks the strategy ${strategy}`;
    for (const metric of metrics) {
      const pairs = pairScores(before, after, metric);
      const [was, is] = [mean(pairs.map(([earlier]) => earlier)), mean(pairs.map(([, later]) => later))];
      if (is < was)
        return `${strategy}: ${metric} is ${formatMetric(metric, is)}, and ${formatMetric(metric, was)} there`;
    }
  }
  return undefined;
};
