import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { describe } from '../datasets/rows.ts';
import { pairedDifference } from '../metrics/bootstrap.ts';
import { formatMetric, metricNamed, metrics } from '../metrics/metric.ts';
import type { ScoredRow } from '../run/row.ts';
import { comparedMetrics, groupBy, measure, pairScores, type Summary } from '../run/summary.ts';
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
  /** Questions whose gold pages the corpus may lack: a page that was lost cannot show as a miss, so it shows here. */
  missingGold: z.number().int().min(0).default(0),
  baseline: z
    .strictObject({
      /** A run's folder, or a file that `eval baseline` wrote; relative to the gate file. */
      rows: z.string(),
      metrics: z.array(z.string()).min(1),
      /** True: a run that finds no baseline yet is held to the bounds alone. */
      optional: z.boolean().default(false),
      /** How much worse is still let through, beyond the noise. */
      slack: z.number().min(0).default(0),
    })
    .optional(),
});

/** A gate as its file has it, with the file's folder. */
export type Gate = z.infer<typeof gateSchema> & { folder: string };

/** A bound that a run broke, with the rows that broke it most. */
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
 * @throws BAD_USAGE when it is not there, not a gate, or names a metric that there is none of
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
    if (comparedMetrics.includes(name)) continue;
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

/** Holds a run against a gate. @returns every breach; none means that the gate is met */
export const checkGate = async (gate: Gate, summary: Summary, rows: readonly ScoredRow[]): Promise<Breach[]> => {
  const byStrategy = groupBy(rows, ({ strategy }) => strategy);
  return [
    ...missingRows(summary),
    ...missingGold(gate, summary),
    ...boundBreaches(gate, summary, byStrategy),
    ...(await baselineBreaches(gate, byStrategy)),
  ];
};

/** An unfinished run meets no gate: what is missing may be what fails. */
const missingRows = ({ run, failures }: Summary): Breach[] =>
  run.complete
    ? []
    : [
        {
          strategy: '*',
          metric: 'rows',
          message: `${run.missing} answers are missing${failures[0] ? `: ${failures[0].strategy} on ${failures[0].id}: ${failures[0].message}` : ''}`,
          rows: [],
        },
      ];

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
        if (value === undefined)
          return [{ strategy, metric, message: `${strategy}: ${metric} is bounded, but nothing was graded`, rows: [] }];
        const low = min !== undefined && value < min;
        const high = max !== undefined && value > max;
        if (!low && !high) return [];
        const bound = low ? `below ${formatMetric(metric, min!)}` : `above ${formatMetric(metric, max!)}`;
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

/**
 * Worse beyond the noise: the whole 95 % interval of the paired difference lies on the bad side of the slack, and more
 * questions fell than chance would have it.
 */
const baselineBreaches = async (
  { baseline, folder }: Gate,
  byStrategy: ReadonlyMap<string, readonly ScoredRow[]>,
): Promise<Breach[]> => {
  if (baseline === undefined) return [];
  if (baseline.optional && !existsSync(resolve(folder, baseline.rows))) return [];
  const stored = groupBy(await readBaseline(resolve(folder, baseline.rows)), ({ strategy }) => strategy);
  return [...stored].flatMap(([strategy, before]) => {
    const now = byStrategy.get(strategy);
    if (now === undefined) return [];
    return baseline.metrics.flatMap((metric): Breach[] => {
      const sign = isLowerBetter(metric) ? -1 : 1;
      const gain = pairedDifference(pairScores(before, now, metric));
      if (gain === undefined)
        return [{ strategy, metric, message: `${strategy}: ${metric} shares no question with the baseline`, rows: [] }];
      const best = sign === 1 ? gain.high : -gain.low;
      if (best >= -baseline.slack || gain.p > 0.05) return [];
      const was = new Map(before.map((row) => [row.id, measure(row, metric)]));
      const worse = now.filter((row) => {
        const [then, today] = [was.get(row.id), measure(row, metric)];
        return then !== undefined && today !== undefined && sign * (today - then) < 0;
      });
      return [
        {
          strategy,
          metric,
          message: `${strategy}: ${metric} fell by ${formatMetric(metric, Math.abs(gain.difference))} against the baseline, more than the noise of ${gain.n} questions`,
          rows: extremes(worse, metric, sign === 1 ? 'lowest' : 'highest'),
        },
      ];
    });
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
    .filter(({ value }, _, [first]) => value === first!.value || end === 'highest' || value < 1)
    .slice(0, SHOWN_ROWS)
    .map(({ row }) => row);
