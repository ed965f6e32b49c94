import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../../core/log.ts';
import { openWritableStores } from '../open.ts';
import { SPACE, version } from '../testing/changing-world.ts';
import { createRole } from '../testing/postgres-server.ts';
import { startSmallPooler } from '../testing/small-pooler.ts';
import { missing, testStores } from '../testing/test-stores.ts';
import { connectPostgres } from './connection.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const CONNECT_MS = 1000;
const kind = { name: 'sync', leaseSeconds: 30, attempts: 3, backoffSeconds: 1, maxBackoffSeconds: 1, maxWaiting: 50 };

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`a Postgres server with few connections${reason ? ` (${reason})` : ''}`, () => {
  const place = () => {
    const { settings, dispose } = testStores(['POSTGRES_URL']);
    cleanups.push(dispose);
    return settings;
  };
  const logged = () => {
    const lines: string[] = [];
    const warn = (...said: unknown[]) => void lines.push(String(said.at(-1)));
    return { lines, log: { warn } as Pick<Log, 'warn'> };
  };
  const inTime = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    expect(performance.now() - start).toBeLessThan(ms);
    return result;
  };

  it('serves everybody by those that a pooler gives, says so once, and takes more when there are more', async () => {
    const { POSTGRES_URL, PARLEY_NAMESPACE } = place();
    const pooler = await startSmallPooler(POSTGRES_URL!, 3);
    const { lines, log } = logged();
    const db = connectPostgres(pooler.url, PARLEY_NAMESPACE!, { connectMs: CONNECT_MS, log });
    cleanups.push(pooler.close, db.close);
    await db.rows('SELECT 1');
    const ask = async () => expect(await db.rows('SELECT 1 AS one, pg_sleep(0.02)')).toMatchObject([{ one: 1 }]);
    // None of them waits for the connection that does not come.
    await inTime(CONNECT_MS, () => Promise.all(Array.from({ length: 40 }, ask)));
    const until = performance.now() + 5 * CONNECT_MS;
    while (!db.connections.state().isRefusedMore && performance.now() < until) await Promise.all([1, 2, 3, 4].map(ask));
    expect(db.connections.state()).toEqual({ open: 3, most: 15, isRefusedMore: true });
    expect(lines).toEqual([expect.stringContaining('no further connection')]);
    await inTime(CONNECT_MS, () => Promise.all(Array.from({ length: 40 }, ask)));
    expect(lines).toHaveLength(1);

    pooler.size(30);
    const later = performance.now() + 25_000;
    while (db.connections.state().isRefusedMore && performance.now() < later) await Promise.all([1, 2, 3, 4].map(ask));
    expect(db.connections.state()).toMatchObject({ isRefusedMore: false });
    expect(lines).toHaveLength(2);
  });

  it('gives a change its second connection also when the first attempt at that fails', async () => {
    const { POSTGRES_URL, PARLEY_NAMESPACE } = place();
    const pooler = await startSmallPooler(POSTGRES_URL!, 30);
    const db = connectPostgres(pooler.url, PARLEY_NAMESPACE!);
    cleanups.push(pooler.close, db.close);
    await db.rows('SELECT 1');
    pooler.cutNext();
    await inTime(5000, () => db.withLock(() => db.run('SELECT 1')));
  });

  it('is closed at once while a further connection is waited for', async () => {
    const { POSTGRES_URL, PARLEY_NAMESPACE } = place();
    const pooler = await startSmallPooler(POSTGRES_URL!, 2);
    const db = connectPostgres(pooler.url, PARLEY_NAMESPACE!);
    cleanups.push(pooler.close);
    await Promise.all(Array.from({ length: 9 }, () => db.rows('SELECT 1')));
    await inTime(1500, db.close);
  });

  it.each([
    [
      'a pooler with two sessions',
      async (url: string) => {
        const pooler = await startSmallPooler(url, 2);
        cleanups.push(pooler.close);
        return pooler.url;
      },
    ],
    [
      'a user with two connections',
      async () => {
        const role = await createRole('CONNECTION LIMIT 2');
        cleanups.push(role.drop);
        await role.grant();
        return role.url;
      },
    ],
  ])('holds changes, jobs and questions of one process over %s', async (_what, urlFor) => {
    const settings = place();
    const url = await urlFor(settings.POSTGRES_URL!);
    const stores = await openWritableStores({ ...settings, POSTGRES_URL: url });
    cleanups.push(stores.close);
    await stores.vectors.open(SPACE);
    const keys = Array.from({ length: 10 }, (_, n) => `job ${n}`);
    await inTime(9000, () =>
      Promise.all([
        stores.apply({ put: [version(1, 1), version(2, 1)] }),
        stores.apply({ put: [version(1, 2)] }),
        ...keys.map((key) => stores.jobs.enqueue({ kind, key, data: { key } })),
        ...keys.map((key) => stores.keyValues.put('few', key, { key })),
        ...keys.map(() => stores.lexical.search('a word', 5, ['everyone'])),
      ]),
    );
    expect((await stores.documents.count()).documents).toBe(2);
    expect((await stores.jobs.depth()).map(({ waiting }) => waiting)).toEqual([10]);
    expect(await stores.keyValues.list('few', { limit: 100 })).toHaveLength(10);
  });

  it('that gives one alone cannot hold a change, and says how many are needed', async () => {
    const { POSTGRES_URL, PARLEY_NAMESPACE } = place();
    const pooler = await startSmallPooler(POSTGRES_URL!, 1);
    const db = connectPostgres(pooler.url, PARLEY_NAMESPACE!, { connectMs: 200, statementMs: 1000 });
    cleanups.push(pooler.close, db.close);
    await db.rows('SELECT 1');
    await expect(db.withLock(() => db.run('SELECT 1'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      remedy: expect.stringContaining('only 1 of 15 connections: give it more, at least 2'),
    });
    expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
