import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { scopesInSource, scopesWithin } from '../core/source-scopes.ts';
import { FACTS_FORMAT, type IndexedDocument, type WritableDocumentStore } from './documents.ts';
import type { WritableStores } from './stores.ts';
import { byCodePoint, collect, HARD_TEXTS, page } from './testing/samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';

const ALL = ['everyone', 'private', 'channel:1', 'channel:2'];
const plain = ({ document, passages, tables }: IndexedDocument): IndexedDocument => ({ document, passages, tables });

/** The contract of every DocumentStore. @param fresh stores for these tests, emptied before each test */
export const documentStoreContract = (fresh: () => StoreUnderTest<Pick<WritableStores, 'documents'>>) =>
  describe('document store', () => {
    const test = fresh();
    let store: WritableDocumentStore;
    beforeEach(async () => {
      await test.reset();
      store = (await test.open()).documents;
    });
    afterAll(() => test.dispose());
    const everything = () => collect(store.hydrate());

    it('gives back exactly what was put, whatever the script', async () => {
      const pages = HARD_TEXTS.map((text, i) => page(`${text.slice(0, 12)} ${i}`, [text, 'second'], { tables: i % 3 }));
      await store.put(pages);
      const byId = [...pages].sort((a, b) => byCodePoint(a.document.id, b.document.id));
      expect(await everything()).toEqual(byId);
      for (const { document, passages, tables } of pages) {
        expect(await store.document(document.id, ['everyone'])).toEqual(document);
        expect(await store.passagesOf(document.id, ['everyone'])).toEqual(passages);
        expect(await store.tablesOf([document.id], ['everyone'])).toEqual(tables);
      }
    });

    it('keeps a document without its optional parts as it is', async () => {
      const { document, passages } = page('bare', ['text']);
      const bare = {
        document: { ...document, url: undefined, updatedAt: undefined, language: undefined, metadata: undefined },
        passages: passages.map((passage) => ({ ...passage, url: undefined, updatedAt: undefined, links: [] })),
        tables: [],
      };
      await store.put([bare]);
      expect(await everything()).toEqual([bare]);
    });

    it('keeps a passage whose address is its own, and its table', async () => {
      const { document, passages, tables } = page('anchored', ['one', 'two'], { tables: 1 });
      passages[1] = { ...passages[1]!, kind: 'table', tableId: tables[0]!.id, url: `${document.url}#part` };
      await store.put([{ document, passages, tables }]);
      expect(await store.passagesOf('anchored', ['everyone'])).toEqual(passages);
    });

    it('changes nothing when the same is put twice', async () => {
      const pages = [page('a', ['x', 'y'], { tables: 2 }), page('b', ['z'])];
      await store.put(pages);
      const before = [await everything(), await store.count(), await collect(store.stamps())];
      await store.put(pages);
      await store.put([...pages].reverse());
      expect([await everything(), await store.count(), await collect(store.stamps())]).toEqual(before);
    });

    it('replaces a document as one: what it no longer has is gone', async () => {
      await store.put([page('a', ['1', '2', '3'], { tables: 2 }), page('b', ['keep'], { tables: 1 })]);
      const shorter = page('a', ['only'], { title: 'New title', sourceId: 'elsewhere' });
      await store.put([shorter]);
      expect(await store.count()).toEqual({ documents: 2, passages: 2, tables: 1 });
      expect(await store.passages(['a#1', 'a#2'], ALL)).toEqual([]);
      expect(await store.tables(['a!0', 'a!1'], ALL)).toEqual([]);
      expect((await everything())[0]).toEqual(shorter);
    });

    it('deletes documents with all they have, says how much, and minds no unknown id', async () => {
      await store.put([page('a', ['1', '2'], { tables: 1 }), page('b', ['3'], { tables: 2 }), page('c', ['4'])]);
      expect(await store.delete(['a', 'nobody', 'b', 'a'])).toEqual({ documents: 2, passages: 3, tables: 3 });
      expect(await store.delete(['a'])).toEqual({ documents: 0, passages: 0, tables: 0 });
      expect((await everything()).map(({ document }) => document.id)).toEqual(['c']);
    });

    it('shows a document to those who share a scope with it, through every read', async () => {
      await store.put([
        page('open', ['o'], { tables: 1 }),
        page('mine', ['m'], { scopes: ['private'], tables: 1 }),
        page('both', ['b'], { scopes: ['channel:1', 'channel:2'], tables: 1 }),
      ]);
      const seen = async (scopes: string[]) => {
        const ids = ['mine', 'both', 'open'];
        const passages = await store.passages(
          ids.map((id) => `${id}#0`),
          scopes,
        );
        const tables = await store.tables(
          ids.map((id) => `${id}!0`),
          scopes,
        );
        const found: string[] = [];
        for (const id of ids) {
          const document = await store.document(id, scopes);
          expect((await store.passagesOf(id, scopes)).length).toBe(document ? 1 : 0);
          if (document) found.push(id);
        }
        expect([...(await store.visible(['gone', ...ids, ...ids], scopes))].toSorted()).toEqual(found.toSorted());
        expect(passages.map((p) => p.documentId)).toEqual(found);
        expect(tables.map((t) => t.documentId)).toEqual(found);
        expect((await store.tablesOf(ids, scopes)).map((t) => t.documentId)).toEqual(found);
        return found;
      };
      expect(await seen([])).toEqual([]);
      expect(await seen(['nowhere'])).toEqual([]);
      expect(await seen(['everyone'])).toEqual(['open']);
      expect(await seen(['channel:2'])).toEqual(['both']);
      expect(await seen(['private', 'channel:1', 'channel:2'])).toEqual(['mine', 'both']);
      expect(await seen(ALL)).toEqual(['mine', 'both', 'open']);
      expect(await store.scopes()).toEqual(['channel:1', 'channel:2', 'everyone', 'private']);
      await store.put([page('mine', ['m'], { tables: 1 })]);
      expect(await store.scopes()).toEqual(['channel:1', 'channel:2', 'everyone']);
      expect(await seen(['everyone'])).toEqual(['mine', 'open']);
    });

    it('counts facts that do not follow the document that they name, up to a bound', async () => {
      const facts = (id: string, metadata?: Record<string, unknown>) => {
        const { document } = page(id, []);
        return { document: { ...document, metadata }, passages: [], tables: [] };
      };
      await store.put([
        facts('kg/triples/00000', { triples: 2 }),
        facts('kg/triples/00001', { triples: 2 }),
        facts('kg/triples/00002', { triples: 2, factsFormat: FACTS_FORMAT }),
        facts('kg/triples/00003'),
        facts('kg/other', { triples: 2 }),
      ]);
      const about = facts('kg/triples/00004/pay', { triples: 2 });
      await store.put([{ ...about, document: { ...about.document, follows: { documentId: 'pay', scopes: [] } } }]);
      expect(await store.countUnfollowedFacts(10)).toBe(2);
      expect(await store.countUnfollowedFacts(1)).toBe(1);
    });

    it('tells what was replaced or removed, by the time of its last change, and no first version', async () => {
      const changed = async (after?: { at: number; id: string }, limit = 10) => store.changes(after, limit);
      await store.put([page('a', ['one']), page('b', ['one']), page('c', ['one']), page('d', ['one'])]);
      expect(await changed()).toEqual([]);
      await store.put([page('c', ['two'])]);
      await sleep(3);
      await store.delete(['a', 'unknown']);
      await store.delete(['b'], { dryRun: true });
      expect((await changed()).map(({ id }) => id)).toEqual(['c', 'a']);
      const [first] = await changed(undefined, 1);
      expect((await changed(first)).map(({ id }) => id)).toEqual(['a']);
      expect(Math.abs(first!.at - Date.now())).toBeLessThan(60_000);
      await sleep(3);
      await store.put([page('c', ['three'])]);
      expect((await changed()).map(({ id }) => id)).toEqual(['a', 'c']);
      await sleep(3);
      await store.put([page('d', ['two']), page('b', ['two'])]);
      const [, , third, fourth] = await changed();
      expect([third!.id, fourth!.id].sort()).toEqual(['b', 'd']);
      expect(await changed(third, 10)).toEqual([fourth]);
    });

    it('answers in the order asked, each once, and leaves out what is not there', async () => {
      await store.put([page('a', ['0', '1', '2'], { tables: 2 }), page('b', ['0'])]);
      const passages = await store.passages(['b#0', 'a#2', 'none', 'a#0', 'b#0'], ALL);
      expect(passages.map(({ id }) => id)).toEqual(['b#0', 'a#2', 'a#0']);
      expect((await store.tables(['a!1', 'a!0'], ALL)).map(({ id }) => id)).toEqual(['a!1', 'a!0']);
      expect(await store.passages([], ALL)).toEqual([]);
    });

    it('tells stamps without the texts: all, of one source, or of some ids', async () => {
      const pages = ['ü', 'a', 'z', '😀', 'B', '\u{ffee}'].map((id, i) =>
        page(id, ['t', 'u'].slice(i % 2), { sourceId: `source ${i % 2}` }),
      );
      await store.put(pages);
      const stamps = await collect(store.stamps());
      expect(stamps.map(({ id }) => id)).toEqual(pages.map(({ document }) => document.id).sort(byCodePoint));
      const { id, sourceId, title, contentHash, url, fetchedAt, updatedAt, metadata, scopes } = pages[1]!.document;
      const stamp = { id, sourceId, title, contentHash, url, fetchedAt, updatedAt, metadata, scopes, passages: 1 };
      expect(stamps.find((each) => each.id === 'a')).toEqual(stamp);
      expect((await collect(store.stamps('source 1'))).every((each) => each.sourceId === 'source 1')).toBe(true);
      expect((await collect(store.stamps('source 1'))).length).toBe(3);
      expect(await store.stampsOf(['a', 'nobody', '😀'])).toEqual(
        new Map([
          ['a', stamp],
          ['😀', stamps.find((each) => each.id === '😀')],
        ]),
      );
    });

    it('streams while its consumer writes, and goes on after a given id', async () => {
      await store.put(Array.from({ length: 450 }, (_, i) => page(`p${String(i).padStart(4, '0')}`, ['t'])));
      let read = 0;
      for await (const { document } of store.hydrate()) {
        if (read % 100 === 0) await store.put([page(document.id, ['changed'])]);
        if (read % 100 === 50) await store.delete([document.id]);
        read += 1;
      }
      expect(read).toBe(450);
      const rest = await collect(store.hydrate('p0440'));
      expect(rest.map(({ document }) => document.id)).toEqual([
        'p0441',
        'p0442',
        'p0443',
        'p0444',
        'p0445',
        'p0446',
        'p0447',
        'p0448',
        'p0449',
      ]);
      expect((await store.count()).documents).toBe(446);
    });

    it('keeps sources with what they hold', async () => {
      const source = {
        id: 'handbook',
        kind: 'folder' as const,
        location: '/srv/handbook',
        scopes: ['everyone', 'private'],
        options: { include: ['**/*.md'], depth: 3 },
        syncedAt: '2026-01-01T00:00:00.000Z',
      };
      await store.putSource(source);
      await store.putSource({ id: 'feed', kind: 'feed', location: 'https://x.example/feed', scopes: ['everyone'] });
      await store.put([page('a', ['1', '2'], { sourceId: 'handbook' }), page('b', ['3'], { sourceId: 'handbook' })]);
      expect(await store.sources()).toEqual([
        {
          id: 'feed',
          kind: 'feed',
          location: 'https://x.example/feed',
          scopes: ['everyone'],
          documents: 0,
          passages: 0,
        },
        { ...source, documents: 2, passages: 3 },
      ]);
      await store.putSource({ ...source, location: '/srv/new', syncedAt: undefined });
      expect((await store.sources())[1]).toEqual({
        ...source,
        location: '/srv/new',
        syncedAt: undefined,
        documents: 2,
        passages: 3,
      });
      await store.deleteSource('feed');
      await store.deleteSource('never there');
      expect((await store.sources()).map(({ id }) => id)).toEqual(['handbook']);
    });

    it('names to an asker the sources of which they see a page, whatever the source itself says, and counts those pages', async () => {
      for (const id of ['board', 'handbook', 'empty'])
        await store.putSource({ id, kind: 'folder', location: `/srv/${id}`, scopes: [] });
      const made = (id: string, sourceId: string, scope: string) =>
        page(id, ['one', 'two'], { sourceId, scopes: scopesInSource([scope], sourceId) });
      await store.put([
        made('a', 'board', 'person:ann'),
        made('b', 'handbook', 'everyone'),
        made('c', 'handbook', 'private'),
      ]);
      const seen = async (scopes: string[]) =>
        (await store.sources(scopes)).map(({ id, documents, passages }) => [id, documents, passages]);
      expect(await seen(['everyone'])).toEqual([['handbook', 1, 2]]);
      expect(await seen(['everyone', 'person:ann'])).toEqual([
        ['board', 1, 2],
        ['handbook', 1, 2],
      ]);
      expect(await seen(scopesWithin(['everyone', 'private'], ['handbook']))).toEqual([['handbook', 2, 4]]);
      expect(await seen(scopesWithin(['everyone', 'private'], ['board']))).toEqual([]);
      expect(await seen([])).toEqual([]);
    });

    it('shows the pages of a source that was deleted and comes back, and those of a source that keeps them', async () => {
      const made = (id: string) => page(id, ['text'], { sourceId: 'feed', scopes: scopesInSource(['team'], 'feed') });
      const asked = scopesWithin(['team'], ['feed']);
      const seen = async () => [...(await store.visible(['one', 'two'], asked))].sort();
      await store.put([made('one')]);
      expect(await seen()).toEqual(['one']);
      await store.deleteSource('feed');
      expect(await seen(), 'a page that is still there').toEqual(['one']);
      await store.delete(['one']);
      await store.deleteSource('feed');
      expect(await seen()).toEqual([]);
      await store.put([made('two')]);
      expect(await seen()).toEqual(['two']);
      expect(await store.visible(['two'], [''])).toEqual(new Set());
    });

    it('takes thousands in one batch and asks for thousands in one call', async () => {
      const pages = Array.from({ length: 3000 }, (_, i) => page(`doc ${i}`, [`text ${i}`]));
      await store.put(pages);
      const ids = pages.map(({ document }) => document.id);
      expect((await store.stampsOf([...ids, ...ids.map((id) => `${id}?`)])).size).toBe(3000);
      expect(
        (
          await store.passages(
            ids.map((id) => `${id}#0`),
            ALL,
          )
        ).map((p) => p.documentId),
      ).toEqual(ids);
      expect(await store.delete(ids)).toEqual({ documents: 3000, passages: 3000, tables: 0 });
    });

    it('writes a batch whole or not at all', async () => {
      await store.put([page('a', ['old'])]);
      const broken = page('b', ['x', 'y']);
      broken.passages[1] = { ...broken.passages[1]!, id: broken.passages[0]!.id };
      await expect(store.put([page('a', ['new']), broken])).rejects.toThrow();
      expect(await everything()).toEqual([page('a', ['old'])].map(plain));
    });

    it('lets two writers in at once', async () => {
      const other = (await test.open()).documents;
      await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          (i % 2 ? store : other).put([
            page(`d${i}`, ['t'], { scopes: [`s${i % 4}`] }),
            page(`shared${i % 3}`, [`${i}`]),
          ]),
        ),
      );
      expect((await store.count()).documents).toBe(43);
      expect(await other.scopes()).toEqual(['everyone', 's0', 's1', 's2', 's3']);
    });

    it('is the same as a map of what was put last, after any puts and deletes', async () => {
      const ids = ['a', 'b', 'c'];
      const step = fc.record({
        id: fc.constantFrom(...ids),
        texts: fc.option(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 3 }), { nil: undefined }),
        scopes: fc.uniqueArray(fc.constantFrom(...ALL), { minLength: 1, maxLength: 3 }),
        tables: fc.nat(2),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.subarray(ALL), async (steps, asker) => {
          await store.delete(ids);
          const model = new Map<string, IndexedDocument>();
          for (const { id, texts, scopes, tables } of steps) {
            const next =
              texts &&
              page(
                id,
                texts.map((text) => text.replaceAll('\0', '')),
                { scopes, tables },
              );
            if (next) model.set(id, next);
            else model.delete(id);
            await (next ? store.put([next]) : store.delete([id]));
          }
          const kept = [...model.values()].sort((a, b) => byCodePoint(a.document.id, b.document.id));
          expect(await everything()).toEqual(kept);
          const visible = kept.filter(({ document }) => document.scopes.some((scope) => asker.includes(scope)));
          expect(
            (
              await store.passages(
                ids.flatMap((id) => [`${id}#0`, `${id}#1`, `${id}#2`]),
                asker,
              )
            ).length,
          ).toBe(visible.flatMap(({ passages }) => passages).length);
        }),
        { numRuns: 25 },
      );
    });
  });
