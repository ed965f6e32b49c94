import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Budget } from '../../core/answer.ts';

/** What makes two runs comparable, and a stopped run the same run: all that decides an answer. */
export interface RunIdentity {
  /** `provider:name`, or null without a model. */
  model: string | null;
  /** PARLEY_FAST_MODEL, or null where one model makes all calls. */
  fastModel: string | null;
  /** SHA-256 of every task's file, or null when no task is called. */
  promptHash: string | null;
  /** SHA-256 of the question file. */
  datasetHash: string;
  /** SHA-256 over the corpus inputs, or null when the data folder serves as it stands. */
  corpusHash: string | null;
  embeddings: string | null;
  /** PARLEY_RERANKER, or null. */
  reranker: string | null;
  seed: number;
  mode: 'model' | 'quote' | 'retrieval';
  simulated: boolean;
  budget: Partial<Budget> | null;
  /** Settings of the simulated model, or null. */
  simulator: Record<string, unknown> | null;
  judge: string | null;
}

/** SHA-256 over the source of all tasks, shared ones, those of one strategy and those of experiments: a changed prompt is a changed run. */
export const hashPrompts = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const folder of ['../../agent/', '../experiments/'].map((path) => new URL(path, import.meta.url))) {
    const files = (await readdir(folder, { recursive: true }))
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(?:^|\/)tasks\/[^/]+\.[jt]s$/.test(file) && !/\.(test|d)\.ts$/.test(file))
      .sort();
    for (const file of files) hash.update(`${file}\n`).update(await readFile(new URL(file, folder)));
  }
  return hash.digest('hex');
};
