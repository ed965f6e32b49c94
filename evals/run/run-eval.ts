import { join } from 'node:path';
import { flaggedPages } from '../../agent/page-quarantine.ts';
import { ParleyError } from '../../core/errors.ts';
import { withoutServers } from '../../core/servers.ts';
import type { Settings } from '../../core/settings.ts';
import { BY_MODEL } from '../../retrieval/index.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { subset } from '../datasets/read-questions.ts';
import type { RowProblem } from '../datasets/rows.ts';
import { askAll, rejudge } from './ask-all.ts';
import type { EvalOptions } from './eval-options.ts';
import { codeVersion, hashPrompts, type PromptHashes, type RunIdentity } from './identity.ts';
import { findMissingGold, hashCorpus, indexCorpus } from './index-corpus.ts';
import { rowKey, type ScoredRow } from './row.ts';
import { openRunFolder, type RunFolder } from './run-folder.ts';
import { countJudgements, countSearches, differencesOf, groupBy, type Summary, summariseStrategy } from './summary.ts';

/** The result of a run. */
export interface EvalOutcome {
  summary: Summary;
  rows: ScoredRow[];
  /** Pages of a simulated world that searches found and that speak to the model that reads them. */
  poisonedPages: number;
  /** Why the run ended early, in words; absent when every row is there. */
  stopped?: string;
}

/**
 * Runs (or goes on with) an eval and writes rows.jsonl and summary.json. Rows are appended as they come, so a run that is
 * killed loses at most the questions under way; the same call goes on from there.
 * @throws UNKNOWN_STRATEGY, BAD_INPUT (no page in the corpus), EVAL_FAILED (the folder is taken), CANCELLED
 */
export const runEval = async (options: EvalOptions): Promise<EvalOutcome> => {
  const started = performance.now();
  const { identity, prompts } = await identify(options);
  const folder = await openRunFolder(options.out, identity, { fresh: options.fresh });
  try {
    const parley = await options.open(settingsFor(options));
    try {
      return await run(options, { started, identity, prompts, folder, parley });
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
  prompts: PromptHashes | undefined;
  folder: RunFolder;
  parley: Parley;
}

const run = async (
  options: EvalOptions,
  { started, identity, prompts, folder, parley }: Running,
): Promise<EvalOutcome> => {
  const strategies = options.retrievalOnly ? ['retrieval'] : options.strategies;
  if (!options.retrievalOnly) assertKnownStrategies(strategies, parley);
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
  await rejudge(options, { folder, parley, started });
  const { rows, failures, stopped } = await askAll(options, { folder, parley, pending, started });
  const askingSeconds = (performance.now() - asking) / 1000;
  const ordered = inOrder(new Map([...folder.done, ...rows]), gradable, strategies);
  const byStrategy = groupBy(ordered, ({ strategy }) => strategy);
  const wanted = gradable.length * strategies.length;
  const summary: Summary = {
    run: {
      id: folder.id,
      ...identity,
      dataset: options.questions.name,
      questions: gradable.length,
      missing: wanted - ordered.length,
      complete: ordered.length === wanted,
      createdAt: new Date().toISOString(),
      seconds: (performance.now() - started) / 1000,
      askingSeconds,
      ...(await codeVersion()),
      ...(prompts && { prompts: prompts.files }),
    },
    strategies: [...byStrategy].map(([strategy, ofStrategy]) => summariseStrategy(strategy, ofStrategy, options.seed)),
    differences: differencesOf(byStrategy, options.seed),
    judgements: countJudgements(ordered),
    ...(identity.embeddings !== null && { searches: countSearches(ordered) }),
    problems,
    missingGold: { questions: missing.size, ids: [...new Set([...missing.values()].flat())] },
    needGold: options.retrievalOnly ? [] : chosen.filter(needsGold).map(({ id }) => id),
    failures,
  };
  await folder.write('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
  // The data of a team is left alone: `parley sources` lists its pages.
  const poisonedPages = options.simulator ? (await flaggedPages(parley.stores)).length : 0;
  return { summary, rows: ordered, poisonedPages, ...(stopped !== undefined && { stopped }) };
};

const needsGold = ({ answers, answerable, falsePremise, answerEntities }: EvalQuestion): boolean =>
  answerable && !falsePremise && answers.length === 0 && answerEntities === undefined;

/** The rows of the questions asked, in their order: intervals depend on it, not on which answer came first. */
const inOrder = (
  rows: ReadonlyMap<string, ScoredRow>,
  questions: readonly EvalQuestion[],
  strategies: readonly string[],
): ScoredRow[] =>
  strategies.flatMap((strategy) => questions.flatMap(({ id }) => rows.get(rowKey({ id, strategy })) ?? []));

const assertKnownStrategies = (strategies: readonly string[], { agent }: Parley): void => {
  // Options after a colon (crp:evaluation=false) are judged by the strategy itself.
  const unknown = strategies.filter((name) => !agent.strategies.includes(name.split(':', 1)[0] ?? ''));
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
  return { ...withoutServers(settings), PARLEY_DATA: index };
};

const identify = async (
  options: EvalOptions,
): Promise<{ identity: RunIdentity; prompts: PromptHashes | undefined }> => {
  const { settings, retrievalOnly, questions, corpus, seed, budget, simulator, judge } = options;
  const mode = retrievalOnly ? 'retrieval' : settings.PARLEY_MODEL === undefined ? 'quote' : 'model';
  // A model that orders what a search finds decides even where nothing is answered.
  const asked = mode === 'model' || (mode === 'retrieval' && settings.PARLEY_RERANKER === BY_MODEL);
  const prompts = asked ? await hashPrompts() : undefined;
  const identity: RunIdentity = {
    model: asked ? (settings.PARLEY_MODEL ?? null) : null,
    fastModel: asked ? (settings.PARLEY_FAST_MODEL ?? null) : null,
    promptHash: prompts?.all ?? null,
    datasetHash: questions.hash,
    corpusHash: corpus.length > 0 ? await hashCorpus(corpus) : null,
    embeddings: settings.PARLEY_EMBEDDINGS ?? null,
    reranker: settings.PARLEY_RERANKER ?? null,
    seed,
    mode,
    simulated: simulator !== undefined,
    budget: budget ?? null,
    simulator: simulator ?? null,
    judge: judge?.name ?? null,
  };
  return { identity, prompts };
};
