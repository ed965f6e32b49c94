import { existsSync } from 'node:fs';
import path from 'node:path';
import { cpuMs, lacks } from '../bench/bench.ts';
import { SERVER_SETTINGS } from '../core/servers.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder } from '../core/shared-data.ts';
import { type Encoder, openEncoder } from '../retrieval/index.ts';
import { unitVector } from '../stores/testing/samples.ts';
import { type Server, testStores } from '../stores/testing/test-stores.ts';
import { createIngest } from './ingest.ts';

export const about =
  'ingest [--servers]: musique_dev (7,706 passages): seconds and memory beside a plain ingest, again unchanged, with an encoder; or over servers';

/** @param options `--servers` compares the data file with the servers whose URL is set */
export const run = async (options: readonly string[] = []): Promise<void> => {
  const shared = sharedFolder();
  const corpus = path.join(shared ?? '', 'data', 'musique_dev_corpus.jsonl.gz');
  if (!shared || !existsSync(corpus)) {
    lacks('musique_dev_corpus.jsonl.gz of the shared data folder (PARLEY_SHARED)');
    return;
  }
  if (options.includes('--servers')) return overServers(corpus);
  const plain = await measure('words only, without the search index', corpus, {
    plain: true,
    goal: 'what follows within 1.5 times',
  });
  const whole = await measure('without an encoder', corpus, { goal: 'within 20 s, under 400 MB; again within 3 s' });
  const times = { clock: whole.seconds / plain.seconds, processor: whole.processor / plain.processor };
  console.log(`  ${times.clock.toFixed(2)} times the plain ingest, ${times.processor.toFixed(2)} by processor time`);
  const url = process.env.EMBEDDINGS_URL;
  if (!url) {
    console.log('with an encoder: skipped, EMBEDDINGS_URL is not set');
    return;
  }
  const encoder = await openEncoder(
    readSettings({
      PARLEY_EMBEDDINGS: 'openai:all-minilm-l6-v2',
      PARLEY_EMBEDDINGS_BASE_URL: url,
      PARLEY_EMBEDDINGS_API_KEY: 'none',
    }),
  );
  await measure('with the embeddings service', corpus, { encoder, goal: "at most 10 % above the encoder's own time" });
};

/** Uses vectors from a hash, so that only the writing is measured. */
const overServers = async (corpus: string): Promise<void> => {
  const encoder: Encoder = {
    name: 'bench:hash',
    embed: async (texts) => texts.map((text) => unitVector(text, 384)),
  };
  const servers = SERVER_SETTINGS.filter((server) => process.env[server]);
  if (servers.length === 0) {
    lacks(`one of ${SERVER_SETTINGS.join(', ')}`);
    return;
  }
  const file = await measure('one file', corpus, { encoder, goal: 'within 60 s, under 500 MB' });
  for (const some of servers.length > 1 ? [...servers.map((server) => [server]), servers] : [servers]) {
    const names = some.map((server) => server.replace('_URL', '').toLowerCase()).join(' + ');
    const { seconds } = await measure(names, corpus, { encoder, servers: some, goal: 'within 120 s, under 500 MB' });
    console.log(`  ${(seconds / file.seconds).toFixed(1)} times the file's time`);
  }
};

interface Measured {
  encoder?: Encoder;
  servers?: readonly Server[];
  /** Whether to write documents, full text and facts only, without the passage index. */
  plain?: boolean;
  goal: string;
}

/** @returns the time of the first ingest, in seconds */
const measure = async (
  label: string,
  corpus: string,
  { encoder, servers = [], plain = false, goal }: Measured,
): Promise<{ seconds: number; processor: number }> => {
  const place = testStores(servers);
  const stores = await place.open();
  let encoding = 0;
  const timed = encoder && {
    name: encoder.name,
    async embed(texts: readonly string[], signal?: AbortSignal, as?: 'question' | 'passage') {
      const started = performance.now();
      return encoder.embed(texts, signal, as).finally(() => {
        encoding += (performance.now() - started) / 1000;
      });
    },
  };
  let peak = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    const parley = createIngest({
      settings: readSettings({ PARLEY_DATA: place.settings.PARLEY_DATA }),
      stores: plain ? { ...stores, passageIndex: undefined } : stores,
      encoder: timed,
    });
    const before = cpuMs();
    const first = await parley.ingest([corpus]);
    const processor = (cpuMs() - before) / 1000;
    const apart = encoding > 0 ? `, ${encoding.toFixed(1)} s of it the encoder` : '';
    const again = await parley.ingest([corpus]);
    console.log(
      `${label}: ${first.passages} passages in ${first.seconds.toFixed(2)} s (${processor.toFixed(2)} of processor)${apart}, ${(peak / 1e6).toFixed(0)} MB at most; ` +
        `again ${again.unchanged} unchanged in ${again.seconds.toFixed(2)} s (to reach: ${goal})`,
    );
    return { seconds: first.seconds, processor };
  } finally {
    clearInterval(sampler);
    await place.dispose();
  }
};
