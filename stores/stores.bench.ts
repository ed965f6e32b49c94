import { statSync } from 'node:fs';
import { join } from 'node:path';
import { quantile, timed } from '../bench/bench.ts';
import { SERVER_SETTINGS } from '../core/servers.ts';
import { sharedFolder, sharedRows } from '../core/shared-data.ts';
import type { DocumentChange } from './changes.ts';
import { openStores } from './open.ts';
import type { WritableStores } from './stores.ts';
import { knowledge, page, unitVector } from './testing/samples.ts';
import { type Server, type TestStores, testStores } from './testing/test-stores.ts';

export const about =
  'stores: [embedded|servers|postgres] [--documents N] [--vectors N]: writing, searching, deleting one of many, claims, memory';

const DIMENSIONS = 384;
const BATCH = 200;

/** @param options the stores (embedded by default), and the number of documents and vectors (7,706 of MuSiQue by default) */
export const run = async (options: readonly string[]): Promise<void> => {
  const number = (name: string, otherwise: number) => {
    const at = options.indexOf(name);
    return at < 0 ? otherwise : Number(options[at + 1]);
  };
  const documents = number('--documents', 7706);
  const vectors = number('--vectors', Math.min(documents, 7706));
  const servers: readonly Server[] =
    options[0] === 'servers' ? SERVER_SETTINGS : options[0] === 'postgres' ? ['PGVECTOR_URL'] : [];
  const place = testStores(servers.filter((server) => process.env[server]));
  try {
    await measure(place, documents, vectors);
  } finally {
    await place.dispose();
  }
};

const say = (what: string, value: string) => console.log(`${what.padEnd(44)}${value}`);
const ms = (samples: readonly number[]) =>
  `p50 ${quantile(samples, 0.5).toFixed(1)} ms, p95 ${quantile(samples, 0.95).toFixed(1)} ms`;

const measure = async (place: TestStores, documents: number, vectors: number) => {
  const stores = await place.open();
  await stores.vectors.open({ encoder: 'bench:random', dimensions: DIMENSIONS });
  const corpus = documents <= 7706 ? musique(documents) : generated(documents);

  let written = 0;
  let peak = 0;
  let busy = 0;
  const started = performance.now();
  for (const batch of batches(corpus)) {
    const put = batch.map((change, i) => (written + i < vectors ? withVectors(change) : change));
    const begun = performance.now();
    await stores.apply({ put });
    busy += performance.now() - begun;
    written += put.length;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const count = await stores.graph.count();
  say(
    `write ${written} documents in all stores`,
    `${(busy / 1000).toFixed(1)} s (${Math.round(written / (busy / 1000))}/s; with making them ${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  say(
    '  of which',
    `${vectors} vectors, ${count.entities} entities, ${count.mentions} mentions, ${count.triples} triples`,
  );
  say('  memory at its highest', `${Math.round(peak / 2 ** 20)} MB`);
  const file = join(place.settings.PARLEY_DATA, 'parley.db');
  say('  data file', `${Math.round(statSync(file).size / 2 ** 20)} MB`);

  const questions = [
    'Who founded the company that made the first film?',
    'When was the river bridge built?',
    'capital of the region',
  ];
  const asked = Array.from(
    { length: 30 },
    (_, i) => `${questions[i % 3]} ${WORDS[(i * 37) % WORDS.length]} ${WORDS[(i * 91) % 400]}`,
  );
  say('search by words, k 20', ms(await timed(asked, (text) => stores.lexical.search(text, 20, ['everyone']))));
  say(
    'search by vector, k 20',
    ms(await timed(asked, (text) => stores.vectors.search(unitVector(text, DIMENSIONS), 20, ['everyone']))),
  );

  const ids = (await first(stores, 40)).map(({ document }) => document.id);
  say('delete one document', ms(await timed(ids.slice(0, 20), (id) => stores.apply({ delete: [id] }))));
  say(
    'dry run of deleting one',
    ms(await timed(ids.slice(20), (id) => stores.apply({ delete: [id] }, { dryRun: true }))),
  );

  let streamed = 0;
  let high = 0;
  const streaming = performance.now();
  for await (const { passages } of stores.documents.hydrate()) {
    streamed += passages.length;
    if (streamed % 1000 === 0) high = Math.max(high, process.memoryUsage.rss());
  }
  say(
    'stream all documents',
    `${((performance.now() - streaming) / 1000).toFixed(1)} s, ${Math.round(high / 2 ** 20)} MB at most`,
  );

  const events = Array.from({ length: 1000 }, (_, i) => `event ${i}`);
  const claiming = performance.now();
  for (const event of events) {
    await stores.conversations.claim(event, 'bench', 60_000);
    await stores.conversations.finishClaim(event, 'bench');
  }
  say('claim and finish an event', `${Math.round(events.length / ((performance.now() - claiming) / 1000))}/s`);
  await stores.close();
  say('open again', ms(await timed([1, 2, 3], async () => (await openStores(place.settings)).close())));
};

const first = async (stores: WritableStores, limit: number) => {
  const some = [];
  for await (const indexed of stores.documents.hydrate()) if (some.push(indexed) === limit) break;
  return some;
};

function* batches(corpus: Iterable<DocumentChange>): Generator<DocumentChange[]> {
  let batch: DocumentChange[] = [];
  for (const change of corpus) {
    if (batch.push(change) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const withVectors = (change: DocumentChange): DocumentChange => ({
  ...change,
  vectors: change.passages.map(({ id, documentId, scopes }) => ({
    passageId: id,
    documentId,
    scopes,
    vector: unitVector(id, DIMENSIONS),
  })),
});

/** A page whose entities are its runs of capitalised words, with facts between neighbouring entities. */
const withKnowledge = (id: string, title: string, text: string): DocumentChange => {
  const names = [...new Set(text.match(/\p{Lu}[\p{L}']+(?: \p{Lu}[\p{L}']+)*/gu))].slice(0, 16);
  const facts = names.slice(1, 6).map((name, i) => [names[i]!, 'with', name] as const);
  return { ...page(id, [text], { title }), knowledge: knowledge(id, names, facts) };
};

function* musique(limit: number): Generator<DocumentChange> {
  if (!sharedFolder()) return yield* generated(limit);
  const rows = sharedRows<{ id: string; title: string; text: string }>('musique_dev_corpus');
  for (const row of rows.slice(0, limit)) {
    yield withKnowledge(row.id, row.title, row.text);
  }
}

/** Words for Zipf's distribution, so that posting lists are as long as those of real text. Every tenth is capitalised. */
const WORDS = Array.from({ length: 50_000 }, (_, i) => {
  const word =
    Array.from(
      (i + 17).toString(36),
      (c) => 'bdfgklmnprstvz'[c.charCodeAt(0) % 14]! + 'aeiou'[c.charCodeAt(0) % 5]!,
    ).join('') + i.toString(36);
  return i % 10 === 9 ? word[0]!.toUpperCase() + word.slice(1) : word;
});

function* generated(limit: number): Generator<DocumentChange> {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const word = () => WORDS[Math.floor(WORDS.length ** random()) - 1]!;
  for (let n = 0; n < limit; n += 1)
    yield withKnowledge(`page/${n}`, `${word()} ${word()} ${n}`, Array.from({ length: 80 }, word).join(' '));
}
