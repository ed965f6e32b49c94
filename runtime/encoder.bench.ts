import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cpuMs, lacks, quantile } from '../bench/bench.ts';
import type { DocumentRow } from '../core/document.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder, sharedRows } from '../core/shared-data.ts';
import { type Encoder, findMissingEncoderParts, openEncoder } from '../retrieval/index.ts';
import { testStores } from '../stores/testing/test-stores.ts';
import { createIngest } from './ingest.ts';

export const about =
  'encoder [PASSAGES]: the local encoder beside the embeddings service in one run: passages a second, memory, vectors, ingest';

const SETTINGS = { PARLEY_EMBEDDINGS: 'local:all-MiniLM-L6-v2' };
/** Passages per turn. The encoders take turns, so that other load on the machine affects both. */
const TURN = 64;

/** @param options number of passages of musique_dev (512) */
export const run = async ([count = '512']: readonly string[]): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const { PARLEY_MODELS, EMBEDDINGS_URL } = process.env;
  const settings = readSettings({ ...SETTINGS, PARLEY_MODELS });
  const lacking = findMissingEncoderParts(settings);
  if (lacking) return lacks(`${[...lacking.files, ...lacking.packages].join(', ')} in PARLEY_MODELS`);
  const rows = sharedRows<DocumentRow>('musique_dev_corpus').slice(0, Number(count));
  const texts = rows.map(({ title, text }) => `${title}\n${text}`);

  const before = process.memoryUsage.rss();
  const local = openEncoder(settings)!;
  const loading = performance.now();
  await local.embed(['load']);
  console.log(`local: loaded in ${Math.round(performance.now() - loading)} ms, ${megabytes(before)} MB more`);
  const service =
    EMBEDDINGS_URL === undefined
      ? undefined
      : openEncoder(
          readSettings({
            PARLEY_EMBEDDINGS: 'openai:all-minilm-l6-v2',
            PARLEY_EMBEDDINGS_BASE_URL: EMBEDDINGS_URL,
            PARLEY_EMBEDDINGS_API_KEY: 'none',
          }),
        )!;
  await service?.embed(['load']);

  const ours: Timed = { seconds: 0, processor: 0, vectors: [] };
  const theirs: Timed = { seconds: 0, processor: 0, vectors: [] };
  for (let at = 0; at < texts.length; at += TURN) {
    await turn(local, texts.slice(at, at + TURN), ours);
    if (service) await turn(service, texts.slice(at, at + TURN), theirs);
  }
  const asking = await oneByOne(local, texts.slice(0, 30));
  console.log(
    `local: ${(texts.length / ours.seconds).toFixed(0)} passages a second (to reach on a quiet machine: 60), ` +
      `${(texts.length / ours.processor).toFixed(0)} a processor second, ` +
      `${megabytes(before)} MB more after them; one short question ${quantile(asking, 0.5).toFixed(0)} ms`,
  );
  if (!service) return console.log('the service: skipped, EMBEDDINGS_URL is not set');
  const apart = Math.max(
    ...ours.vectors.map((vector, i) =>
      vector.reduce((most, x, at) => Math.max(most, Math.abs(x - theirs.vectors[i]![at]!)), 0),
    ),
  );
  console.log(
    `the service: ${(texts.length / theirs.seconds).toFixed(0)} passages a second; ` +
      `the local one takes ${(ours.seconds / theirs.seconds).toFixed(2)} of its time, vectors at most ${apart.toExponential(1)} apart (to reach: 1e-4)`,
  );
  const [here, there] = [await ingestWith(local, rows), await ingestWith(service, rows)];
  console.log(
    `ingest: ${here.toFixed(1)} s with the local encoder, ${there.toFixed(1)} s with the service: ${(here / there).toFixed(2)} of its time`,
  );
};

interface Timed {
  seconds: number;
  /** Processor time of all threads of this process. */
  processor: number;
  vectors: Float32Array[];
}

const turn = async (encoder: Encoder, texts: readonly string[], timed: Timed): Promise<void> => {
  const [start, cpu] = [performance.now(), cpuMs()];
  timed.vectors.push(...(await encoder.embed(texts)));
  timed.seconds += (performance.now() - start) / 1000;
  timed.processor += (cpuMs() - cpu) / 1000;
};

/** Milliseconds per question; questions are the first eight words of texts. */
const oneByOne = async (encoder: Encoder, texts: readonly string[]): Promise<number[]> => {
  const times: number[] = [];
  for (const text of texts) {
    const start = performance.now();
    await encoder.embed([text.split(/\s+/, 8).join(' ')]);
    times.push(performance.now() - start);
  }
  return times;
};

const ingestWith = async (encoder: Encoder, rows: readonly DocumentRow[]): Promise<number> => {
  const place = testStores();
  const { PARLEY_DATA } = place.settings;
  try {
    const corpus = path.join(PARLEY_DATA, 'corpus.jsonl');
    writeFileSync(corpus, rows.map((row) => JSON.stringify(row)).join('\n'));
    const { ingest } = createIngest({ settings: readSettings({ PARLEY_DATA }), stores: await place.open(), encoder });
    return (await ingest([corpus])).seconds;
  } finally {
    await place.dispose();
  }
};

const megabytes = (before: number): number => Math.round((process.memoryUsage.rss() - before) / 1e6);
