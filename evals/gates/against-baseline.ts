import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type PairedDifference, pairedDifference } from '../metrics/bootstrap.ts';
import { mean } from '../metrics/mean.ts';
import type { ScoredRow } from '../run/row.ts';
import { groupBy, isMeasuredAlike, pairScores, type Summary, withHolm } from '../run/summary.ts';
import { readBaseline } from './baseline.ts';
import type { Gate } from './gate.ts';

/** A metric of one strategy before and after, over the questions that both runs answered. */
export interface BeforeAfter extends PairedDifference {
  strategy: string;
  metric: string;
  before: number;
  after: number;
  /** Holds at 95 % with all metrics tested at once (Holm). */
  real: boolean;
}

/** A question whose answer was right in one of the two runs only. */
export interface TurnedQuestion {
  strategy: string;
  id: string;
  question: string;
  expected: string[];
  given: string;
  /** True where it was wrong before. */
  nowRight: boolean;
}

/** A run beside the gate's baseline: what a pull request changes. */
export interface AgainstBaseline {
  metrics: BeforeAfter[];
  turned: TurnedQuestion[];
}

/** What is laid side by side beside the gate's own metrics: what an answer costs. Never its time, which the machine decides. */
const COSTS = ['calls', 'tokens'];

/** Lays a run beside the gate's baseline; undefined without one. @throws what `readBaseline` throws */
export const againstBaseline = async (
  { baseline, folder }: Pick<Gate, 'baseline' | 'folder'>,
  run: Partial<Summary['run']> | undefined,
  rows: readonly ScoredRow[],
): Promise<AgainstBaseline | undefined> => {
  if (baseline === undefined) return undefined;
  const path = resolve(folder, baseline.rows);
  if (!existsSync(path)) return undefined;
  const earlier = await readBaseline(path);
  const stored = groupBy(earlier.rows, ({ strategy }) => strategy);
  const metrics = [...new Set([...baseline.metrics, ...COSTS])].filter((name) =>
    isMeasuredAlike(name, earlier.run, run),
  );
  const now = groupBy(rows, ({ strategy }) => strategy);
  const names = [...now.keys()].filter((name) => stored.has(name));
  const compared = names.flatMap((strategy) =>
    metrics.flatMap((metric): Omit<BeforeAfter, 'real'>[] => {
      const pairs = pairScores(stored.get(strategy) ?? [], now.get(strategy) ?? [], metric);
      const difference = pairedDifference(pairs);
      if (!difference) return [];
      const [before, after] = [mean(pairs.map(([was]) => was)), mean(pairs.map(([, is]) => is))];
      return [{ strategy, metric, before, after, ...difference }];
    }),
  );
  const turned = names.flatMap((strategy) => {
    const was = new Map((stored.get(strategy) ?? []).map(({ id, scores }) => [id, scores.accuracy]));
    return (now.get(strategy) ?? []).flatMap(({ id, question, expected, given = '', scores }): TurnedQuestion[] => {
      const [then, today] = [was.get(id), scores.accuracy];
      if (then === undefined || today === undefined || then === today) return [];
      return [{ strategy, id, question, expected, given, nowRight: today > then }];
    });
  });
  return { metrics: withHolm(compared), turned };
};
