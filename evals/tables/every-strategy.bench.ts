import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lacks } from '../../bench/bench.ts';
import { sharedFolder } from '../../core/shared-data.ts';
import { givesAnswer } from '../../core/verdict.ts';
import { openParley } from '../../runtime/open.ts';
import { EVAL_STRATEGIES } from '../experiments/index.ts';
import { evalCommand } from '../index.ts';
import type { EvalRow } from '../run/row.ts';
import { readRunRows } from '../run/run-folder.ts';
import { startSimulatedModel } from '../simulator/server/server.ts';
import { COMPARED } from './experiments.ts';

export const about =
  'every strategy on real questions and corpora, answered by the simulated model over HTTP: none may crash (--questions 5)';

const SETS = ['musique_dev', 'hotpotqa_dev', '2wiki_dev200'];

/**
 * The simulated model knows nothing of the real world and refuses nearly all of it; what is shown is that every wiring
 * carries real questions over real pages to an answer or a refusal.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const shared = sharedFolder();
  if (!shared) return lacks('the shared data folder (PARLEY_SHARED)');
  const { values } = parseArgs({
    args: [...options],
    options: { questions: { type: 'string', default: '5' }, sets: { type: 'string', default: SETS.join(',') } },
  });
  const model = await startSimulatedModel();
  const folder = await mkdtemp(join(tmpdir(), 'parley-every-strategy-'));
  const environment = { PARLEY_MODEL: 'openai:simulated', PARLEY_MODEL_BASE_URL: model.url, PARLEY_LOG: 'error' };
  try {
    for (const set of values.sets.split(',')) {
      const out = join(folder, set);
      const { summary } = await evalCommand({
        questions: join(shared, 'data', `${set}_questions.jsonl.gz`),
        corpus: [join(shared, 'data', `${set}_corpus.jsonl.gz`)],
        limit: Number(values.questions),
        seed: 1,
        parallel: 4,
        strategies: COMPARED,
        out,
        environment,
        open: (settings) => openParley({ settings, strategies: EVAL_STRATEGIES }),
      });
      const rows: EvalRow[] = [];
      for await (const row of readRunRows(out)) rows.push(row);
      for (const strategy of COMPARED) {
        const own = rows.filter((row) => row.strategy === strategy);
        const failed = summary.failures.filter((failure) => failure.strategy === strategy);
        const answered = own.filter(({ answer }) => givesAnswer(answer?.verdict)).length;
        const calls = own.reduce((sum, { usage }) => sum + usage.calls, 0) / Math.max(1, own.length);
        console.log(
          `${set.padEnd(14)}${strategy.padEnd(16)}${own.length} came through, ${answered} answered, ${failed.length} failed (to reach: 0), ${calls.toFixed(1)} calls`,
        );
        for (const { id, message } of failed) console.log(`  ${id}: ${message}`);
        if (failed.length > 0) process.exitCode = 1;
      }
    }
  } finally {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  }
};
