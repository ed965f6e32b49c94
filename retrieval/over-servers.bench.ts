import { lacks, quantile } from '../bench/bench.ts';
import { cachedEncoder } from '../bench/vector-cache.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder } from '../core/shared-data.ts';
import { missing, type Server, testStores } from '../stores/testing/test-stores.ts';
import { createRetriever, type Encoder, openEncoder } from './index.ts';
import { BENCH_SCOPES, indexQuestionSet, passageIdOf, type QuestionRow } from './testing/question-sets.ts';

export const about =
  'over-servers [SET…] [--limit N]: search over Postgres alone, and over Chroma, Neo4j and Postgres, beside one file: recall, agreement, time as a ratio';

const SETS = ['musique_dev', 'hotpotqa_dev'];
const SETUPS: { name: string; servers: Server[] }[] = [
  { name: 'one file', servers: [] },
  { name: 'Chroma + Neo4j + Postgres', servers: ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'] },
  { name: 'Postgres alone', servers: ['PGVECTOR_URL'] },
];

/** @param options question sets (musique_dev and hotpotqa_dev by default), and number of questions of each (all) */
export const run = async (options: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const reasons = SETUPS.flatMap(({ servers }) => missing(servers) ?? []);
  if (reasons.length > 0) return lacks(reasons.join(', '));
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
  const indexed = [];
  for (const { name, servers } of SETUPS) {
    const place = testStores(servers);
    const started = performance.now();
    const filled = await indexQuestionSet(set, encoder, { stores: await place.open(), close: place.dispose });
    indexed.push({ name, filled, seconds: (performance.now() - started) / 1000 });
  }
  try {
    const clock = { encoding: 0 };
    const clocked = encoder && {
      name: encoder.name,
      async embed(texts: readonly string[], signal?: AbortSignal, as?: 'question' | 'passage') {
        const start = performance.now();
        return encoder.embed(texts, signal, as).finally(() => {
          clock.encoding += performance.now() - start;
        });
      },
    };
    const sides = indexed.map(({ name, filled, seconds }) => ({
      name,
      seconds,
      retriever: createRetriever({ stores: filled.stores, encoder: clocked, log: silentLog }),
      times: [] as number[],
      tops: [] as string[],
      recall: 0,
    }));
    const [{ filled }] = indexed as [(typeof indexed)[number]];
    const questions = filled.questions.slice(0, limit);
    for (const { question: text, supporting_ids: gold } of questions)
      for (const side of sides) {
        clock.encoding = 0;
        const start = performance.now();
        const { hits } = await side.retriever.search({ text, k: 5, scopes: BENCH_SCOPES });
        side.times.push(performance.now() - start - clock.encoding);
        const found = hits.map(({ passageId }) => passageId);
        side.recall += shareFound(gold, found) / questions.length;
        side.tops.push(found.join());
      }
    console.log(`${set} (${questions.length} questions, ${filled.passages} passages)`);
    for (const { name, recall, times, seconds } of sides) {
      const [p50, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(0));
      console.log(
        `  ${name.padEnd(26)} R@5 ${(100 * recall).toFixed(1)}, p50 ${p50} ms, p95 ${p95} ms, indexed in ${seconds.toFixed(0)} s`,
      );
    }
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      sayAgreement(sides[a]!, sides[b]!);
  } finally {
    for (const { filled } of indexed) await filled.close();
  }
};

/** Prints how often two places return the same five hits in the same order, and the ratio of their times. */
const sayAgreement = (
  a: { name: string; tops: string[]; times: number[] },
  b: { name: string; tops: string[]; times: number[] },
) => {
  const same = a.tops.filter((top, i) => top === b.tops[i]).length;
  const ratio = quantile(b.times, 0.5) / quantile(a.times, 0.5);
  console.log(
    `  ${b.name} beside ${a.name}: the same five in the same order for ${same} of ${a.tops.length} questions (to reach: all), at ${ratio.toFixed(2)} times its time`,
  );
};

const shareFound = (gold: QuestionRow['supporting_ids'], found: readonly string[]): number =>
  gold.filter((id) => found.includes(passageIdOf(id))).length / gold.length;
