import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { digestStores } from './digest.ts';
import { openEmbedded } from './embedded/index.ts';
import { migrateStores } from './migrate.ts';
import type { WritableStores } from './stores.ts';
import { SPACE, version } from './testing/changing-world.ts';
import { evalCase } from './testing/samples.ts';
import { missing, type Server, type TestStores, testStores } from './testing/test-stores.ts';

const fill = async (stores: WritableStores, documents: number) => {
  await stores.vectors.open(SPACE);
  await stores.documents.putSource({
    id: 'samples',
    kind: 'folder',
    location: '/srv',
    scopes: ['everyone'],
    options: { depth: 2 },
  });
  for (let at = 0; at < documents; at += 100)
    await stores.apply({ put: Array.from({ length: 100 }, (_, i) => version(at + i, i % 9)) });
  // Knowledge without a document, as from ingested triples.
  await stores.graph.put([{ ...version(3, 2).knowledge!, documentId: 'only triples', mentions: [] }]);
  await stores.conversations.spend('2026-01-01', 'person a', { questions: 3, tokens: 700 });
  await stores.conversations.spend('2026-01-02', 'workspace b', { questions: 5, tokens: 0 });
  for (let i = 0; i < 30; i += 1) {
    const [id, conversationId, eventId] = [`t${i}`, `c${i % 7}`, `e${i}`];
    await stores.conversations.claim(eventId, 'h', 1000);
    if (i % 3) await stores.conversations.finishClaim(eventId, 'h');
    await stores.conversations.putConversation({
      id: conversationId,
      platform: 'web',
      title: 'T',
      createdAt: '2026',
      updatedAt: '2026',
    });
    await stores.conversations.putTurn({
      id,
      conversationId,
      eventId,
      askerId: `p${i % 2}`,
      question: `Q${i}`,
      scopes: ['everyone'],
      status: 'done',
      askedAt: '2026-01-01',
    });
    await stores.conversations.putFeedback({ turnId: id, askerId: 'p1', rating: 'up', at: '2026-01-02' });
    await stores.cases.put(evalCase(`case ${i}`, { status: i % 2 ? 'new' : 'reviewed' }));
    await stores.keyValues.put('settings', `k${i}`, { i }, i % 2 ? { personId: 'p1' } : {});
  }
};

const setups: { name: string; servers: Server[]; documents: number }[] = [
  { name: 'another file', servers: [], documents: 700 },
  { name: 'Postgres alone', servers: ['PGVECTOR_URL'], documents: 300 },
  { name: 'Postgres, Chroma and Neo4j', servers: ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'], documents: 300 },
];

describe.each(setups)('a migration to $name', ({ servers, documents }) => {
  const reason = missing(servers);
  const used: TestStores[] = [];
  afterEach(async () => {
    for (const each of used.splice(0)) await each.dispose();
  });
  const place = (which: Server[]) => {
    const made = testStores(which);
    used.push(made);
    return made;
  };

  it.skipIf(reason !== undefined)(
    `interrupted after any batch, moves everything there and back, and proves it${reason ? ` (${reason})` : ''}`,
    async () => {
      const from = openEmbedded(':memory:');
      await fill(from, documents);
      const expected = await digestStores(from);
      const target = place(servers);
      const to = await target.open();
      const progressFile = join(target.settings.PARLEY_DATA, 'migration.json');

      let interruptions = 0;
      let written = 0;
      for (;;) {
        const stop = new AbortController();
        let batches = 0;
        const outcome = await migrateStores(from, to, {
          progressFile,
          signal: stop.signal,
          onProgress: ({ kind }) => {
            batches += 1;
            if (kind === 'documents') written += 1;
            if (batches === 3 + interruptions * 30) stop.abort();
          },
        }).catch((error: { code?: string }) => {
          expect(error.code).toBe('CANCELLED');
          return undefined;
        });
        if (outcome) {
          expect(outcome.filter(({ equal }) => !equal)).toEqual([]);
          break;
        }
        interruptions += 1;
        expect(existsSync(progressFile)).toBe(true);
      }
      expect(interruptions).toBeGreaterThan(2);
      expect(written).toBe(Math.ceil(documents / 200)); // batches of 200, none of them twice
      expect(existsSync(progressFile)).toBe(false);
      expect(await digestStores(to)).toEqual(expected);

      const back = openEmbedded(':memory:');
      const rows = await migrateStores(to, back, { progressFile });
      expect(rows.every(({ equal }) => equal)).toBe(true);
      expect(await digestStores(back)).toEqual(expected);
      expect((await back.lexical.search('version 4', 3, ['private'])).length).toBe(3);
      await Promise.all([from.close(), back.close()]);
    },
  );
});

describe('the proof of a migration', () => {
  it('fails for the kind in which the target holds anything else', async () => {
    const [from, to] = [openEmbedded(':memory:'), openEmbedded(':memory:')];
    const test = testStores();
    const progressFile = join(test.settings.PARLEY_DATA, 'migration.json');
    for (const stores of [from, to]) await stores.vectors.open(SPACE);
    await from.apply({ put: [version(1, 1), version(2, 1), version(3, 1)] });
    await to.apply({ put: [version(90, 1)] });
    const differing = async () =>
      (await migrateStores(from, to, { progressFile })).filter(({ equal }) => !equal).map(({ kind }) => kind);
    expect(await differing()).toEqual(['documents', 'words', 'vectors', 'knowledge']);
    await to.apply({ delete: ['page-90'] });
    expect(await differing()).toEqual([]);
    // Changes one number of one vector slightly, while the progress says that vectors are moved already.
    const vector = (await to.vectors.vectors(['page-2#0'])).get('page-2#0')!.map((x, i) => (i ? x : x + 1e-3));
    await to.vectors.put([{ passageId: 'page-2#0', documentId: 'page-2', scopes: ['everyone'], vector }]);
    writeFileSync(progressFile, JSON.stringify({ vectors: 'page-9' }));
    const [vectors] = await migrateStores(from, to, { progressFile, kinds: ['vectors'] });
    expect(vectors).toMatchObject({ moved: 0, equal: false, from: vectors!.to });
    // The next run moves them again.
    expect((await migrateStores(from, to, { progressFile, kinds: ['vectors'] }))[0]!.equal).toBe(true);
    await Promise.all([from.close(), to.close(), test.dispose()]);
  });
});
