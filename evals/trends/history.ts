import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { parseJson } from '../../core/text/parse-json.ts';
import { formatMetric, metricNamed } from '../metrics/metric.ts';
import type { Curve } from '../report/page/report-data.ts';
import type { Summary } from '../run/summary.ts';
import { type Point, type Trend, trendOf } from './trend.ts';

const estimateSchema = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() });
const nightSchema = z.looseObject({
  run: z.string(),
  at: z.string(),
  version: z.string().optional(),
  commit: z.string().optional(),
  /** Of the questions: figures of another set are another trend. */
  dataset: z.string(),
  model: z.string().nullable(),
  strategies: z.record(z.string(), z.record(z.string(), estimateSchema)),
});

/** One night as the history keeps it: a line of a JSONL file. */
export type Night = z.infer<typeof nightSchema>;

/** What is followed over nights: accuracy, refusals, citations and cost. */
const FOLLOWED = ['accuracy', 'refusal_recall', 'citation_precision', 'citation_recall', 'tokens'] as const;

/** Nights that are kept: three years. */
const MAX_NIGHTS = 1100;

/** A metric of a strategy that has turned for the worse. */
export interface TurnedTrend extends Trend {
  strategy: string;
  metric: string;
  /** In one line. */
  message: string;
}

/** Reads a history; none yet is an empty one. Lines that are no nights are left out. */
export const readHistory = async (path: string): Promise<Night[]> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const night = nightSchema.safeParse(parseJson(line)).data;
    return night ? [night] : [];
  });
};

/**
 * Adds a finished run to a history, once, and writes the file whole.
 * @returns all nights with it
 * @throws EVAL_FAILED for a run that is not whole or was answered without a model where others were: it would bend the line
 */
export const addNight = async (path: string, { run, strategies }: Summary): Promise<Night[]> => {
  if (!run.complete) {
    throw new ParleyError('EVAL_FAILED', {
      message: `${run.missing} answers of the run are missing; it is no night of the history.`,
      remedy: 'Run the same eval again: it goes on where it stopped.',
    });
  }
  const nights = await readHistory(path);
  const night: Night = {
    run: run.id ?? run.createdAt,
    at: run.createdAt,
    version: run.version,
    ...(run.commit && { commit: run.commit }),
    dataset: run.datasetHash.slice(0, 12),
    model: run.model,
    strategies: Object.fromEntries(
      strategies.map(({ strategy, metrics }) => [
        strategy,
        Object.fromEntries(FOLLOWED.flatMap((name) => (metrics[name] ? [[name, metrics[name]]] : []))),
      ]),
    ),
  };
  if (nights.some((known) => known.run === night.run)) return nights;
  const all = [...nights, night].sort((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_NIGHTS);
  await writeFile(`${path}.new`, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await rename(`${path}.new`, path);
  return all;
};

/** The nights that ask the latest night's questions of its model: other figures cannot be laid beside them. */
const comparable = (nights: readonly Night[]): Night[] => {
  const last = nights.at(-1);
  return nights.filter(({ dataset, model }) => dataset === last?.dataset && model === last.model);
};

/** The metrics that have turned for the worse, each in a line. */
export const turnedTrends = (nights: readonly Night[]): TurnedTrend[] => {
  const same = comparable(nights);
  const names = Object.keys(same.at(-1)?.strategies ?? {});
  return names.flatMap((strategy) =>
    FOLLOWED.flatMap((metric): TurnedTrend[] => {
      const points = pointsOf(same, strategy, metric);
      const trend = trendOf(points, { higherIsBetter: metricNamed(metric)?.better !== 'lower' });
      if (!trend.turned || trend.change === undefined || trend.reference === undefined) return [];
      const { since } = trend;
      const from = since
        ? ` since ${since.at.slice(0, 10)}${since.commit ? ` (${since.commit.slice(0, 10)})` : ''}`
        : '';
      const [was, is] = [trend.reference, trend.reference + trend.change].map((value) => formatMetric(metric, value));
      return [
        {
          ...trend,
          strategy,
          metric,
          message: `${strategy}: ${metricNamed(metric)?.label ?? metric} went from ${was} to ${is}${from}`,
        },
      ];
    }),
  );
};

const pointsOf = (nights: readonly Night[], strategy: string, metric: string): Point[] =>
  nights.flatMap(({ at, commit, strategies }) => {
    const value = strategies[strategy]?.[metric]?.value;
    return value === undefined ? [] : [{ at, value, ...(commit && { commit }) }];
  });

/** The nights as charts of the report: one for each metric, with the date and the commit of each point. */
export const trendCurves = (nights: readonly Night[]): Curve[] => {
  const same = comparable(nights);
  if (same.length < 2) return [];
  const names = Object.keys(same.at(-1)?.strategies ?? {});
  const turned = turnedTrends(nights);
  return FOLLOWED.map((metric) => ({
    knob: 'night',
    metric,
    turns: turned.flatMap(({ metric: of, strategy, since }) => {
      const x = same.findIndex(({ at }) => at === since?.at);
      return of === metric && x >= 0 ? [{ x, label: strategy }] : [];
    }),
    labels: Object.fromEntries(
      same.map(({ at, commit }, night) => [night, `${at.slice(0, 10)}${commit ? ` ${commit.slice(0, 7)}` : ''}`]),
    ),
    series: names.flatMap((label) => {
      const points = same.flatMap(({ strategies }, x) => {
        const estimate = strategies[label]?.[metric];
        return estimate ? [{ x, estimate }] : [];
      });
      return points.length > 0 ? [{ label, points }] : [];
    }),
  })).filter(({ series }) => series.length > 0);
};
