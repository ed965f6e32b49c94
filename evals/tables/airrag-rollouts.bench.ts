import { parseArgs } from 'node:util';
import { mean } from '../metrics/mean.ts';
import { askWorlds } from './ask-worlds.ts';
import { percent, percentWithInterval, SEVERAL_STEPS, table } from './figures.ts';

export const about =
  "AirRAG's accuracy against its tokens over rollouts, with one to three outputs of SAY and QT (--questions 60)";

const ROLLOUTS = [1, 2, 3, 4, 8, 16, 32];
/** Outputs drawn for SAY and QT. */
const SAMPLES = [1, 2, 3];
/** A reader that errs often in what a second attempt may put right: plans, steps, overlooked facts, inventions. */
const ERRORS = { hallucination: 0.3, attention: 0.3, sloppySteps: 0.2, planErrors: 0.25 };

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
  const rows = await askWorlds(
    {
      seeds: values.seeds.split(',').map(Number),
      size: Number(values.size),
      questions: Number(values.questions),
      strategies,
      out: values.out,
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
  const lines = rollouts.flatMap((n) =>
    samplings.map((samples) => [
      String(n),
      String(samples),
      ...figuresOf(rows.filter(({ strategy }) => strategy === nameOf(n, samples))),
    ]),
  );
  console.log(table(HEAD, lines));
};

const HEAD =
  'rollouts allowed | outputs of SAY and QT | accuracy % (95 %) | of several steps % | wrong % | calls | tokens | rollouts made | candidates'.split(
    ' | ',
  );

const figuresOf = (rows: readonly Asked[]): string[] => {
  const meanOf = (of: (row: Asked) => number, among = rows) => mean(among.map(of));
  return [
    percentWithInterval(rows.map(({ accuracy }) => accuracy)),
    percent(
      meanOf(
        ({ accuracy }) => accuracy,
        rows.filter(({ kind }) => SEVERAL_STEPS.test(kind)),
      ),
    ),
    percent(meanOf(({ wrong }) => wrong)),
    meanOf(({ calls }) => calls).toFixed(1),
    meanOf(({ tokens }) => tokens).toFixed(0),
    meanOf(({ rollouts }) => rollouts).toFixed(1),
    meanOf(({ candidates }) => candidates).toFixed(1),
  ];
};
