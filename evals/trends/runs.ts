import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { type AgainstBaseline, againstBaseline } from '../gates/against-baseline.ts';
import { readBaseline } from '../gates/baseline.ts';
import type { Estimate } from '../metrics/bootstrap.ts';
import { readRunSummary, type Summary } from '../run/summary.ts';
import { readHistory } from './history.ts';

/** A run as a list shows it. */
export interface KnownRun {
  id: string;
  /** Under which its folder is found; absent for a night of which only the figures are kept. */
  folder?: string;
  /** ISO 8601 */
  at: string;
  commit?: string;
  model: string | null;
  /** Of the questions: figures of another set are another line. */
  dataset: string;
  strategies: { strategy: string; metrics: Record<string, Estimate> }[];
}

/** The metrics that are laid side by side. */
const COMPARED = ['accuracy', 'citation_precision', 'citation_recall', 'refusal_recall', 'recall@5'];

/**
 * The finished runs that are at hand: the folders directly under `folder`, and the nights of a history file.
 * @param folder where `parley eval --out` put them
 * @param history as `parley eval trend` keeps it
 */
export const openEvalRuns = (folder = '.eval', history = 'evals-history.jsonl') => {
  const list = async (): Promise<KnownRun[]> => {
    const runs = new Map<string, KnownRun>();
    for (const night of await readHistory(history)) {
      const strategies = Object.entries(night.strategies).map(([strategy, metrics]) => ({ strategy, metrics }));
      const { run: id, at, commit, model, dataset } = night;
      runs.set(id, { id, at, ...(commit && { commit }), model, dataset, strategies });
    }
    for (const name of await foldersIn(folder)) {
      const summary = await readRunSummary(join(folder, name));
      if (summary?.run.complete) runs.set(summary.run.id ?? summary.run.createdAt, knownRun(name, summary));
    }
    return [...runs.values()].sort((a, b) => a.at.localeCompare(b.at));
  };
  return {
    /** Oldest first. */
    list,
    /**
     * Lays two runs side by side, question by question.
     * @param before and `after`: names of folders as `list` gives them
     * @throws UNKNOWN_ID for any other name, so that no path leads elsewhere
     */
    async compare(before: string, after: string): Promise<AgainstBaseline> {
      const known = await foldersIn(folder);
      if (!known.includes(before) || !known.includes(after)) {
        throw new ParleyError('UNKNOWN_ID', { message: 'There is no such run.', remedy: 'Reload the list of runs.' });
      }
      const { rows, run } = await readBaseline(join(folder, after));
      const gate = { folder, baseline: { rows: before, metrics: COMPARED, slack: 0, optional: false } };
      return (await againstBaseline(gate, run, rows)) ?? { metrics: [], turned: [] };
    },
  };
};

const knownRun = (folder: string, { run, strategies }: Summary): KnownRun => ({
  id: run.id ?? run.createdAt,
  folder: basename(folder),
  at: run.createdAt,
  ...(run.commit && { commit: run.commit }),
  model: run.model,
  dataset: run.datasetHash.slice(0, 12),
  strategies: strategies.map(({ strategy, metrics }) => ({ strategy, metrics })),
});

const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
};
