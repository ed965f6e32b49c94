import { lacks, quantile } from '../bench/bench.ts';
import { cachedEncoder } from '../bench/vector-cache.ts';
import { ParleyError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder } from '../core/shared-data.ts';
import { words } from '../core/text/words.ts';
import type { Stores } from '../stores/index.ts';
import { createRetriever, deepened, type Encoder, openEncoder } from './index.ts';
import { type BaselineMode, rankByBaseline } from './testing/baseline.ts';
import { BENCH_SCOPES, indexQuestionSet, passageIdOf, type QuestionRow } from './testing/question-sets.ts';

export const about =
  'recall, milliseconds and memory of search on five question sets, by mode (set PARLEY_EMBEDDINGS…)';

const SETS = ['musique_train100', 'hotpotqa_train100', '2wiki_dev200', 'musique_dev', 'hotpotqa_dev'] as const;

/** Shares in percent of the questions; times in milliseconds without encoding. */
interface Measured {
  /** Share of gold passages among the best 1, 2, 5 and 10. */
  recall: number[];
  /** Share of questions with all gold passages among the best 5. */
  allGold: number;
  /** Share of questions whose answer is in one of the best 5 verbatim. */
  answerInContext: number;
  times: number[];
  /** Processor time of this thread per search, in milliseconds, for which all other requests of a server wait. */
  mainThread: number[];
  /** Number of searches that did not run in their mode: without vectors, or without token coverage. */
  fallen: number;
}

export const run = async (options: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const chosen = SETS.filter((set) => options.length === 0 || options.includes(set));
  const service = openEncoder(readSettings());
  const clock = { encoding: 0 };
  const encoder = service && clocked(cachedEncoder(service), clock);
  if (!encoder) console.log('PARLEY_EMBEDDINGS is not set: modes without an encoder only\n');
  console.log(
    `R@1 R@2 R@5 R@10, all gold in the best 5, answer in the best 5, in percent; p50/p95 in ms without the encoder's own time, of these on the main thread`,
  );
  console.log(['mode'.padEnd(22), ...chosen.map((set) => set.padEnd(68))].join(''));

  const modes: Mode[] = encoder
    ? [
        'words',
        'vectors',
        'fused',
        'ranking, no encoder',
        'ranking',
        ...(encoder.coverage ? ['ranking, deep' as const] : []),
      ]
    : ['words', 'ranking, no encoder'];
  const rows = new Map(modes.map((mode) => [mode, [] as string[]]));
  const notes: string[] = [];
  const failures: string[] = [];
  for (const set of chosen) {
    clock.encoding = 0;
    const start = performance.now();
    const { stores, questions, passages, close } = await indexQuestionSet(set, encoder);
    const seconds = (performance.now() - start - clock.encoding) / 1000;
    const megabytes = process.memoryUsage().rss / 2 ** 20;
    notes.push(
      `${set}: ${passages} passages indexed in ${seconds.toFixed(1)} s without the encoder's time; ${megabytes.toFixed(0)} MB resident`,
    );
    try {
      let quick: Measured | undefined;
      for (const mode of modes) {
        const search = searcher(mode, stores, encoder);
        const measured = await measure(questions, search, stores, clock).catch((error: unknown) => {
          // Plain fusion has nothing to fall back to. The other rows are still worth their time.
          if (!(error instanceof ParleyError) || error.code !== 'ENCODER_UNAVAILABLE') throw error;
          failures.push(`${set}, ${mode}: FAILED, ${error.message}`);
        });
        if (!measured) {
          rows.get(mode)!.push('FAILED'.padEnd(68));
          continue;
        }
        const { recall, allGold, answerInContext, times, mainThread, fallen } = measured;
        if (fallen > MAX_FALLEN * questions.length)
          failures.push(`${set}, ${mode}: FAILED, the encoder did not serve ${fallen} of ${questions.length} searches`);
        if (mode === 'ranking') quick = measured;
        if (mode === 'ranking, deep' && quick) notes.push(`${set}: ${whatDeepAdds(quick, measured)}`);
        const numbers = [...recall, allGold, answerInContext].map((value) => value.toFixed(1).padStart(5)).join(' ');
        rows.get(mode)!.push(`${numbers}  ${spread(times)} ms, ${spread(mainThread)} main`.padEnd(68));
      }
    } finally {
      await close();
    }
  }
  for (const [mode, cells] of rows) console.log(mode.padEnd(22) + cells.join(''));
  console.log(PUBLISHED);
  for (const note of notes) console.log(note);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
};

/** With a higher share of such searches, the row is not a result of its mode. */
const MAX_FALLEN = 0.01;

const spread = (times: readonly number[]): string =>
  [0.5, 0.95].map((share) => quantile(times, share).toFixed(0)).join('/');

/** The additional time of deep searches for the same questions: latency, and processor time of this thread. */
const whatDeepAdds = (quick: Measured, deep: Measured): string => {
  const added = (of: 'times' | 'mainThread') => deep[of].map((ms, at) => ms - (quick[of][at] ?? 0));
  // Processor time is measured in steps of 4 ms, so only the mean over all searches is meaningful.
  const onMain = added('mainThread').reduce((sum, ms) => sum + ms, 0) / deep.times.length;
  return `the deep step adds ${spread(added('times'))} ms (a deep search's p95 is to stay within 500), of these ${onMain.toFixed(1)} on the main thread in the mean (within 15; p50/p95 by a clock of 4 ms steps ${spread(added('mainThread'))})`;
};

const PUBLISHED = `
to reach, R@5 with the embeddings service: 78 97 95 70 96; without: 75 96 94 65 95
HippoRAG 2 published R@5: MuSiQue 74.7, 2Wiki 90.4, HotpotQA 96.3 (7B encoder, 70B extractor, 1,000 questions a set over
corpora of 11,656, 6,119 and 9,811 passages; here 22M parameters, rules, and the smaller question sets above)
`;

const clocked = (encoder: Encoder, clock: { encoding: number }): Encoder => ({
  ...encoder,
  async embed(texts, signal, as) {
    const start = performance.now();
    const vectors = await encoder.embed(texts, signal, as);
    clock.encoding += performance.now() - start;
    return vectors;
  },
});

type Mode = BaselineMode | 'ranking' | 'ranking, no encoder' | 'ranking, deep';

/** Returns the ids of the best ten passages, and whether the search fell back to another mode. */
type Search = (question: string) => Promise<{ ids: string[]; fell?: boolean }>;

const searcher = (mode: Mode, stores: Stores, encoder?: Encoder): Search => {
  if (mode === 'words' || mode === 'vectors' || mode === 'fused')
    return async (question) => ({
      ids: await rankByBaseline(mode, question, 10, { stores, encoder, scopes: BENCH_SCOPES }),
    });
  const used = mode === 'ranking, no encoder' ? undefined : encoder;
  const quick = createRetriever({ stores, encoder: used, log: silentLog, questionEncoder: { minTimeoutMs: 60_000 } });
  const deep = mode === 'ranking, deep';
  const retriever = deep && used ? deepened(quick, used, { log: silentLog, readingMs: 60_000 }) : quick;
  return async (text) => {
    const found = await retriever.search({ text, k: 10, scopes: BENCH_SCOPES, deep });
    const isShallow = found.deep ? found.deep.read < found.deep.of : found.hits.length > 1;
    const fell = (used && (found.mode !== 'fused' || found.partial)) || (deep && isShallow);
    return { ids: found.hits.map(({ passageId }) => passageId), ...(fell && { fell }) };
  };
};

const measure = async (
  questions: QuestionRow[],
  search: Search,
  stores: Stores,
  clock: { encoding: number },
): Promise<Measured> => {
  const measured: Measured = {
    recall: [0, 0, 0, 0],
    allGold: 0,
    answerInContext: 0,
    times: [],
    mainThread: [],
    fallen: 0,
  };
  const each = 100 / questions.length;
  for (const { question, supporting_ids: gold, answers = [] } of questions) {
    clock.encoding = 0;
    const start = performance.now();
    const cpu = process.threadCpuUsage();
    const { ids: found, fell } = await search(question);
    measured.times.push(performance.now() - start - clock.encoding);
    const { user, system } = process.threadCpuUsage(cpu);
    measured.mainThread.push((user + system) / 1000);
    if (fell) measured.fallen += 1;
    const shareOf = (k: number) => {
      const top = new Set(found.slice(0, k));
      return gold.filter((id) => top.has(passageIdOf(id))).length / gold.length;
    };
    measured.recall = [1, 2, 5, 10].map((k, i) => (measured.recall[i] ?? 0) + each * shareOf(k));
    if (shareOf(5) === 1) measured.allGold += each;
    const shown = await stores.documents.passages(found.slice(0, 5), BENCH_SCOPES);
    const texts = shown.map(({ title, text }) => spelt(`${title} ${text}`));
    if (answers.some((answer) => texts.some((text) => text.includes(spelt(answer))))) measured.answerInContext += each;
  }
  return measured;
};

/** The words with spaces around each, so that only whole words match. */
const spelt = (text: string): string => ` ${words(text).join(' ')} `;
