import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { QUOTE } from '../../agent/strategies/index.ts';
import { ParleyError } from '../../core/errors.ts';
import { describe } from '../datasets/rows.ts';
import { JUDGED } from '../judges/judge.ts';
import { type PairedDifference, pairedDifference } from '../metrics/bootstrap.ts';
import { formatMetric, metricNamed, metrics } from '../metrics/metric.ts';
import { changesBetween } from '../run/compare-runs.ts';
import type { ScoredRow } from '../run/row.ts';
import {
  comparedMetrics,
  groupBy,
  isMeasuredAlike,
  measure,
  pairScores,
  type Summary,
  withHolm,
} from '../run/summary.ts';
import { readBaseline } from './baseline.ts';

const boundSchema = z.strictObject({ min: z.number().optional(), max: z.number().optional() });

/**
 * A gate file: bounds by strategy (`*` is every strategy) and metric, and a stored run that this one must not fall behind.
 *
 * @example
 * { "bounds": { "vanilla": { "accuracy": { "min": 0.6 }, "tokens": { "max": 3000 } } },
 *   "baseline": { "rows": "baseline.jsonl", "metrics": ["accuracy", "citation_precision"] } }
 */
const gateSchema = z.strictObject({
  bounds: z.record(z.string(), z.record(z.string(), boundSchema)).default({}),
  /** How the answers must have been made; a run that was asked for `--retrieval-only` passes without it. */
  mode: z.enum(['model', 'quote']).default('model'),
  /** Answers that may be quotes although a model is set, as a share. */
  maxQuoted: z.number().min(0).max(1).default(0.05),
  /** Answers that may be missing because a call failed, as a share: one failed call does not redden a night. */
  maxMissing: z.number().min(0).max(1).default(0),
  /** Questions whose gold pages the corpus may lack: a page that was lost cannot show as a miss, so it shows here. */
  missingGold: z.number().int().min(0).default(0),
  baseline: z
    .strictObject({
      /** A run's folder, or a file that `eval baseline` wrote; relative to the gate file. */
      rows: z.string(),
      metrics: z.array(z.string()).min(1),
      /** True: a run that finds no baseline yet is held to the bounds alone. */
      optional: z.boolean().default(false),
      /**
       * A loss larger than this fails with any one test at 95 %. A smaller loss fails only if it holds with all comparisons
       * of the gate tested at once (Holm): a significant loss fails whatever the slack.
       */
      slack: z.number().min(0).default(0),
    })
    .optional(),
});

/** A gate as its file has it, with the file's folder. */
export type Gate = z.infer<typeof gateSchema> & { folder: string };

/** A requirement that a run does not meet, with the rows that break it most. */
export interface Breach {
  strategy: string;
  metric: string;
  /** What happened, in one line. */
  message: string;
  rows: ScoredRow[];
}

const SHOWN_ROWS = 10;

/**
 * Reads a gate file, before anything is spent on a run.
 * @throws BAD_USAGE when it is not there, not a gate, or names an unknown metric
 */
export const readGate = async (path: string): Promise<Gate> => {
  const bad = (message: string, remedy: string) => new ParleyError('BAD_USAGE', { message, remedy });
  const text = await readFile(path, 'utf8').catch(() => {
    throw bad(`There is no gate file at ${path}.`, 'Name a JSON file; docs/evals.md shows one.');
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw bad(`${path} is not JSON: ${(error as Error).message}.`, 'docs/evals.md shows a gate file.');
  }
  const parsed = gateSchema.safeParse(value);
  if (!parsed.success) throw bad(`${path} is no gate file: ${describe(parsed.error)}.`, 'docs/evals.md shows one.');
  const gate = parsed.data;
  const bounded = Object.values(gate.bounds).flatMap((bounds) => Object.keys(bounds));
  for (const name of bounded) {
    if (metricNamed(name)) continue;
    throw bad(
      `${path} names the unknown metric ${name}.`,
      `Metrics are ${metrics.map((metric) => metric.name).join(', ')}.`,
    );
  }
  for (const name of gate.baseline?.metrics ?? []) {
    if (comparedMetrics.includes(name) || name.startsWith(JUDGED)) continue;
    throw bad(`${path} compares the unknown metric ${name}.`, `A baseline compares ${comparedMetrics.join(', ')}.`);
  }
  const folder = dirname(resolve(path));
  if (gate.baseline && !gate.baseline.optional && !existsSync(resolve(folder, gate.baseline.rows))) {
    throw bad(
      `${path} compares with ${gate.baseline.rows}, which is not there.`,
      'Run without --gate, then `parley eval baseline DIR FILE`; or mark the baseline as optional.',
    );
  }
  return { ...gate, folder };
};

/** Checks a run against a gate. @returns every breach; none means that the gate is met */
export const checkGate = async (gate: Gate, summary: Summary, rows: readonly ScoredRow[]): Promise<Breach[]> => {
  const byStrategy = groupBy(rows, ({ strategy }) => strategy);
  return [
    ...wrongMode(gate, summary, rows),
    ...missingRows(gate, summary),
    ...missingGold(gate, summary),
    ...boundBreaches(gate, summary, byStrategy),
    ...(await baselineBreaches(gate, summary, byStrategy)),
  ];
};

/** A run without a model, or with many quotes where a model was set, says nothing about the model's answers. */
const wrongMode = ({ mode, maxQuoted }: Gate, { run }: Summary, rows: readonly ScoredRow[]): Breach[] => {
  const breach = (message: string, broken: ScoredRow[] = []): Breach[] => [
    { strategy: '*', metric: 'mode', message, rows: broken.slice(0, SHOWN_ROWS) },
  ];
  if (run.mode === 'retrieval') return [];
  if (run.mode !== mode) {
    return breach(
      mode === 'model'
        ? 'no model is set, so the run quoted; set PARLEY_MODEL, or write "mode": "quote" into the gate'
        : 'a model answered, but the gate is for quotes',
    );
  }
  const quoted = rows.filter((row) => row.mode === 'quote' && row.strategy !== QUOTE);
  return mode === 'model' && quoted.length > maxQuoted * rows.length
    ? breach(`${quoted.length} of ${rows.length} answers are quotes although a model is set`, quoted)
    : [];
};

/** True where no more answers are missing than the gate allows, and all of them because their calls failed. */
export const missesFew = ({ maxMissing }: Gate, { run, strategies, failures }: Summary): boolean => {
  const answered = strategies.reduce((sum, { n }) => sum + n, 0);
  return run.missing <= failures.length && run.missing <= maxMissing * (answered + run.missing);
};

/** An unfinished run meets no gate: the missing answers may be the wrong ones. */
const missingRows = (gate: Gate, summary: Summary): Breach[] => {
  const { run, failures } = summary;
  return run.complete || missesFew(gate, summary)
    ? []
    : [
        {
          strategy: '*',
          metric: 'rows',
          message: `${run.missing} answers are missing${failures[0] ? `: ${failures[0].strategy} on ${failures[0].id}: ${failures[0].message}` : ''}`,
          rows: [],
        },
      ];
};

const missingGold = ({ missingGold: allowed }: Gate, { missingGold: { questions, ids } }: Summary): Breach[] =>
  questions <= allowed
    ? []
    : [
        {
          strategy: '*',
          metric: 'gold',
          message: `the corpus lacks the gold of ${questions} questions (${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}), ${allowed} may be lacking`,
          rows: [],
        },
      ];

const boundBreaches = (
  { bounds }: Gate,
  { strategies }: Summary,
  byStrategy: ReadonlyMap<string, readonly ScoredRow[]>,
): Breach[] =>
  Object.entries(bounds).flatMap(([name, ofMetrics]) => {
    const meant = name === '*' ? strategies : strategies.filter(({ strategy }) => strategy === name);
    if (meant.length === 0) return [{ strategy: name, metric: 'rows', message: `${name} was not run`, rows: [] }];
    return meant.flatMap(({ strategy, metrics: found }) =>
      Object.entries(ofMetrics).flatMap(([metric, { min, max }]): Breach[] => {
        const value = found[metric]?.value;
        if (value === undefined && metricNamed(metric)?.sometimes) return [];
        if (value === undefined)
          return [{ strategy, metric, message: `${strategy}: ${metric} is bounded, but nothing was graded`, rows: [] }];
        const low = min !== undefined && value < min;
        const high = max !== undefined && value > max;
        if (!low && !high) return [];
        const bound = low ? `below ${formatMetric(metric, min)}` : `above ${formatMetric(metric, max ?? value)}`;
        return [
          {
            strategy,
            metric,
            message: `${strategy}: ${metric} is ${formatMetric(metric, value)}, ${bound}`,
            rows: extremes(byStrategy.get(strategy) ?? [], metric, low ? 'lowest' : 'highest'),
          },
        ];
      }),
    );
  });

/** One metric of one strategy beside the baseline. */
interface Compared extends PairedDifference {
  strategy: string;
  metric: string;
  before: readonly ScoredRow[];
  now: readonly ScoredRow[];
}

const baselineBreaches = async (
  { baseline, folder }: Gate,
  { run }: Summary,
  byStrategy: ReadonlyMap<string, readonly ScoredRow[]>,
): Promise<Breach[]> => {
  if (baseline === undefined) return [];
  if (baseline.optional && !existsSync(resolve(folder, baseline.rows))) return [];
  const earlier = await readBaseline(resolve(folder, baseline.rows));
  const stored = groupBy(earlier.rows, ({ strategy }) => strategy);
  const breaches: Breach[] = [];
  const compared: Compared[] = [];
  for (const [strategy, before] of stored) {
    const now = byStrategy.get(strategy);
    if (now === undefined) continue;
    for (const metric of baseline.metrics.filter((name) => isMeasuredAlike(name, earlier.run, run))) {
      const difference = pairedDifference(pairScores(before, now, metric));
      if (difference) compared.push({ strategy, metric, before, now, ...difference });
      else {
        const message = `${strategy}: ${metric} shares no question with the baseline`;
        breaches.push({ strategy, metric, message, rows: [] });
      }
    }
  }
  const losses = withHolm(compared).filter((one) => isLoss(one, baseline.slack));
  return [...breaches, ...losses.map(lossBreach)];
};

const isLoss = ({ metric, difference, low, high, p, real }: Compared & { real: boolean }, slack: number): boolean => {
  const sign = isLowerBetter(metric) ? -1 : 1;
  // The better end of the 95 % interval of the difference.
  const best = sign === 1 ? high : -low;
  if (sign * difference >= 0) return false;
  return (real && best < 0) || (best < -slack && p <= 0.05);
};

const lossBreach = ({ strategy, metric, difference, n, before, now }: Compared): Breach => {
  const sign = isLowerBetter(metric) ? -1 : 1;
  const was = new Map(before.map((row) => [row.id, measure(row, metric)]));
  const worse = now.filter((row) => {
    const [then, today] = [was.get(row.id), measure(row, metric)];
    return then !== undefined && today !== undefined && sign * (today - then) < 0;
  });
  return {
    strategy,
    metric,
    message: `${strategy}: ${metric} ${sign === 1 ? 'fell' : 'rose'} by ${formatMetric(metric, Math.abs(difference))} against the baseline, more than the noise of ${n} questions`,
    rows: extremes(worse, metric, sign === 1 ? 'lowest' : 'highest'),
  };
};

/** What differs between the baseline's settings and the run's, in words; empty without a baseline that knows its settings. */
export const changesSinceBaseline = async ({ baseline, folder }: Gate, { run }: Summary): Promise<string[]> => {
  const path = baseline && resolve(folder, baseline.rows);
  if (path === undefined || !existsSync(path)) return [];
  const { run: before } = await readBaseline(path);
  return changesBetween(before, run).map(({ name, a, b }) => {
    if (name !== 'promptHash')
      return `${name} was ${JSON.stringify(a) ?? 'not set'}, now ${JSON.stringify(b) ?? 'not set'}`;
    const [old, now] = [before?.prompts ?? {}, run.prompts ?? {}];
    const files = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((file) => old[file] !== now[file]);
    return `prompts changed: ${files.join(', ')}`;
  });
};

const isLowerBetter = (metric: string): boolean => metric === 'seconds' || metricNamed(metric)?.better === 'lower';

const extremes = (rows: readonly ScoredRow[], metric: string, end: 'lowest' | 'highest'): ScoredRow[] =>
  rows
    .flatMap((row) => {
      const value = measure(row, metric);
      return value === undefined ? [] : [{ row, value }];
    })
    .sort((a, b) => (end === 'lowest' ? a.value - b.value : b.value - a.value))
    .filter(({ value }, _, [first]) => value === first?.value || end === 'highest' || value < 1)
    .slice(0, SHOWN_ROWS)
    .map(({ row }) => row);
