import { join } from 'node:path';
import type { Budget } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import { asParleyError, isAbort, ParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { type QuestionSet, subset } from '../datasets/read-questions.ts';
import type { RowProblem } from '../datasets/rows.ts';
import type { Judge } from '../judges/judge.ts';
import { answerTo, searchFor } from './ask-question.ts';
import { addUsage, type CostCap, capReached, type Prices, type Spent } from './cost-cap.ts';
import { hashPrompts, type RunIdentity } from './identity.ts';
import { inParallel } from './in-parallel.ts';
import { findMissingGold, hashCorpus, indexCorpus } from './index-corpus.ts';
import { type EvalRow, rowKey, type ScoredRow, toScored } from './row.ts';
import { type FailedRow, openRunFolder, type RunFolder } from './run-folder.ts';
import { differencesOf, groupBy, type Summary, summariseStrategy } from './summary.ts';

/** One run: questions by strategies over a corpus. */
export interface EvalOptions {
  questions: QuestionSet;
  /** Inputs of ingest, into a data folder of the run's own; none: the data folder of the settings serves as it stands. */
  corpus: readonly string[];
  /** Empty with `retrievalOnly`. */
  strategies: readonly string[];
  retrievalOnly?: boolean;
  limit?: number;
  seed: number;
  out: string;
  /** The data folder that a corpus goes into; `data` under `out` when not given. */
  index?: string;
  /** Forgets what the folder holds. */
  fresh?: boolean;
  /** Questions under way at once. */
  parallel: number;
  budget?: Partial<Budget>;
  cap?: CostCap;
  prices?: Prices;
  scopes?: readonly Scope[];
  judge?: Judge;
  /** Set when the simulated model answers: what it was told to do. */
  simulator?: Record<string, unknown>;
  settings: Settings;
  /** Puts Parley together; `openParley` but in tests. */
  open(settings: Settings): Promise<Parley>;
  signal?: AbortSignal;
  onProgress?: (line: string) => void;
}

/** What a run came to. */
export interface EvalOutcome {
  summary: Summary;
  rows: ScoredRow[];
  /** Why the run ended early, in words; absent when every row is there. */
  stopped?: string;
}

/** So many questions in a row that the provider failed end a run: the rest would fail alike. */
const PROVIDER_FAILURES = 5;

/**
 * Runs (or goes on with) an eval and writes rows.jsonl and summary.json. Rows are appended as they come, so a run that is
 * killed loses at most the questions under way; the same call goes on from there.
 * @throws UNKNOWN_STRATEGY, BAD_INPUT (no page in the corpus), EVAL_FAILED (the folder is taken), CANCELLED
 */
export const runEval = async (options: EvalOptions): Promise<EvalOutcome> => {
  const started = performance.now();
  const identity = await identify(options);
  const folder = await openRunFolder(options.out, identity, { fresh: options.fresh });
  try {
    const parley = await options.open(settingsFor(options));
    try {
      return await run(options, { started, identity, folder, parley });
    } finally {
      await parley.close();
    }
  } finally {
    folder.close();
  }
};

interface Running {
  started: number;
  identity: RunIdentity;
  folder: RunFolder;
  parley: Parley;
}

const run = async (options: EvalOptions, { started, identity, folder, parley }: Running): Promise<EvalOutcome> => {
  const strategies = options.retrievalOnly ? ['retrieval'] : options.strategies;
  if (!options.retrievalOnly) holdStrategies(strategies, parley);
  const problems: RowProblem[] = [...options.questions.problems];
  const { signal, onProgress } = options;
  if (options.corpus.length > 0)
    problems.push(...(await indexCorpus(parley, options.corpus, { folder: folder.path, signal, onProgress })));

  const chosen = subset(options.questions.questions, options.limit ?? Number.POSITIVE_INFINITY, options.seed);
  const missing = await findMissingGold(parley, chosen);
  const gradable = chosen.map((question) =>
    missing.has(question.id) ? { ...question, supportingIds: [] as string[] } : question,
  );
  const pending = gradable
    .flatMap((question) => strategies.map((strategy) => ({ question, strategy })))
    .filter(({ question: { id }, strategy }) => !folder.done.has(rowKey({ id, strategy })));

  const asking = performance.now();
  const { rows, failures, stopped } = await askAll(options, { folder, parley, pending, started });
  const askingSeconds = (performance.now() - asking) / 1000;
  const ordered = inOrder(new Map([...folder.done, ...rows]), gradable, strategies);
  const byStrategy = groupBy(ordered, ({ strategy }) => strategy);
  const wanted = gradable.length * strategies.length;
  const summary: Summary = {
    run: {
      ...identity,
      dataset: options.questions.name,
      questions: gradable.length,
      missing: wanted - ordered.length,
      complete: ordered.length === wanted,
      createdAt: new Date().toISOString(),
      seconds: (performance.now() - started) / 1000,
      askingSeconds,
    },
    strategies: [...byStrategy].map(([strategy, ofStrategy]) => summariseStrategy(strategy, ofStrategy, options.seed)),
    differences: differencesOf(byStrategy, options.seed),
    problems,
    missingGold: { questions: missing.size, ids: [...new Set([...missing.values()].flat())] },
    needGold: options.retrievalOnly ? [] : chosen.filter(needsGold).map(({ id }) => id),
    failures,
  };
  await folder.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
  return { summary, rows: ordered, ...(stopped !== undefined && { stopped }) };
};

const needsGold = ({ answers, answerable, falsePremise, answerEntities }: EvalQuestion): boolean =>
  answerable && !falsePremise && answers.length === 0 && answerEntities === undefined;

interface Pending {
  question: EvalQuestion;
  strategy: string;
}

const askAll = async (
  options: EvalOptions,
  { folder, parley, pending, started }: { folder: RunFolder; parley: Parley; pending: Pending[]; started: number },
): Promise<{ rows: Map<string, ScoredRow>; failures: FailedRow[]; stopped?: string }> => {
  const rows = new Map<string, ScoredRow>();
  const failures: FailedRow[] = [];
  let spent: Spent = { tokens: 0, calls: 0, usd: 0 };
  for (const { usage } of folder.done.values()) spent = addUsage(spent, usage, options.prices);
  let providerFailures = 0;
  let stopped: string | undefined;
  const askingSince = performance.now();

  const stop = (): boolean => {
    if (options.signal?.aborted) stopped ??= 'it was interrupted';
    const judged = options.judge && { ...options.judge.spent, seconds: 0 };
    const all = judged ? addUsage(spent, judged, options.prices) : spent;
    const cap = capReached(options.cap ?? {}, all, (performance.now() - started) / 1000);
    if (cap !== undefined) stopped ??= `its cap was reached (${cap})`;
    return stopped !== undefined;
  };

  const work = async ({ question, strategy }: Pending) => {
    try {
      const row = await askOne(options, parley, question, strategy);
      folder.append(row);
      rows.set(rowKey(row), toScored(row));
      spent = addUsage(spent, row.usage, options.prices);
      providerFailures = 0;
    } catch (error) {
      if (isAbort(error) && options.signal?.aborted) return;
      const { code, message } = asParleyError(error);
      const failure = { id: question.id, strategy, code, message };
      failures.push(failure);
      folder.appendFailure(failure);
      providerFailures = code.startsWith('MODEL_') ? providerFailures + 1 : 0;
      if (providerFailures >= Math.max(PROVIDER_FAILURES, options.parallel)) {
        stopped ??= `the provider failed ${providerFailures} times in a row (${message})`;
      }
    }
    options.onProgress?.(
      progress(rows.size + failures.length, pending.length, performance.now() - askingSince, failures),
    );
  };
  await inParallel(pending, options.parallel, work, stop);
  return { rows, failures, ...(stopped !== undefined && { stopped }) };
};

const askOne = async (
  options: EvalOptions,
  parley: Parley,
  question: EvalQuestion,
  strategy: string,
): Promise<EvalRow> => {
  if (options.retrievalOnly) return searchFor(parley, question, options);
  const row = await answerTo(parley, question, strategy, options);
  return options.judge === undefined ? row : options.judge.grade(row, parley);
};

/** `120 of 1000, 4 failed, 1:20 left`. */
const progress = (done: number, of: number, ms: number, failures: readonly FailedRow[]): string => {
  const left = Math.round((ms / 1000 / done) * (of - done));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return `${done} of ${of}${failures.length > 0 ? `, ${failures.length} failed` : ''}, ${clock} left`;
};

/** The rows of the questions asked, in their order: intervals depend on it, not on which answer came first. */
const inOrder = (
  rows: ReadonlyMap<string, ScoredRow>,
  questions: readonly EvalQuestion[],
  strategies: readonly string[],
): ScoredRow[] =>
  strategies.flatMap((strategy) => questions.flatMap(({ id }) => rows.get(rowKey({ id, strategy })) ?? []));

const holdStrategies = (strategies: readonly string[], { agent }: Parley): void => {
  // Options after a colon (crp:evaluation=false) are judged by the strategy itself.
  const unknown = strategies.filter((name) => !agent.strategies.includes(name.split(':')[0]!));
  if (unknown.length === 0 && strategies.length > 0) return;
  throw new ParleyError('UNKNOWN_STRATEGY', {
    message:
      unknown.length > 0 ? `There is no strategy ${unknown.join(', ')}.` : 'An eval needs one strategy at least.',
    remedy: `--strategies takes ${agent.strategies.join(', ')}, with commas between.`,
  });
};

/**
 * A corpus goes into the run's own embedded stores, never into servers or a data folder that a team uses.
 */
const settingsFor = ({ settings, corpus, out, index = join(out, 'data') }: EvalOptions): Settings => {
  if (corpus.length === 0) return settings;
  const { CHROMA_URL: _, NEO4J_URL: __, POSTGRES_URL: ___, ...embedded } = settings;
  return { ...embedded, PARLEY_DATA: index };
};

const identify = async (options: EvalOptions): Promise<RunIdentity> => {
  const { settings, retrievalOnly, questions, corpus, seed, budget, simulator, judge } = options;
  const mode = retrievalOnly ? 'retrieval' : settings.PARLEY_MODEL === undefined ? 'quote' : 'model';
  return {
    model: mode === 'model' ? settings.PARLEY_MODEL! : null,
    promptHash: mode === 'model' ? await hashPrompts() : null,
    datasetHash: questions.hash,
    corpusHash: corpus.length > 0 ? await hashCorpus(corpus) : null,
    embeddings: settings.PARLEY_EMBEDDINGS ?? null,
    seed,
    mode,
    simulated: simulator !== undefined,
    budget: budget ?? null,
    simulator: simulator ?? null,
    judge: judge?.name ?? null,
  };
};
