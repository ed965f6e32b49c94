import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ParleyError } from '../core/errors.ts';
import { readSettings, type Settings } from '../core/settings.ts';
import { counted } from '../core/text/counted.ts';
import { readQuestions } from './datasets/read-questions.ts';
import { againstBaseline } from './gates/against-baseline.ts';
import type { Breach } from './gates/gate.ts';
import { changesSinceBaseline, checkGate, type Gate, missesFew, readGate } from './gates/gate.ts';
import type { Judge } from './judges/judge.ts';
import { openJudge } from './judges/open-judge.ts';
import { readRubrics } from './judges/rubrics.ts';
import { junitReport } from './report/ci-output.ts';
import type { Curve } from './report/page/report-data.ts';
import { terminalTable } from './report/terminal-table.ts';
import { keepVerdict, writeReports } from './report/write-report.ts';
import type { EvalOptions } from './run/eval-options.ts';
import { type EvalOutcome, runEval } from './run/run-eval.ts';
import { type Summary, withoutVectors } from './run/summary.ts';
import { openWorldRun, type WorldRequest } from './run/world-run.ts';

/** What `parley eval` was told. */
export interface EvalCommand
  extends Pick<
    EvalOptions,
    | 'limit'
    | 'seed'
    | 'fresh'
    | 'parallel'
    | 'budget'
    | 'cap'
    | 'prices'
    | 'retrievalOnly'
    | 'signal'
    | 'onProgress'
    | 'open'
  > {
  questions?: string;
  /** Instead of questions: a simulated world, answered by the simulated model. */
  world?: WorldRequest;
  /** What the simulated model is to do badly. */
  simulator?: Record<string, number>;
  /** Runs again at each value of a knob, for the report's robustness curves. */
  sweep?: Sweep;
  corpus: readonly string[];
  strategies?: readonly string[];
  gate?: string;
  out?: string;
  scope?: readonly string[];
  /** What a model is to judge beside the metrics; none by default. */
  judge?: readonly string[];
  judgeModel?: string;
  /** A file of a team's own rubrics, which the judge grades too. */
  rubrics?: string;
  /** The share of searches that may go without the encoder that is set before the run fails; .01 by default. */
  maxByWords?: number;
  environment: Record<string, string | undefined>;
  /** Characters of a line of the terminal that shows the table; unlimited without it. */
  width?: number;
}

/** A knob of the simulated model and the values it is turned to. */
export interface Sweep {
  knob: string;
  values: number[];
}

/** What it came to, ready to print. */
export interface EvalCommandOutcome extends EvalOutcome {
  table: string;
  /** Absent without a gate, empty when it is met. */
  breaches?: Breach[];
  /** What differs from the baseline's settings, one line each: prompts, model, questions. */
  changes: string[];
  /** One line each: inputs that were left out, answers that failed, why the run stopped. */
  notes: string[];
  /** True when the command is to exit 1. */
  failed: boolean;
}

/**
 * `parley eval`: checks what was asked for before anything is spent, runs, writes the reports, holds the gate.
 * @throws BAD_USAGE, BAD_SETTING, UNKNOWN_STRATEGY and what `readQuestions`, `readGate` and `runEval` throw
 */
export const evalCommand = async (command: EvalCommand): Promise<EvalCommandOutcome> => {
  const { out, questions: questionFile, world, simulator, sweep } = command;
  if (out === undefined) throw usage('An eval needs a folder for its results.', 'Add --out DIR.');
  if ((questionFile === undefined) === (world === undefined))
    throw usage('An eval needs questions, or a world.', 'Add either --questions FILE or --world seed=7,size=2000.');
  if (world === undefined && (simulator !== undefined || sweep !== undefined))
    throw usage(
      'Only a simulated model has knobs.',
      'Add --world seed=7,size=2000, or leave --simulator and --sweep out.',
    );
  const gate = command.gate === undefined ? undefined : await readGate(command.gate);
  const settings = readSettings(command.environment);
  const judge = await judgeOf(command);
  const outcome = await runAs({ ...command, out, settings, judge, knobs: simulator });
  const curves = sweep && (await sweepCurves({ ...command, out, settings, judge, sweep }));
  const breaches = gate && (await checkGate(gate, outcome.summary, outcome.rows));
  const changes = gate ? await changesSinceBaseline(gate, outcome.summary) : [];
  const against = gate && (await againstBaseline(gate, outcome.summary.run, outcome.rows));
  await keepVerdict(out, { breaches, changes, against });
  await writeReports(out, outcome.summary, { breaches, changes, curves, against });
  const problems = notesOf(withoutAllowed(gate, outcome), command.maxByWords);
  await writeFile(join(out, 'junit.xml'), junitReport(outcome.rows, breaches, problems));
  const notes = [...notesOf(outcome, command.maxByWords), ...poisonedNote(outcome)];
  return {
    ...outcome,
    table: terminalTable(outcome.summary, command.width),
    ...(breaches && { breaches }),
    changes,
    notes,
    failed: (breaches?.length ?? 0) > 0 || problems.length > 0,
  };
};

/** Reads the rubrics before the first model call, so that a mistake in them costs nothing. */
const judgeOf = async ({ judge: names, judgeModel: model, rubrics: file }: EvalCommand): Promise<RunAs['judge']> => {
  if (names === undefined && file === undefined) return undefined;
  const rubrics = file === undefined ? undefined : await readRubrics(file);
  return (settings) => openJudge(names ?? [], settings, { model, rubrics });
};

interface RunAs extends Omit<EvalCommand, 'judge' | 'rubrics'> {
  /** Opens the judge with the settings of the run: a simulated world's model judges there. */
  judge?: (settings: Settings) => Judge;
  out: string;
  settings: Settings;
  knobs?: Record<string, number>;
  /** The folder of the world and its index: `out`, except in a sweep, whose runs share one. */
  shared?: string;
}

/** Questions when a world is asked for without --limit. */
const WORLD_QUESTIONS = 200;

/** One run, of question files or of a simulated world. */
const runAs = async (command: RunAs): Promise<EvalOutcome> => {
  const { world, out, shared = out, limit, judge, knobs, ...rest } = command;
  const opened =
    world &&
    (await openWorldRun(world, { folder: shared, count: limit ?? WORLD_QUESTIONS, knobs, settings: command.settings }));
  try {
    // A world plants pages that speak to the model. A log line for each would bury the progress; `poisonedNote` counts them.
    const settings = opened
      ? { ...opened.settings, ...(command.environment.PARLEY_LOG === undefined && { PARLEY_LOG: 'error' as const }) }
      : command.settings;
    return await runEval({
      ...rest,
      questions: opened
        ? { ...(await readQuestions(opened.questions)), name: `world seed ${world.seed}, ${world.size} passages` }
        : await readQuestions(command.questions ?? ''),
      corpus: [...(opened?.corpus ?? []), ...command.corpus],
      index: join(shared, 'data'),
      limit: opened ? undefined : limit,
      strategies: command.strategies ?? ['vanilla'],
      scopes: command.scope,
      judge: judge?.(settings),
      simulator: opened?.simulator,
      settings,
      out,
    });
  } finally {
    await opened?.close();
  }
};

/** Runs the same questions at every step of a knob, each step in a folder of its own beside the main run. */
const sweepCurves = async (command: RunAs & { sweep: Sweep }): Promise<Curve[]> => {
  const { knob, values } = command.sweep;
  const steps: { x: number; summary: Summary }[] = [];
  for (const x of values) {
    command.onProgress?.(`${knob} ${x}`);
    const { summary } = await runAs({
      ...command,
      out: join(command.out, `${knob}=${x}`),
      shared: command.out,
      knobs: { ...command.simulator, [knob]: x },
      onProgress: (line) => command.onProgress?.(`${knob} ${x}: ${line}`),
    });
    steps.push({ x, summary });
  }
  const names = steps[0]?.summary.strategies.map(({ strategy }) => strategy) ?? [];
  return ['accuracy', 'crag'].map((metric) => ({
    knob,
    metric,
    series: names.map((label) => ({
      label,
      points: steps.flatMap(({ x, summary }) => {
        const estimate = summary.strategies.find(({ strategy }) => strategy === label)?.metrics[metric];
        return estimate ? [{ x, estimate }] : [];
      }),
    })),
  }));
};

/** The outcome without the failed answers that its gate allows. */
const withoutAllowed = (gate: Gate | undefined, outcome: EvalOutcome): EvalOutcome =>
  gate && missesFew(gate, outcome.summary) ? { ...outcome, summary: { ...outcome.summary, failures: [] } } : outcome;

const MAX_SHOWN = 5;

/** More failed judgements than this share fail the run. */
const MAX_FAILED_JUDGEMENTS = 0.05;

/** More searches by words, without their sub-questions or less deep, than this share fail a run that an encoder is set for: it measures something else. */
const MAX_BY_WORDS = 0.01;

/** Everything that the figures of this run leave out. */
const notesOf = ({ summary, stopped }: EvalOutcome, maxByWords = MAX_BY_WORDS): string[] => {
  const { run, problems, failures, judgements, searches } = summary;
  const { total = 0, byWords = 0, partial = 0, shallow = 0 } = searches ?? {};
  return [
    ...problems.slice(0, MAX_SHOWN).map(({ place, message }) => `${place} ${message}`),
    ...(problems.length > MAX_SHOWN
      ? [`${problems.length - MAX_SHOWN} more rows were left out; report.md names them.`]
      : []),
    ...failures.slice(0, MAX_SHOWN).map(({ id, strategy, message }) => `${strategy} on ${id}: ${message}`),
    ...(failures.length > MAX_SHOWN
      ? [`${failures.length - MAX_SHOWN} more answers failed; failures.jsonl names them.`]
      : []),
    ...Object.entries(judgements).flatMap(([metric, { judged, failed, reasons }]) => {
      if (failed <= MAX_FAILED_JUDGEMENTS * (judged + failed)) return [];
      const [reason] = Object.entries(reasons).sort(([, a], [, b]) => b - a)[0] ?? ['no reason'];
      return [
        `${failed} of ${judged + failed} judgements failed for ${metric} (${reason}). The same command judges them again.`,
      ];
    }),
    ...(stopped === undefined
      ? []
      : [
          `The run stopped because ${stopped}; ${run.missing} answers are missing. The same command goes on from here.`,
        ]),
    ...(byWords + partial + shallow > maxByWords * total
      ? [
          `${withoutVectors(summary)} Run it again with --fresh when the encoder is free; --max-by-words 1 lets such runs pass.`,
        ]
      : []),
  ];
};

/** The pages that the answers met and that speak to the model: part of what is measured, no failure. */
const poisonedNote = ({ poisonedPages }: EvalOutcome): string[] =>
  poisonedPages === 0
    ? []
    : [
        `${counted(poisonedPages, 'page')} that searches found ${poisonedPages === 1 ? 'speaks' : 'speak'} to the model; answers were guarded against them.`,
      ];

const usage = (message: string, remedy: string) => new ParleyError('BAD_USAGE', { message, remedy });
