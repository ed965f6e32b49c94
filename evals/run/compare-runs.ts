import { ParleyError } from '../../core/errors.ts';
import { readBaseline } from '../gates/baseline.ts';
import { pairedDifference } from '../metrics/bootstrap.ts';
import type { RunIdentity } from './identity.ts';
import type { ScoredRow } from './row.ts';
import {
  comparedMetricsOf,
  type Difference,
  groupBy,
  isMeasuredAlike,
  pairScores,
  type Summary,
  withHolm,
} from './summary.ts';

/** Two runs side by side, question by question. */
export interface Comparison {
  a: string;
  b: string;
  /** What differs between the runs: the model, the prompts, the dataset. */
  changed: { name: string; a: unknown; b: unknown }[];
  /** b - a; `a` and `b` of a difference are the strategies compared. */
  differences: Difference[];
}

/**
 * Paired differences between two runs' folders: each strategy with itself, or the two strategies when each run has but one.
 *
 * No difference of times is called real: the runs were made at two times, perhaps on two machines. The strategies of one run
 * are timed side by side.
 * @throws BAD_INPUT when they share no question
 */
export const compareRuns = async (a: string, b: string): Promise<Comparison> => {
  const [before, after] = await Promise.all([readBaseline(a), readBaseline(b)]);
  const pairs = pairedStrategies(rowsByStrategy(before.rows), rowsByStrategy(after.rows));
  const names = comparedMetricsOf([...before.rows, ...after.rows]);
  const alike = names.filter((metric) => isMeasuredAlike(metric, before.run, after.run));
  const differences = alike.flatMap((metric) => {
    const ofMetric = pairs.flatMap(([one, other]) => {
      const paired = pairedDifference(pairScores(one.rows, other.rows, metric));
      return paired ? [{ metric, a: one.strategy, b: other.strategy, ...paired }] : [];
    });
    const tested = withHolm(ofMetric);
    return metric === 'seconds' ? tested.map((one) => ({ ...one, real: false })) : tested;
  });
  if (differences.length === 0) {
    throw new ParleyError('BAD_INPUT', {
      message: `${a} and ${b} share no question and strategy.`,
      remedy: 'Compare runs over one question file.',
    });
  }
  return { a, b, changed: changesBetween(before.run, after.run), differences };
};

interface StrategyRows {
  strategy: string;
  rows: ScoredRow[];
}

/** Runs of one strategy each are compared whatever its name; otherwise each strategy is compared with itself. */
const pairedStrategies = (before: StrategyRows[], after: StrategyRows[]): [StrategyRows, StrategyRows][] => {
  const [one, ...moreBefore] = before;
  const [other, ...moreAfter] = after;
  if (one && other && moreBefore.length === 0 && moreAfter.length === 0) return [[one, other]];
  return before.flatMap((rows): [StrategyRows, StrategyRows][] => {
    const same = after.find(({ strategy }) => strategy === rows.strategy);
    return same ? [[rows, same]] : [];
  });
};

const rowsByStrategy = (rows: readonly ScoredRow[]): StrategyRows[] =>
  [...groupBy(rows, ({ strategy }) => strategy)].map(([strategy, ofStrategy]) => ({ strategy, rows: ofStrategy }));

const identityNames: readonly (keyof RunIdentity)[] = [
  'model',
  'fastModel',
  'promptHash',
  'datasetHash',
  'corpusHash',
  'embeddings',
  'reranker',
  'mode',
  'simulated',
  'simulator',
  'budget',
  'judge',
];

/** What differs between the settings of two runs; of the prompts, the names of the files that changed. */
export const changesBetween = (
  one: Partial<Summary['run']> | undefined,
  other: Partial<Summary['run']> | undefined,
): Comparison['changed'] =>
  one === undefined || other === undefined
    ? []
    : identityNames.flatMap((name) => changesOf(name, one[name], other[name]));

/** A changed setting; of settings that hold settings (the simulated model's knobs), those that changed. */
const changesOf = (name: string, a: unknown, b: unknown): Comparison['changed'] => {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  if (!isRecord(a) || !isRecord(b)) return [{ name, a, b }];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => changesOf(key, a[key], b[key]));
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
