import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lacks, quantile } from '../../bench/bench.ts';
import { cachedEncoder } from '../../bench/vector-cache.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder } from '../../core/shared-data.ts';
import { dot } from '../encoder/unit-vector.ts';
import { createRetriever, type Encoder, openEncoder, openReranker, type Retriever, reranked } from '../index.ts';
import { BENCH_SCOPES, indexQuestionSet, passageIdOf, type QuestionRow } from '../testing/question-sets.ts';

export const about =
  'reranker [SET…] [--limit N]: what a reranker over HTTP takes and changes; PARLEY_RERANKER names one, else a fake that scores by cosine';

const SETS = ['musique_train100', 'hotpotqa_train100'];

/**
 * Compares the ranking without an encoder with the same ranking after reranking its best 30. Uses PARLEY_RERANKER if it is set,
 * and otherwise a fake in this process with the interface of a reranker, which scores by the cosine
 * of question and passage. The fake's gain says nothing about a
 * cross-encoder's, but its cost (requests, bytes, milliseconds of a round trip) is real.
 *
 * @param options question sets, and number of questions of each (all by default)
 */
export const run = async (options: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const settings = readSettings();
  const service = openEncoder(settings);
  if (!service && !settings.PARLEY_RERANKER) return lacks('PARLEY_RERANKER or PARLEY_EMBEDDINGS');
  const encoder = service && cachedEncoder(service);
  const fake = settings.PARLEY_RERANKER ? undefined : await startFake(encoder!);
  const at = options.indexOf('--limit');
  const limit = at < 0 ? Number.POSITIVE_INFINITY : Number(options[at + 1]);
  const named = options.filter((option, i) => !option.startsWith('--') && (at < 0 || i !== at + 1));
  try {
    const reranker = (await openReranker(
      fake ? { PARLEY_RERANKER: 'fake:cosine', PARLEY_RERANKER_BASE_URL: fake.url } : settings,
    ))!;
    for (const set of named.length > 0 ? named : SETS) {
      const { stores, questions, passages, close } = await indexQuestionSet(set);
      const asked = questions.slice(0, limit);
      console.log(`${set}: ${asked.length} questions, ${passages} passages`);
      const plain = createRetriever({ stores, log: silentLog });
      await measure('the ranking', plain, asked);
      await measure(`+ ${reranker.name}`, reranked(plain, reranker, silentLog), asked);
      await close();
    }
    if (fake) console.log('fake:cosine scores by the cosine of question and passage: no cross-encoder');
  } finally {
    fake?.server.close();
    encoder?.close();
  }
};

const measure = async (name: string, retriever: Retriever, questions: readonly QuestionRow[]) => {
  const recall = [0, 0];
  const times: number[] = [];
  const reranking: number[] = [];
  const total = { brought: 0, calls: 0, tokens: 0, failed: 0 };
  for (const { question: text, supporting_ids: gold } of questions) {
    const start = performance.now();
    const { hits, reordering } = await retriever.search({ text, k: 5, scopes: BENCH_SCOPES });
    times.push(performance.now() - start);
    const found = hits.map(({ passageId }) => passageId);
    for (const [i, k] of [2, 5].entries())
      recall[i]! += gold.filter((id) => found.slice(0, k).includes(passageIdOf(id))).length / gold.length;
    if (!reordering) continue;
    reranking.push(reordering.ms);
    total.brought += reordering.brought;
    total.calls += reordering.calls;
    total.tokens += reordering.tokens ?? 0;
    total.failed += reordering.failed ? 1 : 0;
  }
  const each = (sum: number) => (sum / questions.length).toFixed(1);
  const share = recall.map((sum) => ((100 * sum) / questions.length).toFixed(1));
  const cost =
    reranking.length > 0
      ? `; of these ${quantile(reranking, 0.5)} and ${quantile(reranking, 0.95)} its own, ${each(total.calls)} requests, ${each(total.tokens)} tokens, ${each(total.brought)} of 5 brought up a question, ${total.failed} failed`
      : '';
  const [p50, p95] = [0.5, 0.95].map((part) => quantile(times, part).toFixed(0));
  console.log(`  ${name.padEnd(22)} R@2 ${share[0]}  R@5 ${share[1]}  p50 ${p50} ms  p95 ${p95} ms${cost}`);
};

/** A /rerank endpoint in this process, which counts four characters as a token. */
const startFake = async (encoder: Encoder): Promise<{ url: string; server: Server }> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { query, documents } = JSON.parse(body) as { query: string; documents: string[] };
    const [asked, ...vectors] = await encoder.embed([query, ...documents]);
    const results = vectors.map((vector, index) => ({ index, relevance_score: dot(asked!, vector) }));
    const characters = documents.reduce((sum, text) => sum + query.length + text.length, 0);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results, usage: { total_tokens: Math.ceil(characters / 4) } }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, server };
};
