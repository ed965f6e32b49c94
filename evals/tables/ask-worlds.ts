import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Budget } from '../../core/answer.ts';
import { openParley } from '../../runtime/open.ts';
import { EVAL_STRATEGIES } from '../experiments/index.ts';
import { evalCommand } from '../index.ts';
import type { EvalRow } from '../run/row.ts';
import { readRunRows } from '../run/run-folder.ts';

/** Simulated worlds that several strategies are asked of. */
export interface AskedWorlds {
  seeds: readonly number[];
  /** Passages of each world. */
  size: number;
  /** Questions of each world. */
  questions: number;
  strategies: readonly string[];
  /** The folder of the runs, where a run that was stopped goes on; without it, nothing of them is kept. */
  out?: string;
  /** Ingests the worlds' triples too, as a model that read every page would give them. */
  graph?: boolean;
  /** What the simulated model is to do badly. */
  simulator?: Record<string, number>;
  budget?: Partial<Budget>;
}

/** Asks the worlds and gives each row to `keep`; ids carry the seed, so that rows of two worlds never meet. */
export const askWorlds = async <Kept>(asked: AskedWorlds, keep: (row: EvalRow) => Kept): Promise<Kept[]> => {
  const folder = asked.out ?? (await mkdtemp(join(tmpdir(), 'parley-worlds-')));
  try {
    return await askIn(folder, asked, keep);
  } finally {
    if (asked.out === undefined) await rm(folder, { recursive: true, force: true });
  }
};

const askIn = async <Kept>(
  folder: string,
  { seeds, size, questions, strategies, graph = false, simulator, budget }: AskedWorlds,
  keep: (row: EvalRow) => Kept,
): Promise<Kept[]> => {
  const kept: Kept[] = [];
  for (const seed of seeds) {
    const name = strategies
      .join(' ')
      .replace(/[^\w.=-]+/g, '_')
      .slice(0, 80);
    const out = join(resolve(folder), `seed-${seed}${graph ? '-graph' : ''}`, name);
    const { notes } = await evalCommand({
      world: { seed, size, ...(graph && { triples: 1 }) },
      limit: questions,
      seed,
      corpus: [],
      strategies,
      parallel: 6,
      out,
      environment: { PARLEY_LOG: 'error' },
      open: (settings) => openParley({ settings, strategies: EVAL_STRATEGIES }),
      onProgress: (line) =>
        process.stderr.isTTY && process.stderr.write(`\r\u001b[Kseed ${seed}: ${line.slice(0, 90)}`),
      ...(simulator && { simulator }),
      ...(budget && { budget }),
    });
    for (const note of notes) process.stderr.write(`seed ${seed}: ${note}\n`);
    for await (const row of readRunRows(out)) kept.push(keep({ ...row, id: `${seed}/${row.id}` }));
  }
  return kept;
};
