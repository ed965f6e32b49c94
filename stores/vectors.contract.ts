import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isParleyError } from '../core/errors.ts';
import type { WritableStores } from './stores.ts';
import { page, unitVector, vectorsOf } from './testing/samples.ts';
import type { StoreUnderTest } from './testing/test-stores.ts';
import type { PassageVector, WritableVectorStore } from './vectors.ts';

const ALL = ['everyone', 'private', 'channel:1'];
const D = 16;
const cosine = (a: Float32Array, b: Float32Array) => {
  const dot = a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  return dot / (Math.hypot(...a) * Math.hypot(...b));
};

/** The contract of every VectorStore. @param fresh stores for these tests, emptied before each test */
export const vectorStoreContract = (fresh: () => StoreUnderTest<Pick<WritableStores, 'vectors'>>) =>
  describe('vector store', () => {
    const test = fresh();
    let store: WritableVectorStore;
    beforeEach(async () => {
      await test.reset();
      store = (await test.open()).vectors;
    });
    afterAll(() => test.dispose());
    const open = () => store.open({ encoder: 'test:hash', dimensions: D });
    const put = (...pages: ReturnType<typeof page>[]) => store.put(pages.flatMap((each) => vectorsOf(each, D)));
    const found = async (query: string, scopes: string[] = ALL, k = 10) =>
      (await store.search(unitVector(query, D), k, scopes)).map(({ id }) => id);

    it('is empty at first, and says what space it holds once opened', async () => {
      expect(await store.space()).toBeUndefined();
      expect(await store.count()).toBe(0);
      expect(await store.search(unitVector('x', D), 5, ALL)).toEqual([]);
      expect(await store.vectors(['a#0'])).toEqual(new Map());
      expect(await store.deleteDocuments(['a'])).toBe(0);
      await open();
      await open();
      expect(await store.space()).toEqual({ encoder: 'test:hash', dimensions: D });
    });

    it('says whose vectors these are and who may see them', async () => {
      await open();
      await put(page('a', ['x', 'y'], { scopes: ['private', 'channel:1'] }), page('b', ['z']));
      expect(await store.stampsOf(['a#1', 'b#0', 'none', 'a#1'])).toEqual(
        new Map([
          ['a#1', { documentId: 'a', scopes: ['private', 'channel:1'] }],
          ['b#0', { documentId: 'b', scopes: ['everyone'] }],
        ]),
      );
      await store.deleteDocuments(['a']);
      expect([...(await store.stampsOf(['a#0', 'b#0'])).keys()]).toEqual(['b#0']);
      await store.clear();
      expect(await store.stampsOf(['b#0'])).toEqual(new Map());
    });

    it('refuses vectors of another space until it is cleared', async () => {
      await open();
      await put(page('a', ['x']));
      for (const space of [
        { encoder: 'test:hash', dimensions: 8 },
        { encoder: 'test:other', dimensions: D },
      ])
        await expect(store.open(space)).rejects.toSatisfy((error) =>
          isParleyError(error, 'EMBEDDING_DIMENSION_CHANGED'),
        );
      const short = { ...vectorsOf(page('b', ['y']), D)[0]!, vector: unitVector('y', 8) };
      await expect(store.put([short])).rejects.toSatisfy((error) =>
        isParleyError(error, 'EMBEDDING_DIMENSION_CHANGED'),
      );
      await expect(store.search(unitVector('y', 8), 3, ALL)).rejects.toSatisfy((error) =>
        isParleyError(error, 'EMBEDDING_DIMENSION_CHANGED'),
      );
      expect(await store.count()).toBe(1);
      await store.clear();
      expect(await store.space()).toBeUndefined();
      await store.open({ encoder: 'test:other', dimensions: 8 });
      await store.put([short]);
      expect(await store.count()).toBe(1);
    });

    it('ranks by cosine, whatever the length of the vectors', async () => {
      await open();
      const vectors = Array.from({ length: 40 }, (_, i): PassageVector => {
        const scale = 0.5 + i / 10;
        return {
          passageId: `p${i}#0`,
          documentId: `p${i}`,
          scopes: ['everyone'],
          vector: unitVector(`${i}`, D).map((x) => x * scale),
        };
      });
      await store.put(vectors);
      const query = unitVector('question', D).map((x) => x * 3);
      const expected = vectors
        .map(({ passageId, vector }) => ({ id: passageId, score: cosine(query, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 12);
      const hits = await store.search(query, 12, ALL);
      expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      for (const [i, { score }] of hits.entries()) expect(score).toBeCloseTo(expected[i]!.score, 5);
    });

    it('finds vectors that point away from everything', async () => {
      await open();
      const vector = new Float32Array(D).fill(-0.25);
      await store.put([{ passageId: 'away#0', documentId: 'away', scopes: ['everyone'], vector }]);
      expect((await store.search(vector, 3, ALL)).map(({ score }) => Number(score.toFixed(5)))).toEqual([1]);
      expect(
        (
          await store.search(
            vector.map((x) => -x),
            3,
            ALL,
          )
        ).map(({ score }) => Number(score.toFixed(5))),
      ).toEqual([-1]);
    });

    it('gives back the vectors that were put', async () => {
      await open();
      await put(page('a', ['1', '2']), page('ü 😀', ['3']));
      const vectors = await store.vectors(['ü 😀#0', 'a#1', 'nobody']);
      expect([...vectors.keys()].sort()).toEqual(['a#1', 'ü 😀#0']);
      for (const [id, text] of [
        ['a#1', '2'],
        ['ü 😀#0', '3'],
      ] as const)
        for (const [i, x] of vectors.get(id)!.entries()) expect(x).toBeCloseTo(unitVector(text, D)[i]!, 6);
    });

    it('changes nothing when the same is put twice, and replaces a vector by its passage', async () => {
      await open();
      await put(page('a', ['1', '2']));
      await put(page('a', ['1', '2']));
      expect(await store.count()).toBe(2);
      await put(page('a', ['3', '2'], { scopes: ['private'] }));
      expect(await store.count()).toBe(2);
      expect((await found('3'))[0]).toBe('a#0');
      expect(await found('3', ['everyone'])).toEqual([]);
      expect((await store.search(unitVector('3', D), 1, ALL))[0]!.score).toBeCloseTo(1, 5);
    });

    it('deletes the vectors of documents and says how many', async () => {
      await open();
      await put(page('a', ['1', '2']), page('b', ['3']), page('a#0', ['4']));
      expect(await store.deleteDocuments(['a', 'unknown', 'a'])).toBe(2);
      expect(await store.deleteDocuments(['a'])).toBe(0);
      expect((await found('1')).sort()).toEqual(['a#0#0', 'b#0']);
      expect(await store.count()).toBe(2);
    });

    it('gives k of the visible ones even when the nearest are hidden', async () => {
      await open();
      const near = (i: number) => unitVector('query', D).map((x, at) => x + (at === 0 ? i / 1000 : 0));
      await store.put(
        Array.from({ length: 300 }, (_, i) => ({
          passageId: `h${i}#0`,
          documentId: `h${i}`,
          scopes: ['private'],
          vector: near(i),
        })),
      );
      await put(...Array.from({ length: 6 }, (_, i) => page(`seen${i}`, [`${i}`])));
      expect((await found('query', ['everyone'], 5)).length).toBe(5);
      expect(await found('query', [])).toEqual([]);
      expect(await found('query', ['nowhere'])).toEqual([]);
      expect(await found('query', ALL, 0)).toEqual([]);
    });

    it('never returns a passage outside the scopes asked for', async () => {
      await open();
      const scopesOf = fc.uniqueArray(fc.constantFrom(...ALL, 'scope with "quotes" and $', 'ü'), {
        minLength: 1,
        maxLength: 3,
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(scopesOf, { maxLength: 6 }),
          fc.subarray([...ALL, 'scope with "quotes" and $', 'ü', 'other']),
          async (documents, asker) => {
            await store.deleteDocuments(['0', '1', '2', '3', '4', '5']);
            await put(...documents.map((scopes, i) => page(`${i}`, ['same'], { scopes })));
            const visible = documents.flatMap((scopes, i) =>
              scopes.some((scope) => asker.includes(scope)) ? [`${i}#0`] : [],
            );
            expect((await found('same', asker)).sort()).toEqual(visible);
          },
        ),
        { numRuns: 15 },
      );
    });

    it('compares some passages alone, and of those what the scopes see', async () => {
      await open();
      await put(page('a', ['1', '2']), page('b', ['3'], { scopes: ['private'] }), page('c', ['4']));
      const among = async (ids: string[], scopes = ALL) =>
        (await store.search(unitVector('2', D), 10, scopes, ids)).map(({ id }) => id);
      expect(await among(['c#0', 'a#1', 'a#1', 'b#0', 'gone#0'])).toHaveLength(3);
      expect((await among(['c#0', 'a#1', 'b#0']))[0]).toBe('a#1');
      expect((await among(['c#0', 'a#1', 'b#0'], ['everyone'])).sort()).toEqual(['a#1', 'c#0']);
      expect(await among([])).toEqual([]);
      expect(await among(['gone#0'])).toEqual([]);
      const [whole, [same]] = await Promise.all([
        store.search(unitVector('2', D), 10, ALL),
        store.search(unitVector('2', D), 10, ALL, ['c#0']),
      ]);
      expect(same?.score).toBeCloseTo(whole.find(({ id }) => id === 'c#0')?.score ?? 9, 5);
    });

    it('takes more in one batch than a server takes in one call', async () => {
      await open();
      const pages = Array.from({ length: 6000 }, (_, i) => page(`d${i}`, [`${i}`]));
      await put(...pages);
      expect(await store.count()).toBe(6000);
      expect((await store.vectors(pages.map(({ document }) => `${document.id}#0`))).size).toBe(6000);
      expect(await store.deleteDocuments(pages.map(({ document }) => document.id))).toBe(6000);
    });

    it('fills a next index beside the one that serves, and swaps it in', async () => {
      await open();
      await put(page('a', ['1', '2']), page('b', ['3']), page('c', ['4']));
      expect(await store.next.space()).toBeUndefined();
      const other = (texts: ReturnType<typeof page>) => vectorsOf(texts, 8);
      await store.next.open({ encoder: 'test:other', dimensions: 8 });
      await store.next.open({ encoder: 'test:other', dimensions: 8 });
      await store.next.put([...other(page('a', ['1', '2'])), ...other(page('b', ['3']))]);
      expect([await store.next.count(), await store.count()]).toEqual([3, 4]);
      expect([...(await store.next.vectors(['a#0', 'c#0'])).keys()]).toEqual(['a#0']);
      expect((await found('1')).length).toBe(4);
      // Deleting a document also deletes it from the next index, without counting it twice.
      expect(await store.deleteDocuments(['b'], { dryRun: true })).toBe(1);
      expect(await store.deleteDocuments(['b'])).toBe(1);
      expect([...(await store.next.vectors(['a#0', 'b#0'])).keys()]).toEqual(['a#0']);
      await store.next.put(other(page('c', ['4'], { scopes: ['private'] })));
      await store.swap();
      expect(await store.space()).toEqual({ encoder: 'test:other', dimensions: 8 });
      expect(await store.next.space()).toBeUndefined();
      expect((await store.search(unitVector('4', 8), 9, ALL)).map(({ id }) => id).sort()).toEqual([
        'a#0',
        'a#1',
        'c#0',
      ]);
      expect((await store.search(unitVector('4', 8), 9, ['everyone'])).map(({ id }) => id).sort()).toEqual([
        'a#0',
        'a#1',
      ]);
      // Swaps back; another connection sees it at once.
      const second = (await test.open()).vectors;
      await store.next.open({ encoder: 'test:hash', dimensions: D });
      await store.next.put(vectorsOf(page('a', ['1']), D));
      await second.swap();
      expect((await store.search(unitVector('1', D), 3, ALL)).map(({ id }) => id)).toEqual(['a#0']);
      await store.next.open({ encoder: 'test:given-up', dimensions: 4 });
      await store.next.clear();
      expect(await second.next.space()).toBeUndefined();
      await expect(store.swap()).rejects.toThrow();
      expect(await store.count()).toBe(1);
    });

    it('lets two writers in at once', async () => {
      await open();
      const other = (await test.open()).vectors;
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 ? store : other).put(vectorsOf(page(`d${i}`, [`${i}`, 'x']), D))),
      );
      expect(await other.count()).toBe(40);
    });
  });
