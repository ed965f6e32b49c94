import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { lacks } from '../../bench/bench.ts';
import { cachedEncoder } from '../../bench/vector-cache.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { type Encoder, openEncoder } from '../../retrieval/index.ts';
import { openParley } from '../../runtime/open.ts';
import { evalCommand } from '../eval-command.ts';

export const about =
  'saturated [SET] [QUESTIONS]: the search of an eval while its embeddings service is quiet, busy and drowned: R@5, and whether the run fails (set PARLEY_EMBEDDINGS)';

/** What one batch of other people's pages takes of the service. */
const BATCH_MS = 1_000;
/** How many such batches wait at any time: none, a few, and so many that a question waits longer than a search does. */
const LOADS = { quiet: 0, busy: 2, saturated: 30 };

/** @param options a question set (musique_train100), and how many of its questions (20) */
export const run = async ([set = 'musique_train100', count = '20']: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const encoder = openEncoder(readSettings());
  if (!encoder) return lacks('an encoder (PARLEY_EMBEDDINGS)');
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const vectors = cachedEncoder(encoder);
  const service = await startService(vectors);
  try {
    const written = (name: 'corpus' | 'questions', rows: readonly unknown[]) => {
      const file = join(folder, `${name}.jsonl`);
      writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'));
      return file;
    };
    const corpus = written('corpus', sharedRows(`${set}_corpus`));
    const questions = written('questions', sharedRows(`${set}_questions`).slice(0, Number(count)));
    const recalls = new Map<string, number>();
    for (const [name, load] of Object.entries(LOADS)) {
      const { summary, failed } = await evalCommand({
        questions,
        corpus: [corpus],
        retrievalOnly: true,
        seed: 1,
        parallel: 4,
        out: join(folder, name),
        environment: {
          PARLEY_EMBEDDINGS: 'openai:all-minilm-l6-v2',
          PARLEY_EMBEDDINGS_BASE_URL: service.url,
          PARLEY_LOG: 'silent',
        },
        async open(settings) {
          const parley = await openParley({ settings });
          const { search } = parley.retriever;
          // The pages come in from a quiet service; the questions meet the load.
          parley.retriever.search = (query) => {
            service.setLoad(load);
            return search(query);
          };
          return parley;
        },
      });
      service.setLoad(0);
      const recall = 100 * (summary.strategies[0]?.metrics['recall@5']?.value ?? Number.NaN);
      const { total = 0, byWords = 0, partial = 0 } = summary.searches ?? {};
      console.log(
        `${name.padEnd(10)} R@5 ${recall.toFixed(1)}, ${byWords} of ${total} searches without vectors, ${partial} without sub-questions: the run ${failed ? 'is marked failed' : 'passes'} (${summary.run.askingSeconds.toFixed(1)} s)`,
      );
      if (!failed) recalls.set(name, recall);
    }
    const quiet = recalls.get('quiet');
    const isHonest = quiet !== undefined && [...recalls.values()].every((recall) => recall === quiet);
    console.log(isHonest ? 'each run that passes has the R@5 of the quiet one' : 'a run passes with another R@5');
    if (!isHonest) process.exitCode = 1;
  } finally {
    await service.close();
    vectors.close();
    rmSync(folder, { recursive: true });
  }
};

/** An embeddings service that serves one request after the other, as one processor does, and others beside the asker. */
const startService = async (encoder: Encoder) => {
  const queue = new PQueue({ concurrency: 1 });
  let [load, waiting] = [0, 0];
  const keepLoaded = () => {
    for (; waiting < load; waiting++)
      void queue
        .add(() => (load > 0 ? sleep(BATCH_MS) : undefined))
        .then(() => {
          waiting -= 1;
          keepLoaded();
        });
  };
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse((await request.toArray()).join('')) as { input: string[] };
    const made = await queue.add(() => encoder.embed(input));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: made.map((vector, index) => ({ index, embedding: [...vector] })) }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    /** With a load of 0 the batch that has begun ends, and those behind it take no time. */
    setLoad(batches: number) {
      load = batches;
      keepLoaded();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await queue.onIdle();
    },
  };
};
