/**
 * `npm run evals`: shows evals at work in two minutes, with no key. The simulated world with `auto` and the five methods beside
 * `vanilla`; and retrieval on HotpotQA where its files are at hand (EVALS_HOTPOTQA names the official JSON, or the shared data folder holds a part).
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isParleyError } from '../core/errors.ts';
import { sharedFolder } from '../core/shared-data.ts';
import { openParley } from '../runtime/open.ts';
import { EVAL_STRATEGIES, type EvalCommand, evalCommand } from './index.ts';

const out = resolve('.eval');
/** Enough to tell the methods apart, few enough for two minutes on two cores. */
const QUESTIONS = 40;

const show = async (title: string, name: string, command: Partial<EvalCommand>): Promise<void> => {
  const folder = join(out, name);
  process.stdout.write(`\n${title}\n\n`);
  const { table, notes, failed } = await evalCommand({
    corpus: [],
    seed: 0,
    parallel: 4,
    fresh: true,
    environment: { PARLEY_LOG: process.env.PARLEY_LOG ?? 'error' },
    open: (settings) => openParley({ settings, strategies: EVAL_STRATEGIES }),
    // Undefined where the output is no terminal.
    width: process.stdout.columns,
    ...command,
    out: folder,
  });
  process.stdout.write(`${table}\n\nOpen ${pathToFileURL(join(folder, 'report.html')).href}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
  if (failed) process.exitCode = 1;
};

/** The official file with its own contexts as the corpus, or questions and corpus of the shared folder. */
const hotpotQa = (): { questions: string; corpus: string[] } | undefined => {
  const official = process.env.EVALS_HOTPOTQA;
  if (official) return { questions: official, corpus: [official] };
  const shared = sharedFolder();
  if (shared === undefined) return undefined;
  const file = (part: string) => join(shared, 'data', `hotpotqa_dev_${part}.jsonl.gz`);
  const [questions, corpus] = [file('questions'), file('corpus')];
  return existsSync(questions) && existsSync(corpus) ? { questions, corpus: [corpus] } : undefined;
};

try {
  await show(
    `Simulated world, ${QUESTIONS} questions: does the right passage arrive, is it cited, is a refusal right?`,
    'world',
    {
      world: { seed: 7, size: 2000 },
      strategies: ['auto', 'airrag', 'crp', 'rok', 'par', 'hybrid', 'vanilla'],
      limit: QUESTIONS,
    },
  );
  const files = hotpotQa();
  if (files)
    await show('HotpotQA: does search find the pages that state the answer?', 'hotpotqa', {
      ...files,
      retrievalOnly: true,
    });
  else
    process.stdout.write(
      '\nHotpotQA is not here: set EVALS_HOTPOTQA to hotpot_dev_distractor_v1.json to measure retrieval on it.\n',
    );
} catch (error) {
  if (!isParleyError(error)) throw error;
  process.stderr.write(`${error.oneLine}\n`);
  process.exitCode = 1;
}
