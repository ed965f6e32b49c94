import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowProblem } from '../datasets/rows.ts';
import { JUDGED } from '../judges/judge.ts';
import { type Estimate, estimate, holm, type PairedDifference, pairedDifference } from '../metrics/bootstrap.ts';
import { metrics, metricsAmong } from '../metrics/metric.ts';
import type { RunIdentity } from './identity.ts';
import type { ScoredRow, SearchCount } from './row.ts';
import type { FailedRow } from './run-folder.ts';

/** Metrics of a set of rows by name; one that nothing could be graded on is absent. */
export type Metrics = Record<string, Estimate>;

/** How one strategy did. */
export interface StrategySummary {
  strategy: string;
  /** Rows. */
  n: number;
  /** Rows with gold to grade them by. */
  graded: number;
  metrics: Metrics;
  /** The same by kind of question. */
  kinds: Record<string, { n: number; metrics: Metrics }>;
}

/** A paired difference of one metric between two strategies. */
export interface Difference extends PairedDifference {
  metric: string;
  a: string;
  b: string;
  /** Holds at 95 % with all pairs of this metric asked at once (Holm). */
  real: boolean;
}

/** How many judgements of one kind were made, and how many failed. */
export interface JudgementCount {
  judged: number;
  failed: number;
  /** How often each reason occurred. */
  reasons: Record<string, number>;
}

/** summary.json (docs/evals.md). */
export interface Summary {
  run: RunIdentity & {
    /** Tells runs apart; a run that was resumed keeps its own. Absent in folders of earlier versions. */
    id?: string;
    dataset: string;
    questions: number;
    /** Question and strategy pairs without a row: they failed, or the run was stopped. */
    missing: number;
    complete: boolean;
    createdAt: string;
    /** Wall time of the whole run, of this attempt if it was resumed. */
    seconds: number;
    /** Of that, the time from the first question to the last answer. */
    askingSeconds: number;
    embeddings: string | null;
    /** The version and commit of Parley that ran. */
    version: string;
    commit?: string;
    /** A hash of each prompt file; absent where no prompt is used. */
    prompts?: Record<string, string>;
  };
  strategies: StrategySummary[];
  differences: Difference[];
  /** Judgements by metric: how many there are, how many failed, and why. Empty without a judge. */
  judgements: Record<string, JudgementCount>;
  /** The searches of all rows where an encoder is set, and how many of them went without it. */
  searches?: SearchCount;
  /** Inputs that could not be read. */
  problems: RowProblem[];
  /** Questions whose gold ids the corpus lacks, which recall leaves out. */
  missingGold: { questions: number; ids: string[] };
  /** Questions without a gold answer: neither passed nor failed. */
  needGold: string[];
  failures: FailedRow[];
}

/** Counts the searches of all rows; those of earlier versions do not say. */
export const countSearches = (rows: readonly ScoredRow[]): SearchCount => {
  const count: SearchCount = { total: 0, byWords: 0 };
  for (const { searches } of rows) {
    count.total += searches?.total ?? 0;
    count.byWords += searches?.byWords ?? 0;
    if (searches?.partial) count.partial = (count.partial ?? 0) + searches.partial;
    if (searches?.shallow) count.shallow = (count.shallow ?? 0) + searches.shallow;
  }
  return count;
};

/** In words, where searches went without the encoder that is set, or without a part of what they ask of it. */
export const withoutVectors = ({ searches }: Pick<Summary, 'searches'>): string | undefined => {
  const { total = 0, byWords = 0, partial = 0, shallow = 0 } = searches ?? {};
  const said = [
    ...(byWords > 0 ? [`${byWords} of ${total} searches went by words, because the encoder did not serve.`] : []),
    ...(partial > 0
      ? [`${partial} of ${total} searches went without their sub-questions, because the encoder was slow.`]
      : []),
    ...(shallow > 0
      ? [
          `${shallow} of ${total} searches read fewer of the best passages token by token, because the encoder was slow.`,
        ]
      : []),
  ];
  return said.length > 0 ? said.join(' ') : undefined;
};

/** Counts judgements, made and failed, over all rows. */
export const countJudgements = (rows: readonly ScoredRow[]): Record<string, JudgementCount> => {
  const counts: Record<string, JudgementCount> = {};
  const countOf = (metric: string) => {
    counts[metric] ??= { judged: 0, failed: 0, reasons: {} };
    return counts[metric];
  };
  for (const { scores, notGraded = {} } of rows) {
    for (const metric of Object.keys(scores)) if (metric.startsWith(JUDGED)) countOf(metric).judged += 1;
    for (const [metric, reason] of Object.entries(notGraded)) {
      if (!metric.startsWith(JUDGED)) continue;
      const count = countOf(metric);
      count.failed += 1;
      count.reasons[reason] = (count.reasons[reason] ?? 0) + 1;
    }
  }
  return counts;
};

/** Metrics of one strategy's rows, overall and by kind. */
export const summariseStrategy = (strategy: string, rows: readonly ScoredRow[], seed: number): StrategySummary => ({
  strategy,
  n: rows.length,
  graded: rows.filter(({ scores }) => gradings.some((name) => name in scores)).length,
  metrics: metricsOf(rows, seed),
  kinds: Object.fromEntries(
    [...groupBy(rows, ({ kind }) => kind)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, ofKind]) => [kind, { n: ofKind.length, metrics: metricsOf(ofKind, seed) }]),
  ),
});

const gradings = ['accuracy', 'recall@5', 'entity_recall', 'judge_correctness'];

/** Paired differences of every two strategies, by metric. */
export const differencesOf = (rowsOf: ReadonlyMap<string, readonly ScoredRow[]>, seed: number): Difference[] => {
  const names = [...rowsOf.keys()];
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
  return comparedMetricsOf([...rowsOf.values()].flat()).flatMap((metric) => {
    const ofMetric = pairs.flatMap(([a, b]) => {
      const paired = pairedDifference(pairScores(rowsOf.get(a) ?? [], rowsOf.get(b) ?? [], metric), { seed });
      return paired ? [{ metric, a, b, ...paired }] : [];
    });
    return withHolm(ofMetric);
  });
};

/** Marks the differences that hold with all of them tested at once. */
export const withHolm = <Tested extends { p: number }>(tested: readonly Tested[]): (Tested & { real: boolean })[] => {
  const real = holm(tested.map(({ p }) => p));
  return tested.map((one, i) => ({ ...one, real: real[i] === true }));
};

/** The metrics that are a mean over questions, which alone can be paired; times are paired by their mean. */
export const comparedMetrics: readonly string[] = [
  ...metrics.map(({ name }) => name).filter((name) => !name.startsWith('seconds')),
  'seconds',
];

/** Those of these rows: a team's rubrics beside the metrics that any run may have. */
export const comparedMetricsOf = (rows: readonly ScoredRow[]): string[] => [
  ...comparedMetrics,
  ...rubricsOf(rows).filter((name) => !comparedMetrics.includes(name)),
];

const rubricsOf = (rows: readonly ScoredRow[]): string[] => [
  ...new Set(rows.flatMap(({ scores }) => Object.keys(scores).filter((name) => name.startsWith(JUDGED)))),
];

/**
 * False for a metric that the two runs measured by other means: judged answers beside answers compared word by word, or by
 * another judge.
 */
export const isMeasuredAlike = (
  metric: string,
  a: Partial<RunIdentity> | undefined,
  b: Partial<RunIdentity> | undefined,
): boolean =>
  (metric !== 'crag' && !metric.startsWith(JUDGED)) ||
  a === undefined ||
  b === undefined ||
  (a.judge ?? null) === (b.judge ?? null);

/** [a, b] of every question that both answered and both were graded on, in a's order. */
export const pairScores = (a: readonly ScoredRow[], b: readonly ScoredRow[], metric: string): [number, number][] => {
  const other = new Map(b.map((row) => [row.id, measure(row, metric)]));
  return a.flatMap((row): [number, number][] => {
    const [x, y] = [measure(row, metric), other.get(row.id)];
    return x === undefined || y === undefined ? [] : [[x, y]];
  });
};

/** A metric of one row; undefined where the row cannot tell. */
export const measure = ({ scores, usage }: ScoredRow, metric: string): number | undefined => {
  if (metric === 'calls') return usage.calls;
  if (metric === 'tokens') return usage.inputTokens + usage.outputTokens;
  if (metric.startsWith('seconds')) return usage.seconds;
  return scores[metric];
};

const metricsOf = (rows: readonly ScoredRow[], seed: number): Metrics =>
  Object.fromEntries(
    metricsAmong([...metrics.map(({ name }) => name), ...rubricsOf(rows)]).flatMap(({ name }) => {
      const values = rows.flatMap((row) => measure(row, name) ?? []);
      const quantile = /^seconds_p(\d+)$/.exec(name)?.[1];
      const figure = estimate(values, {
        seed,
        ...(quantile !== undefined && { statistic: { quantile: Number(quantile) / 100 } }),
      });
      return figure ? [[name, figure]] : [];
    }),
  );

/** Groups in the order in which their keys first come. */
export const groupBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

/** A run's summary.json; undefined where there is none. */
export const readRunSummary = async (folder: string): Promise<Summary | undefined> => {
  const path = join(folder, 'summary.json');
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Summary) : undefined;
};
