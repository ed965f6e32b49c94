import { lacks, quantile } from '../bench/bench.ts';
import { cachedEncoder } from '../bench/vector-cache.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder } from '../core/shared-data.ts';
import { type Server, testStores } from '../stores/testing/test-stores.ts';
import { createRetriever, type Encoder, openEncoder } from './index.ts';
import { BENCH_SCOPES, indexQuestionSet, passageIdOf, type QuestionRow } from './testing/question-sets.ts';

export const about =
  'over-servers [SET…] [--limit N]: search over Chroma, Neo4j and Postgres beside one file: recall, agreement, milliseconds';

const SETS = ['musique_dev', 'hotpotqa_dev'];
const SERVERS: Server[] = ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'];

/** @param options sets of the shared folder (musique_dev and hotpotqa_dev by default), and how many questions of each (all) */
export const run = async (options: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const unset = SERVERS.filter((server) => !process.env[server]);
  if (unset.length > 0) return lacks(unset.join(', '));
  const at = options.indexOf('--limit');
  const limit = at < 0 ? Number.POSITIVE_INFINITY : Number(options[at + 1]);
  const named = options.filter((option, i) => !option.startsWith('--') && (at < 0 || i !== at + 1));
  const service = openEncoder(readSettings());
  const encoder = service && cachedEncoder(service);
  console.log(
    `${encoder ? `with ${encoder.name}` : 'without an encoder (PARLEY_EMBEDDINGS is not set)'}; the encoder's time is left out`,
  );
  for (const set of named.length > 0 ? named : SETS) await compare(set, limit, encoder);
  encoder?.close();
};

const compare = async (set: string, limit: number, encoder: Encoder | undefined): Promise<void> => {
  const servers = testStores(SERVERS);
  const over = await indexQuestionSet(set, encoder, { stores: await servers.open(), close: servers.dispose });
  const file = await indexQuestionSet(set, encoder);
  try {
    const questions = file.questions.slice(0, limit);
    const clock = { encoding: 0 };
    const clocked = encoder && {
      name: encoder.name,
      async embed(texts: readonly string[], signal?: AbortSignal) {
        const start = performance.now();
        return encoder.embed(texts, signal).finally(() => {
          clock.encoding += performance.now() - start;
        });
      },
    };
    const sides = [file, over].map(({ stores }) => ({
      retriever: createRetriever({ stores, encoder: clocked, log: silentLog }),
      times: [] as number[],
      recall: 0,
    }));
    let same = 0;
    for (const { question: text, supporting_ids: gold } of questions) {
      const tops: string[] = [];
      for (const side of sides) {
        clock.encoding = 0;
        const start = performance.now();
        const { hits } = await side.retriever.search({ text, k: 5, scopes: BENCH_SCOPES });
        side.times.push(performance.now() - start - clock.encoding);
        const found = hits.map(({ passageId }) => passageId);
        side.recall += shareFound(gold, found) / questions.length;
        tops.push(found.join());
      }
      if (tops[0] === tops[1]) same += 1;
    }
    const [a, b] = sides.map(({ recall, times }) => {
      const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(0));
      return `R@5 ${(100 * recall).toFixed(1)}, p50 ${p50} ms, p95 ${p95} ms`;
    });
    console.log(
      `${set} (${questions.length} questions, ${file.passages} passages)\n  one file  ${a}\n  servers   ${b}\n` +
        `  the same five passages in the same order: ${((100 * same) / questions.length).toFixed(1)} % of questions (to reach: 100)`,
    );
  } finally {
    await Promise.all([file.close(), over.close()]);
  }
};

const shareFound = (gold: QuestionRow['supporting_ids'], found: readonly string[]): number =>
  gold.filter((id) => found.includes(passageIdOf(id))).length / gold.length;
