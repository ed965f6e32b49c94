import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Budget } from '../../core/answer.ts';
import { sha256 } from '../../core/sha256.ts';

/** Everything that decides answers: a stopped run is resumed only with the same identity. */
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

/** The prompts of a run: SHA-256 over all of them, and of each task's file, so that a report can name those that changed. */
export interface PromptHashes {
  all: string;
  /** By the file's path under agent/ or evals/experiments/, without extension; the first 12 hex digits. */
  files: Record<string, string>;
}

/** Hashes the source of all tasks: shared ones, those of one strategy and those of experiments. */
export const hashPrompts = async (): Promise<PromptHashes> => {
  const hash = createHash('sha256');
  const hashes: Record<string, string> = {};
  for (const folder of ['../../agent/', '../experiments/'].map((path) => new URL(path, import.meta.url))) {
    const files = (await readdir(folder, { recursive: true }))
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(?:^|\/)tasks\/[^/]+\.[jt]s$/.test(file) && !/\.(test|d)\.ts$/.test(file))
      .sort();
    for (const file of files) {
      const source = await readFile(new URL(file, folder));
      hash.update(`${file}\n`).update(source);
      hashes[file.replace(/\.[jt]s$/, '')] = sha256(source).slice(0, 12);
    }
  }
  return { all: hash.digest('hex'), files: hashes };
};

/** The version of Parley and the commit that ran; the commit is undefined outside a git checkout. */
export const codeVersion = async (): Promise<{ version: string; commit?: string }> => {
  const version = (await import('../../package.json', { with: { type: 'json' } })).default.version;
  if (process.env.GITHUB_SHA) return { version, commit: process.env.GITHUB_SHA };
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const commit = await promisify(execFile)('git', ['-C', root, 'rev-parse', 'HEAD'], { timeout: 5000 }).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  return { version, ...(commit && { commit }) };
};
