import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelReranker, openModels } from '../../agent/index.ts';
import { createMeter } from '../../agent/model/budget.ts';
import { cachedEncoder } from '../../bench/vector-cache.ts';
import { systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { words } from '../../core/text/words.ts';
import {
  createRetriever,
  deepened,
  type Encoder,
  openEncoder,
  type Retriever,
  reranked,
} from '../../retrieval/index.ts';
import { rankByBaseline } from '../../retrieval/testing/baseline.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { startSimulatedModel } from '../simulator/server/server.ts';
import { type TeamCorpus, type TeamQuestion, teamCorpora } from './corpora.ts';

export const about =
  "search on teams' pages: handbook, kinds of pages, a year of chats, web pages, simulated worlds (set PARLEY_EMBEDDINGS…)";

type Mode = 'words' | 'fused' | 'ranking' | 'deep';

/** @param options names of corpora, or parts of them; all without */
export const run = async (options: readonly string[]): Promise<void> => {
  const settings = readSettings();
  const service = openEncoder(settings);
  const encoder = service && cachedEncoder(service);
  for (const corpus of teamCorpora()) {
    if (options.length > 0 && !options.some((part) => corpus.name.includes(part))) continue;
    const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const stores = openEmbedded(join(folder, 'parley.db'));
    try {
      await createIngest({ settings, stores, encoder }).ingest([corpus.input(folder)], { source: corpus.source });
      await report(corpus, stores, encoder);
    } finally {
      await stores.close();
      rmSync(folder, { recursive: true });
    }
  }
};

const report = async (corpus: TeamCorpus, stores: Stores, encoder?: Encoder): Promise<void> => {
  const questions = await corpus.questions(stores.documents.hydrate());
  const { passages } = await stores.documents.count();
  console.log(`${corpus.name}: ${questions.length} questions, ${passages} passages`);
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  const modes: [Mode, Encoder | undefined][] = [
    ['words', undefined],
    ['ranking', undefined],
    ...(encoder
      ? ([
          ['fused', encoder] as const,
          ['ranking', encoder] as const,
          ...(encoder.coverage ? [['deep', encoder] as [Mode, Encoder]] : []),
        ] satisfies [Mode, Encoder][])
      : []),
  ];
  for (const kind of kinds) {
    const asked = questions.filter((question) => question.kind === kind);
    if (kind) console.log(` ${kind}: ${asked.length} questions`);
    for (const [mode, used] of modes) {
      const name = mode + (used ? ', encoder' : '');
      try {
        print(name, await recalls(mode, asked, stores, used));
      } catch (error) {
        // Plain fusion has nothing to fall back to. The other rows are still worth their time.
        if (!(error instanceof ParleyError) || error.code !== 'ENCODER_UNAVAILABLE') throw error;
        console.log(`  ${name.padEnd(26)} ${error.message} FAILED`);
        process.exitCode = 1;
      }
    }
  }
  if (corpus.world) await reportReranked(corpus.world, questions, stores, encoder);
};

const print = (name: string, { recall, allGold, fallen }: Found, more = '') =>
  console.log(
    `  ${name.padEnd(26)} @1 @2 @5 @10  ${recall.map((value) => value.toFixed(1).padStart(5)).join(' ')}   all@5 ${allGold.toFixed(1).padStart(5)}${
      fallen > 0 ? `   the encoder did not serve ${fallen} searches: FAILED` : ''
    }${more}`,
  );

/**
 * The ranking with what it finds put in order by a model (PARLEY_RERANKER=model). The model is the simulated one, which
 * reads the worlds' own sentences better than pages in the wild: its gain says little of a real model's; its calls are
 * those of any model, its tokens counted by four characters.
 */
const reportReranked = async (
  world: { seed: number; size: number },
  questions: readonly TeamQuestion[],
  stores: Stores,
  encoder: Encoder | undefined,
): Promise<void> => {
  const simulated = await startSimulatedModel({ seed: world.seed, world });
  try {
    const models = openModels({
      PARLEY_MODEL: 'openai:simulated',
      PARLEY_MODEL_BASE_URL: simulated.url,
      PARLEY_MODEL_API_KEY: 'simulated',
    })!;
    for (const used of encoder ? [undefined, encoder] : [undefined]) {
      const clock = systemClock;
      const meter = createMeter({ tokens: Infinity, calls: Infinity, seconds: Infinity }, clock);
      const show = { token() {}, end() {}, reset() {} };
      const signal = new AbortController().signal;
      const reranker = modelReranker({ models, meter, clock, signal, show, status() {}, trace() {} });
      let failed = 0;
      const log = { ...silentLog, warn: () => void failed++ };
      const search = reranked(createRetriever({ stores, encoder: used, log: silentLog }), reranker, log);
      const recall = await recalls('ranking', questions, stores, used, search);
      const { calls, inputTokens, outputTokens } = meter.usage();
      const each = (total: number) => (total / questions.length).toFixed(total < 100 * questions.length ? 1 : 0);
      const cost = `${each(calls)} calls, ${each(inputTokens)} + ${each(outputTokens)} tokens a question, ${failed} failed`;
      print(`ranking${used ? ', encoder' : ''}, model*`, recall, `   ${cost}`);
    }
    console.log('  * ordered by the simulated model');
  } finally {
    await simulated.close();
  }
};

/** What one mode found, in percent of the questions. */
interface Found {
  /** Mean recall at 1, 2, 5 and 10 passages. */
  recall: number[];
  /** Questions with all they need among the best 5. */
  allGold: number;
  /** Searches without vectors, or not read token by token, against their mode. */
  fallen: number;
}

/** More searches than this share of a kind, and its row is not its mode's. */
const MAX_FALLEN = 0.01;

const recalls = async (
  mode: Mode,
  questions: readonly TeamQuestion[],
  stores: Stores,
  encoder: Encoder | undefined,
  retriever: Retriever = createRetriever({
    stores,
    encoder,
    log: silentLog,
    questionEncoder: { minTimeoutMs: 60_000 },
  }),
): Promise<Found> => {
  const every = await stores.documents.scopes();
  const total: Found = { recall: [0, 0, 0, 0], allGold: 0, fallen: 0 };
  const search =
    mode === 'deep' && encoder ? deepened(retriever, encoder, { log: silentLog, readingMs: 60_000 }) : retriever;
  for (const question of questions) {
    const { question: text, scopes = every } = question;
    const { ids, fell } = await findBy(mode, search, { text, scopes }, stores, encoder);
    if (fell) total.fallen += 1;
    const found = await stores.documents.passages(ids, scopes);
    for (const [i, k] of [1, 2, 5, 10].entries()) {
      const value = share(question, found.slice(0, k));
      total.recall[i]! += (100 * value) / questions.length;
      if (k === 5 && value === 1) total.allGold += 100 / questions.length;
    }
  }
  if (total.fallen > MAX_FALLEN * questions.length) process.exitCode = 1;
  return total;
};

const findBy = async (
  mode: Mode,
  retriever: Retriever,
  { text, scopes }: { text: string; scopes: string[] },
  stores: Stores,
  encoder: Encoder | undefined,
): Promise<{ ids: string[]; fell?: boolean }> => {
  if (mode !== 'ranking' && mode !== 'deep')
    return { ids: await rankByBaseline(mode, text, 10, { stores, encoder, scopes }) };
  const found = await retriever.search({ text, k: 10, scopes, deep: mode === 'deep' });
  const isShallow = found.deep ? found.deep.read < found.deep.of : found.hits.length > 1;
  const fell = (encoder && (found.mode !== 'fused' || found.partial)) || (mode === 'deep' && isShallow);
  return { ids: found.hits.map(({ passageId }) => passageId), ...(fell && { fell }) };
};

const share = (
  { documentIds, answers, isAnsweredBy }: TeamQuestion,
  found: readonly { documentId: string; text: string }[],
): number => {
  if (isAnsweredBy) return isAnsweredBy(found) ? 1 : 0;
  if (documentIds) {
    const ids = new Set(found.map(({ documentId }) => documentId));
    return documentIds.filter((id) => ids.has(id)).length / documentIds.length;
  }
  const texts = found.map(({ text }) => ` ${words(text).join(' ')} `);
  return answers!.some((answer) => texts.some((text) => text.includes(` ${words(answer).join(' ')} `))) ? 1 : 0;
};
