import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../agent/testing/stub-server.ts';
import { readSettings } from '../core/settings.ts';
import { openStores, type Stores } from '../stores/index.ts';
import { createIngest } from './ingest.ts';

let folder: string;
let stores: Stores;
let model: StubServer;
let ingestion: ReturnType<typeof createIngest>;

/** The answer of a model that only extracts "X leads Y." */
const read = (prompt: string) =>
  [...prompt.matchAll(/^\[(\d+)\][^\n]*\n {2}(\w+) leads (\w+)\./gm)].map(([, source, subject, object]) => ({
    source: Number(source),
    subject,
    predicate: 'leads',
    object,
  }));

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-facts-'));
  model = await startStubServer(({ user }) => ({ json: { triples: read(user) } }));
  const settings = readSettings({
    PARLEY_DATA: path.join(folder, 'data'),
    PARLEY_MODEL: 'openai:stub',
    PARLEY_MODEL_BASE_URL: model.url,
    PARLEY_MODEL_API_KEY: 'k',
  });
  stores = await openStores(settings);
  ingestion = createIngest({ settings, stores });
});
afterEach(async () => {
  await stores.close();
  await model.close();
});

const leads = async (name: string) =>
  (await stores.graph.triplesOf([name], 10, ['everyone'])).map(
    (t) => `${t.subjectName} ${t.objectName} ${t.passageIds}`,
  );
const write = (rows: Record<string, string>) =>
  writeFile(
    path.join(folder, 'c.jsonl'),
    Object.entries(rows)
      .map(([id, text]) => JSON.stringify({ id, text }))
      .join('\n'),
  );

it('ingest --knowledge model has the model read facts; sync keeps to it, and pays only for what changed', async () => {
  await write({ a: 'Ana leads Heron.', b: 'Bo leads Dipper.' });
  const file = path.join(folder, 'c.jsonl');
  await ingestion.ingest([file]);
  expect(model.requests).toHaveLength(0);
  expect(await ingestion.ingest([file], { knowledge: 'model' })).toMatchObject({ updated: 2 });
  expect(model.requests.map(({ task }) => task)).toEqual(['extract-triples']);
  expect(await leads('heron')).toEqual(['Ana Heron a#0']);

  expect(await ingestion.sync([])).toMatchObject({ unchanged: 2 });
  await write({ a: 'Ana leads Heron.', b: 'Cy leads Dipper.' });
  expect(await ingestion.sync([])).toMatchObject({ unchanged: 1, updated: 1 });
  expect(model.requests).toHaveLength(2);
  expect(model.requests[1]!.user).not.toContain('Ana');
  expect(await leads('dipper')).toEqual(['Cy Dipper b#0']);
});

it('a spent budget leaves pages findable, and the next ingest reads the rest', async () => {
  await write(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`d${i}`, `Ana${i} leads Team${i}.`])));
  const file = path.join(folder, 'c.jsonl');
  await ingestion.ingest([file], { knowledge: 'model', budget: { calls: 2 } });
  expect(await stores.lexical.search('Ana19', 5, ['everyone'])).toHaveLength(1);
  const first = (await stores.graph.count()).triples;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(20);
  await ingestion.ingest([file]);
  expect((await stores.graph.count()).triples).toBe(20);
});
