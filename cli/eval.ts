import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { DEFAULT_STRATEGY, QUOTE } from '../agent/strategies/index.ts';
import type { Budget } from '../core/answer.ts';
import { ParleyError } from '../core/errors.ts';
import type { CostCap, EvalCommand, Prices, Sweep } from '../evals/index.ts';
import { budgetOption, collect, names, numbers, positiveInteger, share } from './options.ts';
import { print, printError, printJson, progressLine } from './output.ts';
import { withParley } from './with-parley.ts';

interface Flags
  extends Pick<
    EvalCommand,
    'questions' | 'corpus' | 'strategies' | 'gate' | 'out' | 'scope' | 'judge' | 'judgeModel' | 'rubrics' | 'maxByWords'
  > {
  world?: Record<string, number>;
  retrievalOnly?: boolean;
  limit?: number;
  seed: number;
  fresh?: boolean;
  parallel: number;
  budget?: Partial<Budget>;
  cap?: CostCap;
  prices?: Record<string, number>;
  json?: boolean;
}

export const register = (program: Command): void => {
  const command = program
    .command('eval')
    .description('Answers questions with one or more strategies, grades the answers and writes a report.')
    .option(
      '--questions <file>',
      "questions as JSONL(.gz), a dataset's own file, a BEIR folder; or `cases`: the reviewed cases of the data folder",
    )
    .option('--corpus <input>', 'pages to answer from; repeatable; without it, what the data folder holds', collect)
    .option(
      '--world <bounds>',
      'seed=7,size=2000: a simulated world, answered by the simulated model',
      numbers('seed', 'size', 'triples', 'hard', 'natural'),
    )
    .option(
      '--simulator <knobs>',
      'weaknesses of the simulated model, such as hallucination=0.2,attention=0.1',
      numbers(),
    )
    .option('--sweep <knob>', 'hallucination=0,0.25,0.5: runs at each value, for robustness curves', sweep)
    .option(
      '--strategies <names>',
      'strategies to run, with commas between (vanilla by default; for `cases` what answers people)',
      names,
    )
    .option('--retrieval-only', 'measures the search alone, without answers')
    .option('--limit <n>', 'only N questions, chosen by --seed', positiveInteger)
    .option('--seed <n>', 'decides which questions --limit picks, and the intervals', Number, 0)
    .option('--gate <file>', 'bounds that the run must keep; exit 1 if it does not')
    .option('--budget <bounds>', 'of each answer: tokens=8000,calls=12,seconds=30', budgetOption)
    .option(
      '--cap <bounds>',
      'of the whole run: tokens=N,calls=N,seconds=N,usd=N',
      numbers('tokens', 'calls', 'seconds', 'usd'),
    )
    .option(
      '--prices <usd>',
      'input=N,output=N: US dollars a million tokens, for --cap usd',
      numbers('input', 'output'),
    )
    .option('--scope <scope>', 'pages of this scope too, beside those for everyone; repeatable', collect)
    .option('--judge <judgements>', 'what a model judges too: correctness,faithfulness,context-precision', names)
    .option('--rubrics <file>', "YAML: a team's own criteria, judged too")
    .option('--judge-model <name>', 'provider:name of the model that judges (PARLEY_MODEL by default)')
    .option('--max-by-words <share>', 'of searches, without the encoder that is set, before the run fails', share, 0.01)
    .option('--parallel <n>', 'questions asked at once', positiveInteger, 4)
    .option('--fresh', 'starts over instead of continuing the run in --out')
    .option('--json', 'prints summary.json')
    .option('--out <dir>', 'the folder for rows, summary and reports')
    .action((flags: Omit<Flags, 'corpus'> & { corpus?: string[] }) =>
      runOnce({ ...flags, corpus: flags.corpus ?? [] }),
    );

  command
    .command('compare')
    .description('Shows which differences between two runs are real.')
    .argument('<before>', 'the --out folder of one run')
    .argument('<after>', 'the --out folder of the other')
    .option('--html <file>', 'writes the two runs side by side as a page')
    .action(compareOnce);

  command
    .command('trend')
    .description('Follows accuracy, refusals, citations and cost over nights, and says when one turns for the worse.')
    .argument('<history>', 'a JSONL file, a line a night; made when it is not there')
    .option('--add <dir>', 'adds this run, once, and draws all nights into its report')
    .option(
      '--webhook <url>',
      'posts to an incoming webhook of Slack or Discord when another trend has turned than at the last post',
    )
    .action((history: string, _: unknown, child: Command) =>
      trendOnce(history, child.optsWithGlobals<{ add?: string; webhook?: string; json?: boolean }>()),
    );

  command
    .command('baseline')
    .description("Writes a run's scores to a small file, for a gate to compare with.")
    .argument('<dir>', 'the --out folder of the run')
    .argument('<file>', 'the file to write: .jsonl or .jsonl.gz')
    .option('--only-up', 'keeps the file that is there if the run is worse, incomplete, or made without a model')
    .action(async (dir: string, file: string, options: { onlyUp?: boolean }) => {
      const { writeBaseline } = await import('../evals/index.ts');
      const { rows, kept } = await writeBaseline(dir, file, options);
      print(kept === undefined ? `${rows} rows in ${file}` : `${file} is kept: ${kept}.`);
    });
};

/**
 * Adds a run to the history, draws the history into the run's report, and prints which trends turned. The exit code stays 0,
 * because a turned trend is not a failure of this run.
 */
const trendOnce = async (
  history: string,
  options: { add?: string; webhook?: string; json?: boolean },
): Promise<void> => {
  const evals = await import('../evals/index.ts');
  const summary = options.add === undefined ? undefined : await evals.readRunSummary(options.add);
  if (options.add !== undefined && summary === undefined) {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no finished run in ${options.add}.`,
      remedy: 'Name the --out folder of an eval.',
    });
  }
  const nights = summary ? await evals.addNight(history, summary) : await evals.readHistory(history);
  if (summary && options.add !== undefined)
    await evals.writeReports(options.add, summary, {
      ...(await evals.readVerdict(options.add)),
      curves: evals.trendCurves(nights),
    });
  const turned = evals.turnedTrends(nights);
  if (options.webhook !== undefined) {
    const text = ['Evals: a trend has turned.', ...turned.map(({ message }) => `• ${message}`)].join('\n');
    const key = turned.map(({ strategy, metric }) => `${strategy} ${metric}`).join(', ');
    if (await evals.postOnChange(options.webhook, { folder: history, key, text, kind: 'trend' }))
      printError('The owners are told.');
  }
  if (options.json) printJson({ nights: nights.length, turned });
  else
    print(
      `${nights.length} nights in ${history}; ${turned.length === 0 ? 'no trend has turned' : `${turned.length} turned`}.`,
    );
  for (const { message } of options.json ? [] : turned) print(message);
};

/** Parses `--sweep hallucination=0,0.25,0.5`: a weakness of the simulated model and its values. */
const sweep = (value: string): Sweep => {
  const [knob = '', list = ''] = value.split('=');
  const values = list.split(',').map(Number);
  if (knob === '' || list === '' || values.some((one) => !Number.isFinite(one))) {
    throw new InvalidArgumentError('It takes a knob and its values, such as hallucination=0,0.25,0.5');
  }
  return { knob, values };
};

/** Time limit of a search's deep step: long enough for all of its passages on a busy machine. */
const DEEP_READING_MS = 60_000;

const runOnce = async (flags: Flags): Promise<void> => {
  const [{ annotations, evalCommand, breachLines, EVAL_STRATEGIES, REVIEWED_CASES }, { openParley }] =
    await Promise.all([import('../evals/index.ts'), import('../runtime/open.ts')]);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const line = progressLine();
  const ofCases = flags.questions === REVIEWED_CASES && !existsSync(REVIEWED_CASES);
  try {
    const outcome = await evalCommand({
      ...flags,
      ...(ofCases && (await casesOf(flags))),
      world: flags.world && { seed: Number.NaN, size: Number.NaN, ...flags.world },
      prices: flags.prices && ({ input: 0, output: 0, ...flags.prices } satisfies Prices),
      environment: process.env,
      // Undefined where the output is no terminal.
      width: process.stdout.columns,
      open: (settings) => openParley({ settings, strategies: EVAL_STRATEGIES, deepReadingMs: DEEP_READING_MS }),
      signal: stop.signal,
      onProgress: (text) => line.show(text),
    });
    line.clear();
    if (flags.json) printJson(outcome.summary);
    else print(outcome.table, '', `See ${flags.out}/report.html for the full report.`);
    for (const note of outcome.notes) printError(note);
    for (const change of outcome.changes) printError(`since the baseline: ${change}`);
    for (const breach of breachLines(outcome.breaches ?? [])) printError(breach);
    if (outcome.breaches?.length === 0) printError('The gate is met.');
    // GitHub reads annotations from the output of a step. With --json, stdout must contain only the summary.
    if (process.env.GITHUB_ACTIONS === 'true' && !flags.json)
      for (const line of annotations(outcome.breaches ?? [], outcome.changes)) print(line);
    if (ofCases) await recordCases(flags.out ?? '', flags.json);
    if (outcome.failed) process.exitCode = 1;
  } finally {
    line.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
};

/** Writes the reviewed cases as the run's question file. By default they are answered like people's questions. */
const casesOf = async ({ out, strategies }: Pick<Flags, 'out' | 'strategies'>): Promise<Partial<EvalCommand>> => {
  if (out === undefined) return {};
  const { writeReviewedCases } = await import('../evals/index.ts');
  return withParley(async ({ stores, settings }) => ({
    questions: await writeReviewedCases(stores, out),
    strategies: strategies ?? [settings.PARLEY_MODEL === undefined ? QUOTE : DEFAULT_STRATEGY],
  }));
};

/** Stores the run's outcomes in their cases and tells the waiting people. */
const recordCases = async (out: string, json = false): Promise<void> => {
  const { recordAndTell, recordedLine } = await import('./cases/runs.ts');
  const outcome = await withParley((parley) => recordAndTell(parley, out));
  if (!json) print(recordedLine(outcome));
};

const compareOnce = async (before: string, after: string, _: unknown, child: Command): Promise<void> => {
  const { json, html } = child.optsWithGlobals<{ json?: boolean; html?: string }>();
  const { compareRuns, comparisonTable, writeComparisonPage } = await import('../evals/index.ts');
  const comparison = await compareRuns(before, after);
  if (html) await writeComparisonPage(comparison, html);
  if (json) printJson(comparison);
  else print(comparisonTable(comparison));
};
