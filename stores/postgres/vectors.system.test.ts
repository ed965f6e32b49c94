import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unitVector } from '../testing/samples.ts';
import { missing, testStores } from '../testing/test-stores.ts';
import { vectorStoreContract } from '../vectors.contract.ts';
import { connectPostgres } from './connection.ts';
import { openVectorExtension } from './vector-extension.ts';
import { postgresVectors } from './vectors.ts';

const reason = missing(['PGVECTOR_URL']);
describe.skipIf(reason !== undefined)(`Postgres with pgvector${reason ? ` (${reason})` : ''}`, () => {
  vectorStoreContract(() => testStores(['PGVECTOR_URL']));

  describe('the index', () => {
    const place = testStores(['PGVECTOR_URL']);
    const DIMENSIONS = 24;
    const opened: ReturnType<typeof connectPostgres>[] = [];
    const open = async (options = {}) => {
      const db = connectPostgres(process.env.PGVECTOR_URL!, place.settings.PARLEY_NAMESPACE!, options);
      opened.push(db);
      expect(await openVectorExtension(db)).toBeUndefined();
      return postgresVectors(db);
    };
    beforeEach(() => place.reset());
    afterAll(async () => {
      for (const db of opened) await db.close();
      await place.dispose();
    });

    const vectorOf = (scope: string, i: number, vector: Float32Array) => ({
      passageId: `${scope}${i}#0`,
      documentId: `${scope}${i}`,
      scopes: [scope],
      vector,
    });
    /** The server's plan for the search that `work` makes. */
    const planOf = async (work: () => Promise<unknown>): Promise<string> => {
      const real = pg.Client.prototype.query;
      let said: pg.QueryConfig | undefined;
      const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
        this: pg.Client,
        ...call: unknown[]
      ) {
        const [asked] = call as [pg.QueryConfig];
        if (asked.name?.startsWith('parley-nearest')) said = asked;
        return (real as (...all: unknown[]) => unknown).apply(this, call);
      } as never);
      await work().finally(() => spy.mockRestore());
      const rows = await opened.at(-1)?.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${said?.text}`, said?.values);
      return (rows ?? []).map((row) => row['QUERY PLAN']).join('\n');
    };

    // Some vectors are near the query, the others are random.
    const query = unitVector('query', DIMENSIONS);
    const near = (i: number) => query.map((x, at) => x + 0.02 * unitVector(`near ${i}`, DIMENSIONS)[at]!);

    it('finds what comparing every vector finds, also through a filter that leaves a part', async () => {
      const store = await open();
      await store.open({ encoder: 'test:random', dimensions: DIMENSIONS });
      const vectors = Array.from({ length: 4500 }, (_, i) =>
        vectorOf(i % 2 ? 'odd' : 'even', i, unitVector(`${i}`, DIMENSIONS)),
      );
      await store.put(vectors);
      let common = 0;
      for (let n = 0; n < 20; n += 1) {
        const asked = unitVector(`question ${n}`, DIMENSIONS);
        const exact = vectors
          .filter(({ scopes }) => scopes[0] === 'even')
          .map(({ passageId, vector }) => ({ passageId, score: vector.reduce((sum, x, i) => sum + x * asked[i]!, 0) }))
          .sort((a, b) => b.score - a.score)
          .slice(0, 10)
          .map(({ passageId }) => passageId);
        const found = (await store.search(asked, 10, ['even'])).map(({ id }) => id);
        expect(found).toHaveLength(10);
        common += found.filter((id) => exact.includes(id)).length;
      }
      expect(common / 200).toBeGreaterThan(0.98);
      expect(await planOf(() => store.search(query, 10, ['even']))).toMatch(
        /Index Scan using vectors_\d+_l2_normalize_idx/,
      );
    });

    it('gives the visible ones that lie behind more hidden ones than a search may read', async () => {
      const store = await open({ maxScannedVectors: 300 });
      await store.open({ encoder: 'test:random', dimensions: DIMENSIONS });
      await store.put(Array.from({ length: 1500 }, (_, i) => vectorOf('hidden', i, near(i))));
      await store.put(Array.from({ length: 2200 }, (_, i) => vectorOf('seen', i, unitVector(`${i}`, DIMENSIONS))));
      const found = await store.search(query, 30, ['seen']);
      expect(found).toHaveLength(30);
      expect(found.every(({ id }) => id.startsWith('seen'))).toBe(true);
    });

    it('takes vectors that are too long for an index, too big for half precision, and of no length', async () => {
      const store = await open();
      await store.open({ encoder: 'test:long', dimensions: 4100 });
      const long = unitVector('long', 4100);
      await store.put([
        vectorOf(
          'a',
          1,
          long.map((x) => x * 1e7),
        ),
        vectorOf('a', 2, new Float32Array(4100)),
      ]);
      expect((await store.search(long, 5, ['a'])).map(({ id, score }) => [id, Number(score.toFixed(3))])).toEqual([
        ['a1#0', 1],
        ['a2#0', 0],
      ]);
    });
  });
});
