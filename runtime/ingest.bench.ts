import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSettings } from '../core/settings.ts';
import { sharedFolder } from '../core/shared-data.ts';
import { openParley } from './open.ts';

export const about = 'ingest of musique_dev (7,706 passages): seconds and memory, again unchanged, and with an encoder';

export const run = async (): Promise<void> => {
  const shared = sharedFolder();
  const corpus = path.join(shared ?? '', 'data', 'musique_dev_corpus.jsonl.gz');
  if (!shared || !existsSync(corpus)) {
    console.log('skipped: the corpus musique_dev_corpus.jsonl.gz is not there');
    return;
  }
  await measure('without an encoder', {}, corpus, 'within 20 s, under 400 MB; again within 3 s');
  const url = process.env.EMBEDDINGS_URL;
  if (!url) {
    console.log('with an encoder: skipped, EMBEDDINGS_URL is not set');
    return;
  }
  const settings = {
    PARLEY_EMBEDDINGS: 'openai:all-minilm-l6-v2',
    PARLEY_EMBEDDINGS_BASE_URL: url,
    PARLEY_EMBEDDINGS_API_KEY: 'none',
  };
  await measure('with the embeddings service', settings, corpus, "at most 10 % above the service's own time");
};

const measure = async (
  label: string,
  settings: Record<string, string>,
  corpus: string,
  goal: string,
): Promise<void> => {
  const data = await mkdtemp(path.join(tmpdir(), 'parley-bench-'));
  const parley = await openParley(readSettings({ ...settings, PARLEY_DATA: data }));
  let encoding = 0;
  const { encoder } = parley;
  if (encoder) {
    const embed = encoder.embed.bind(encoder);
    encoder.embed = async (texts, signal) => {
      const started = performance.now();
      try {
        return await embed(texts, signal);
      } finally {
        encoding += performance.now() - started;
      }
    };
  }
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    const first = await parley.ingest([corpus]);
    const again = await parley.ingest([corpus]);
    const share =
      encoding > 0
        ? `, ${(((first.seconds * 1000) / encoding - 1) * 100).toFixed(1)} % above the encoder's own time`
        : '';
    console.log(
      `${label}: ${first.passages} passages in ${first.seconds.toFixed(2)} s${share}, ${(peak / 1e6).toFixed(0)} MB at most; ` +
        `again ${again.unchanged} unchanged in ${again.seconds.toFixed(2)} s (to reach: ${goal})`,
    );
  } finally {
    clearInterval(sampler);
    await parley.close();
    await rm(data, { recursive: true });
  }
};
