import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopesInSource } from '../core/source-scopes.ts';
import { indexDocuments } from '../retrieval/index.ts';
import type { WritableStores } from '../stores/stores.ts';
import { everywhere } from '../stores/testing/everything.ts';
import { knowledge, page, vectorsOf } from '../stores/testing/samples.ts';
import { missing, type Server, type TestStores, testStores } from '../stores/testing/test-stores.ts';
import { createDirectory } from './access/directory.ts';
import { forget } from './forget.ts';

/** What no row may hold once the source is forgotten: its name, its pages' ids, their words, its place and who is in it. */
const NAMES = ['zyxel-handbook', 'Quokka', 'wiki.zyxel.example', 'priya@zyxel.example'];

/** In the data file more pages than one batch holds, all of which state one name. */
const PLACES: { name: string; servers: Server[]; pages?: number }[] = [
  { name: 'in the data file', servers: [], pages: 520 },
  { name: 'on Postgres alone', servers: ['PGVECTOR_URL'] },
  { name: 'on Chroma, Neo4j and Postgres', servers: ['CHROMA_URL', 'NEO4J_URL', 'POSTGRES_URL'] },
];

for (const { name, servers, pages: count = 7 } of PLACES) {
  const reason = missing(servers);
  if (reason) {
    describe(`forgetting a source ${name}`, () => it.skip(`skipped: ${reason}`, () => {}));
    continue;
  }
  describe(`forgetting a source ${name}`, () => {
    let place: TestStores;
    let stores: WritableStores;
    beforeAll(async () => {
      place = testStores(servers);
      stores = await place.open();
      await stores.rebuild.vectors.open({ encoder: 'test:hash', dimensions: 8 });
      for (const [id, location] of [
        ['zyxel-handbook', 'https://wiki.zyxel.example/space'],
        ['other', '/other'],
      ] as const)
        await stores.documents.putSource({ id, kind: 'web', location, scopes: ['everyone'] });
      const pages = [
        ...Array.from({ length: count }, (_, n) => ({
          id: `zyxel-handbook/page-${n}`,
          text: `Quokka ${n} lives here.`,
        })),
        { id: 'other/page', text: 'Nothing of note.' },
      ].map(({ id, text }) => {
        const sourceId = id.split('/')[0]!;
        const scopes = scopesInSource(['everyone'], sourceId);
        const made = page(id, [text], { sourceId, scopes, tables: 1, title: `About ${text.split(' ')[0]}` });
        const about = text.split(' ')[0]!;
        return {
          ...made,
          vectors: vectorsOf(made, 8),
          knowledge: knowledge(id, [about, 'Rome'], [[about, 'lives in', 'Rome']]),
        };
      });
      await indexDocuments({ stores }, pages);
      await stores.apply({ put: pages });
      // What Parley keeps beside the pages: the mirror of permissions, flags, what answers cite, jobs and tries.
      await createDirectory(stores.keyValues).put('https://wiki.zyxel.example/space', {
        groups: new Map([['staff', { people: ['priya@zyxel.example'], groups: [] }]]),
        rules: new Map([['r1', [{ says: 'staff', people: ['priya@zyxel.example'], groups: ['staff'] }]]]),
        complete: true,
      });
      const id = 'zyxel-handbook/page-1';
      await stores.keyValues.put('poisoned-page', id, { contentHash: 'x', severity: 'attack', at: '2026' });
      await stores.keyValues.put('sync-tried', 'zyxel-handbook', { at: 1 });
      await stores.keyValues.put('slack-cites', `${id}\u001fslack:T1/C1/1`, {}, { personId: 'slack:T1/U1' });
      await stores.keyValues.put('slack-done', 'slack:T1/C1/1', {
        key: 'slack:T1/C1/1',
        text: 'a question',
        cited: [
          { documentId: id, contentHash: 'x' },
          { documentId: 'other/page', contentHash: 'y' },
        ],
      });
      const kind = {
        name: 'sync',
        leaseSeconds: 10,
        attempts: 1,
        backoffSeconds: 1,
        maxBackoffSeconds: 1,
        maxWaiting: 9,
      };
      await stores.jobs.enqueue({ kind, key: 'zyxel-handbook', data: {} });
      const [job] = await stores.jobs.lease(kind, 1);
      await stores.jobs.fail(job!, 'https://wiki.zyxel.example/space cannot be reached');
      await stores.jobs.enqueue({ kind, key: 'zyxel-handbook', data: {} });
    });
    afterAll(() => place.dispose());

    it('a dry run counts what the run removes, and removes nothing', async () => {
      const before = await everywhere(place, NAMES);
      expect(before.length).toBeGreaterThan(20);
      const dry = await forget(stores, 'zyxel-handbook', { dryRun: true });
      expect((await everywhere(place, NAMES)).length).toBe(before.length);
      const { removed, ...rest } = await forget(stores, 'zyxel-handbook');
      expect(dry.removed).toEqual(removed);
      expect(rest).toMatchObject({ kind: 'source', dryRun: false });
      expect(removed).toMatchObject({
        documents: count,
        passages: count,
        tables: count,
        vectors: count,
        memberships: 1,
        citations: 1,
      });
    });

    it('leaves its name, its pages’ ids and words, its place and its people in no table, collection or label', async () => {
      const left = await everywhere(place, NAMES);
      expect(left.map((found) => `${found.place}: ${found.row.slice(0, 300)}`)).toEqual([]);
      // The other source is whole, and what cites both cites it still.
      expect((await stores.documents.count()).documents).toBe(1);
      expect(await stores.keyValues.get('slack-done', 'slack:T1/C1/1')).toMatchObject({
        text: 'a question',
        cited: [{ documentId: 'other/page' }],
      });
    });
  });
}

it.each(['handbook', 'handbook/a'])('leaves no mention of %s behind when a crash cuts it short', async (id) => {
  const place = testStores([]);
  const stores = await place.open();
  await stores.documents.putSource({ id: 'handbook', kind: 'folder', location: '/handbook', scopes: ['everyone'] });
  const cited = { ...page('handbook/a', ['Quokkas live here.'], { sourceId: 'handbook' }), vectors: [] };
  await indexDocuments({ stores }, [cited]);
  await stores.keyValues.put('slack-cites', 'handbook/a\u001fslack:T1/C1/1', {});
  await stores.keyValues.put('slack-done', 'slack:T1/C1/1', {
    cited: [{ documentId: 'handbook/a', contentHash: 'x' }],
  });
  const crashing: WritableStores = {
    ...stores,
    apply: async (...change) => {
      await stores.apply(...change);
      throw new Error('the process died');
    },
  };
  await expect(forget(crashing, id)).rejects.toThrow('the process died');
  // The page is gone, so that making it again finds no document of that id.
  await forget(stores, id).catch((error: unknown) => expect(error).toMatchObject({ code: 'UNKNOWN_ID' }));
  const left: string[] = [];
  for await (const row of stores.keyValues.all()) left.push(JSON.stringify(row));
  expect(left.filter((row) => row.includes('handbook/a'))).toEqual([]);
  await place.dispose();
});
