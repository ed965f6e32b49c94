import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { estimate } from '../metrics/bootstrap.ts';
import { askWorlds } from './ask-worlds.ts';

export const about =
  "AirRAG's accuracy against its tokens over rollouts, with one to three outputs of SAY and QT (--questions 60)";

const ROLLOUTS = [1, 2, 3, 4, 8, 16, 32];
/** Outputs drawn for SAY and QT. */
const SAMPLES = [1, 2, 3];
/** A reader that errs often in what a second attempt may put right: plans, steps, overlooked facts, inventions. */
const ERRORS = { hallucination: 0.3, attention: 0.3, sloppySteps: 0.2, planErrors: 0.25 };
/** Kinds of questions that take several steps. */
const SEVERAL_STEPS = /^(?:bridge|comparison|intersection)/;

interface Asked {
  strategy: string;
  kind: string;
  accuracy: number;
  wrong: number;
  calls: number;
  tokens: number;
  rollouts: number;
  candidates: number;
}

/** Asks the same questions at every number of rollouts, with a budget that lets the search end by itself. */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      questions: { type: 'string', default: '60' },
      seeds: { type: 'string', default: '11,12' },
      size: { type: 'string', default: '800' },
      rollouts: { type: 'string', default: ROLLOUTS.join(',') },
      samples: { type: 'string', default: SAMPLES.join(',') },
      out: { type: 'string' },
    },
  });
  const rollouts = values.rollouts.split(',').map(Number);
  const samplings = values.samples.split(',').map(Number);
  const nameOf = (n: number, samples: number) =>
    `airrag:rollouts=${n}+samples.say=${samples}+samples.qt=${samples}+maxInputTokens=128000`;
  const strategies = rollouts.flatMap((n) => samplings.map((samples) => nameOf(n, samples)));
  const out = values.out ?? (await mkdtemp(join(tmpdir(), 'parley-airrag-')));
  try {
    const rows = await askWorlds(
      {
        seeds: values.seeds.split(',').map(Number),
        size: Number(values.size),
        questions: Number(values.questions),
        strategies,
        out,
        simulator: ERRORS,
        budget: { tokens: 400_000, calls: 400, seconds: 600 },
      },
      ({ strategy, gold, scores, usage, answer }): Asked => {
        const tree = answer?.trace.findLast(({ name }) => name === 'tree')?.data as
          | { rollouts: number; nodes: { kind?: string }[] }
          | undefined;
        return {
          strategy,
          kind: gold.kind,
          accuracy: scores.accuracy ?? 0,
          wrong: answer?.verdict === 'answered' && scores.accuracy === 0 ? 1 : 0,
          calls: usage.calls,
          tokens: usage.inputTokens + usage.outputTokens,
          rollouts: tree?.rollouts ?? 0,
          candidates: tree?.nodes.filter(({ kind }) => kind === 'SA').length ?? 0,
        };
      },
    );
    console.log(
      '| rollouts allowed | outputs of SAY and QT | accuracy % (95 %) | of several steps % | wrong % | calls | tokens | rollouts made | candidates |\n|--:|--:|---|--:|--:|--:|--:|--:|--:|',
    );
    for (const n of rollouts)
      for (const samples of samplings)
        console.log(
          lineOf(
            n,
            samples,
            rows.filter(({ strategy }) => strategy === nameOf(n, samples)),
          ),
        );
  } finally {
    if (!values.out) await rm(out, { recursive: true, force: true });
  }
};

const lineOf = (n: number, samples: number, rows: readonly Asked[]): string => {
  const mean = (of: (row: Asked) => number, among = rows) =>
    among.reduce((sum, row) => sum + of(row), 0) / Math.max(1, among.length);
  const percent = (share = 0) => (100 * share).toFixed(1);
  const accuracy = estimate(rows.map((row) => row.accuracy));
  const several = rows.filter(({ kind }) => SEVERAL_STEPS.test(kind));
  const figures = [
    n,
    samples,
    `${percent(accuracy?.value)} (${percent(accuracy?.low)} to ${percent(accuracy?.high)})`,
    percent(mean((row) => row.accuracy, several)),
    percent(mean((row) => row.wrong)),
    mean((row) => row.calls).toFixed(1),
    mean((row) => row.tokens).toFixed(0),
    mean((row) => row.rollouts).toFixed(1),
    mean((row) => row.candidates).toFixed(1),
  ];
  return `| ${figures.join(' | ')} |`;
};
