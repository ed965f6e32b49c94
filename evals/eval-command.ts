import { ParleyError } from '../core/errors.ts';
import { readSettings } from '../core/settings.ts';
import { readQuestions } from './datasets/read-questions.ts';
import type { Breach } from './gates/gate.ts';
import { checkGate, readGate } from './gates/gate.ts';
import { openJudge } from './judges/open-judge.ts';
import { metricTable } from './report/markdown.ts';
import { writeReports } from './report/write-report.ts';
import { type EvalOptions, type EvalOutcome, runEval } from './run/run-eval.ts';

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
  corpus: readonly string[];
  strategies?: readonly string[];
  gate?: string;
  out?: string;
  scope?: readonly string[];
  /** What a model is to judge beside the metrics; none by default. */
  judge?: readonly string[];
  judgeModel?: string;
  environment: Record<string, string | undefined>;
}

/** What it came to, ready to print. */
export interface EvalCommandOutcome extends EvalOutcome {
  table: string;
  /** Absent without a gate, empty when it is met. */
  breaches?: Breach[];
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
  const { out, questions: questionFile } = command;
  if (out === undefined) throw usage('An eval needs a folder for its results.', 'Add --out DIR.');
  if (questionFile === undefined)
    throw usage('An eval needs questions.', 'Add --questions FILE, or --world seed=7,size=2000.');
  const gate = command.gate === undefined ? undefined : await readGate(command.gate);
  const questions = await readQuestions(questionFile);
  const settings = readSettings(command.environment);
  const { judge: judgements, judgeModel, ...rest } = command;
  const judge = judgements && openJudge(judgements, settings, judgeModel);
  const outcome = await runEval({
    ...rest,
    judge,
    questions,
    strategies: command.strategies ?? ['vanilla'],
    scopes: command.scope,
    out,
    settings,
  });
  const breaches = gate && (await checkGate(gate, outcome.summary, outcome.rows));
  await writeReports(out, outcome.summary, { breaches });
  const notes = notesOf(outcome);
  return {
    ...outcome,
    table: metricTable(outcome.summary.strategies),
    ...(breaches && { breaches }),
    notes,
    failed: notes.length > 0 || (breaches?.length ?? 0) > 0,
  };
};

const SHOWN = 5;

/** Everything that a figure of this run leaves out. */
const notesOf = ({ summary: { run, problems, failures }, stopped }: EvalOutcome): string[] => [
  ...problems.slice(0, SHOWN).map(({ place, message }) => `${place} ${message}`),
  ...(problems.length > SHOWN ? [`${problems.length - SHOWN} more rows were left out; report.md names them.`] : []),
  ...failures.slice(0, SHOWN).map(({ id, strategy, message }) => `${strategy} on ${id}: ${message}`),
  ...(failures.length > SHOWN ? [`${failures.length - SHOWN} more answers failed; failures.jsonl names them.`] : []),
  ...(stopped === undefined
    ? []
    : [`The run stopped because ${stopped}; ${run.missing} answers are missing. The same command goes on from here.`]),
];

const usage = (message: string, remedy: string) => new ParleyError('BAD_USAGE', { message, remedy });
