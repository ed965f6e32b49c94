import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { readBaseline } from '../gates/baseline.ts';
import { holm, pairedDifference } from '../metrics/bootstrap.ts';
import type { RunIdentity } from './identity.ts';
import type { ScoredRow } from './row.ts';
import { comparedMetrics, type Difference, groupBy, pairScores, type Summary } from './summary.ts';

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
 * @throws BAD_INPUT when they share no question
 */
export const compareRuns = async (a: string, b: string): Promise<Comparison> => {
  const [before, after] = await Promise.all([a, b].map(strategiesIn));
  const pairs =
    before!.size === 1 && after!.size === 1
      ? [[[...before!.keys()][0]!, [...after!.keys()][0]!] as const]
      : [...before!.keys()].filter((name) => after!.has(name)).map((name) => [name, name] as const);
  const differences = comparedMetrics.flatMap((metric) => {
    const ofMetric = pairs.flatMap(([one, other]) => {
      const paired = pairedDifference(pairScores(before!.get(one)!, after!.get(other)!, metric));
      return paired ? [{ metric, a: one, b: other, ...paired }] : [];
    });
    const real = holm(ofMetric.map(({ p }) => p));
    return ofMetric.map((difference, i): Difference => ({ ...difference, real: real[i]! }));
  });
  if (differences.length === 0) {
    throw new ParleyError('BAD_INPUT', {
      message: `${a} and ${b} share no question and strategy.`,
      remedy: 'Compare runs over one question file.',
    });
  }
  return { a, b, changed: await changesBetween(a, b), differences };
};

const strategiesIn = async (folder: string): Promise<Map<string, ScoredRow[]>> =>
  groupBy(await readBaseline(folder), ({ strategy }) => strategy);

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

const changesBetween = async (a: string, b: string): Promise<Comparison['changed']> => {
  const [one, other] = await Promise.all([a, b].map(runOf));
  if (one === undefined || other === undefined) return [];
  return identityNames.flatMap((name) => changesOf(name, one[name], other[name]));
};

/** A changed setting; of settings that hold settings (the simulated model's knobs), those that changed. */
const changesOf = (name: string, a: unknown, b: unknown): Comparison['changed'] => {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  if (!isRecord(a) || !isRecord(b)) return [{ name, a, b }];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => changesOf(key, a[key], b[key]));
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const runOf = async (folder: string): Promise<Summary['run'] | undefined> => {
  const path = join(folder, 'summary.json');
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Summary).run : undefined;
};
