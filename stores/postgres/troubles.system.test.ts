import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { digestStores } from '../digest.ts';
import { SPACE, version } from '../testing/changing-world.ts';
import { createRole, inServer } from '../testing/postgres-server.ts';
import { missing, type TestStores, testStores } from '../testing/test-stores.ts';
import { connectPostgres } from './connection.ts';
import { postgresJobs } from './jobs.ts';
import { sessionName } from './pool.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const openPlace = (): TestStores => {
  const place = testStores(['POSTGRES_URL']);
  cleanups.push(() => place.dispose());
  return place;
};

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`a Postgres server in trouble${reason ? ` (${reason})` : ''}`, () => {
  it('that has no space left takes the whole change back, says so in one line, and makes it when there is space', async () => {
    const place = openPlace();
    const stores = await place.open();
    await stores.vectors.open(SPACE);
    await stores.apply({ put: [version(1, 1)] });
    const before = await digestStores(stores);
    const schema = `"${place.settings.PARLEY_NAMESPACE}"`;
    // Raises SQLSTATE 53100, "could not extend file …: No space left on device", like a server whose disk is full.
    await inServer(`CREATE FUNCTION ${schema}.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON ${schema}.passages EXECUTE FUNCTION ${schema}.full_disk()`);
    const change = { put: [version(1, 2), version(2, 1)] };
    await expect(stores.apply(change)).rejects.toMatchObject({
      code: 'DISK_FULL',
      message: 'The Postgres server has no space left; the change was taken back.',
    });
    expect(await digestStores(stores)).toEqual(before);
    await inServer(`DROP TRIGGER full_disk ON ${schema}.passages`);
    await stores.apply(change);
    expect(await digestStores(stores)).not.toEqual(before);
    expect((await stores.documents.count()).documents).toBe(2);
  });

  it('that gives no more connections is said to have none, by every part, and used again when it does', async () => {
    const place = openPlace();
    await (await place.open()).documents.count();
    const role = await createRole('SUPERUSER');
    cleanups.push(role.drop);
    const namespace = place.settings.PARLEY_NAMESPACE!;
    const records = connectPostgres(role.url, namespace);
    const jobs = postgresJobs(records.connections, namespace);
    cleanups.push(() => jobs.close().then(records.close));
    // Connection limits do not apply to superusers.
    await inServer(`ALTER ROLE ${role.name} NOSUPERUSER CONNECTION LIMIT 0`);
    const none = {
      code: 'STORE_UNAVAILABLE',
      message: 'The Postgres server has no connection left.',
      remedy: expect.stringContaining('max_connections'),
    };
    await expect(records.rows('SELECT 1')).rejects.toMatchObject(none);
    await expect(jobs.depth()).rejects.toMatchObject(none);
    await inServer(`ALTER ROLE ${role.name} SUPERUSER CONNECTION LIMIT -1`);
    expect(await records.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await jobs.depth()).toEqual([]);
  });

  it('that ends sessions again and again fails no statement, and carries each out once', async () => {
    const place = openPlace();
    const namespace = place.settings.PARLEY_NAMESPACE!;
    const records = connectPostgres(place.settings.POSTGRES_URL!, namespace);
    cleanups.push(() => records.close());
    await records.run('CREATE TABLE counted (kind text PRIMARY KEY, n integer NOT NULL)');
    await records.run("INSERT INTO counted VALUES ('run', 0), ('transaction', 0)");
    let over = false;
    let ended = 0;
    const end = async () => {
      while (!over) {
        const sessions = `pg_stat_activity WHERE application_name = '${sessionName(namespace)}'`;
        ended += (await inServer(`SELECT pg_terminate_backend(pid) FROM ${sessions}`)).length;
        await sleep(50);
      }
    };
    const ending = end();
    const count = "UPDATE counted SET n = n + 1 WHERE kind = 'run'";
    const inTwoSteps = () =>
      records.transaction(async (tx) => {
        const [row] = await tx.rows<{ n: number }>("SELECT n FROM counted WHERE kind = 'transaction' FOR UPDATE");
        await tx.run("UPDATE counted SET n = $1 WHERE kind = 'transaction'", [row!.n + 1]);
      });
    try {
      for (let done = 0; done < 40; done += 1) {
        await records.run(count);
        await inTwoSteps();
        expect(await records.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      }
    } finally {
      over = true;
      await ending;
    }
    expect(ended).toBeGreaterThan(0);
    expect(await records.rows('SELECT n FROM counted')).toEqual([{ n: 40 }, { n: 40 }]);
  });

  it('that gives its user too few rights says so and what to grant, and is used when they are given', async () => {
    const place = openPlace();
    const namespace = place.settings.PARLEY_NAMESPACE!;
    const role = await createRole();
    cleanups.push(role.drop);
    const records = connectPostgres(role.url, namespace);
    const jobs = postgresJobs(records.connections, namespace);
    cleanups.push(() => jobs.close().then(records.close));
    const bare = { code: 'STORE_UNAVAILABLE', remedy: expect.stringContaining('GRANT CREATE ON DATABASE') };
    await expect(records.rows('SELECT 1')).rejects.toMatchObject(bare);
    await expect(jobs.depth()).rejects.toMatchObject(bare);
    await role.grant();
    expect(await records.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await jobs.depth()).toEqual([]);
  });
});
