import { afterAll, describe, expect, it } from 'vitest';
import { createRole } from '../testing/postgres-server.ts';
import { missing, testStores } from '../testing/test-stores.ts';
import { connectPostgres } from './connection.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`a schema on Postgres${reason ? ` (${reason})` : ''}`, () => {
  const place = testStores(['POSTGRES_URL']);
  const opened: ReturnType<typeof connectPostgres>[] = [];
  const open = (options = {}) => {
    const db = connectPostgres(process.env.POSTGRES_URL!, place.settings.PARLEY_NAMESPACE!, options);
    opened.push(db);
    return db;
  };
  afterAll(async () => {
    for (const db of opened) await db.close();
    await place.dispose();
  });

  it('is made by several first users at once, and refused when a newer Parley wrote it', async () => {
    const versions = await Promise.all(
      [open(), open(), open()].map((db) => db.rows('SELECT version FROM schema_version')),
    );
    expect(versions[0]).toHaveLength(1);
    expect(versions).toEqual([versions[0], versions[0], versions[0]]);
    const [db] = opened;
    const newer = (worksSince: string) =>
      db!.run(`UPDATE schema_version SET version = version + 1, works_since = ${worksSince}`);
    await newer('version + 1');
    await expect(open().rows('SELECT 1')).rejects.toMatchObject({ code: 'DATA_NEWER' });
    await db!.run('UPDATE schema_version SET version = version - 1');
    await newer('NULL');
    await expect(open().rows('SELECT 1')).rejects.toMatchObject({ code: 'DATA_NEWER' });
  });

  it('of a newer Parley is used as it is where that says that this one still works on it', async () => {
    const [db] = opened;
    const [before] = await db!.rows<{ version: number }>('SELECT version FROM schema_version');
    await db!.run('UPDATE schema_version SET works_since = version - 1');
    expect(await open().rows('SELECT version FROM schema_version')).toEqual([before]);
    // The next start of either version corrects both numbers.
    await db!.run('UPDATE schema_version SET version = version - 1');
    await open().rows('SELECT 1');
    expect(await db!.rows('SELECT version, works_since FROM schema_version')).toEqual([
      { version: before!.version - 1, works_since: expect.any(Number) },
    ]);
  });

  it('of an older Parley, without a word of who works on it, gets that too', async () => {
    const [db] = opened;
    await db!.run('ALTER TABLE schema_version DROP COLUMN works_since');
    await open().rows('SELECT 1');
    expect(await db!.rows('SELECT works_since FROM schema_version')).toEqual([{ works_since: expect.any(Number) }]);
  });

  it('ends a statement that takes longer than its bound, with one clear line, and goes on', async () => {
    const db = open({ statementMs: 200 });
    await expect(db.transaction((tx) => tx.rows('SELECT pg_sleep(20)'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('took too long'),
    });
    expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets statements wait for a free connection longer than for the making of one, urgent ones the least', async () => {
    const db = open({ connectMs: 1000 });
    await db.rows('SELECT 1');
    const ended: string[] = [];
    const slow = Array.from({ length: 24 }, async () => {
      await db.rows('SELECT pg_sleep(0.6)');
      ended.push('slow');
    });
    const urgent = db.run('SELECT 1', [], { urgent: true }).then(() => ended.push('urgent'));
    await Promise.all([...slow, urgent]);
    expect(ended).toHaveLength(25);
    expect(ended.indexOf('urgent')).toBeLessThanOrEqual(8);
  });

  it('waits for one of its own connections where the server takes no further one', async () => {
    const role = await createRole('CONNECTION LIMIT 1');
    await role.grant();
    const db = connectPostgres(role.url, 'parley_few');
    try {
      const asked = Array.from({ length: 8 }, () => db.rows('SELECT 1 AS one'));
      expect(await Promise.all(asked)).toEqual(asked.map(() => [{ one: 1 }]));
    } finally {
      await db.close();
      await role.drop();
    }
  });

  it('waits for the lock longer than for any statement, and releases it when the work fails', async () => {
    const [a, b] = [open({ statementMs: 200 }), open({ statementMs: 200 })];
    const order: string[] = [];
    let entered = () => {};
    const inside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const first = a.withLock(async () => {
      entered();
      await new Promise((later) => setTimeout(later, 600));
      order.push('first');
      throw new Error('the work failed');
    });
    await inside;
    expect(await b.withLock(async () => 'never', { wait: false })).toBeUndefined();
    const second = b.withLock(async () => order.push('second'));
    await expect(first).rejects.toThrow('the work failed');
    await second;
    expect(order).toEqual(['first', 'second']);
    expect(await a.withLock(async () => 'free again', { wait: false })).toBe('free again');
  });
});
