import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Clock, getRollbackPlans, TestClock } from 'pg-boss';
import { afterAll, describe, expect, it } from 'vitest';
import { jobQueueContract } from '../jobs.contract.ts';
import { missing } from '../testing/test-stores.ts';
import { postgresJobs } from './jobs.ts';
import { type Connections, openConnections } from './pool.ts';

const reason = missing(['POSTGRES_URL']);
const url = process.env.POSTGRES_URL ?? '';
const namespace = `test_${randomBytes(6).toString('hex')}`;

const opened: Connections[] = [];
/** The queue of another process. */
const jobsIn = (of: string, options?: { clock?: Clock }) => {
  const connections = openConnections(url, of);
  opened.push(connections);
  return postgresJobs(connections, of, options);
};

const inServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await client.query(sql).finally(() => client.end());
};

if (reason) describe('job queue: Postgres', () => it.skip(`skipped: ${reason}`, () => {}));
else {
  afterAll(async () => {
    for (const connections of opened) await connections.close();
    await inServer(`SET client_min_messages = warning; DROP SCHEMA IF EXISTS "${namespace}_jobs" CASCADE`);
  });
  jobQueueContract('Postgres', async () => {
    const clock = new TestClock();
    const queue = jobsIn(namespace, { clock });
    await queue.depth();
    await inServer(`DELETE FROM "${namespace}_jobs".job`);
    const other = jobsIn(namespace, { clock });
    await other.depth();
    return {
      queue,
      other,
      pass: (seconds) => (seconds < 0 ? clock.setTime(clock.now() + seconds * 1000) : clock.tick(seconds * 1000)),
      async close() {
        await queue.close();
        await other.close();
      },
    };
  });

  it('a job whose data is damaged is leased like any other, with those beside it', async () => {
    const schema = `${namespace}_damaged`;
    const kind = {
      name: 'sync',
      leaseSeconds: 30,
      attempts: 3,
      backoffSeconds: 1,
      maxBackoffSeconds: 1,
      maxWaiting: 5,
    };
    const queue = jobsIn(schema);
    try {
      for (const key of ['a', 'b', 'c', 'd']) await queue.enqueue({ kind, key, data: { n: 1 } });
      for (const [key, data] of [
        ['a', 'NULL'],
        ['b', `'null'`],
        ['c', `'["nonsense"]'`],
      ])
        await inServer(`UPDATE "${schema}_jobs".job SET data = ${data} WHERE singleton_key = '${key}'`);
      const jobs = await queue.lease(kind, 5);
      expect(jobs.map(({ key, data }) => ({ key, data }))).toEqual([
        { key: 'a', data: undefined },
        { key: 'b', data: undefined },
        { key: 'c', data: undefined },
        { key: 'd', data: { n: 1 } },
      ]);
      for (const { enqueuedAt } of jobs) expect(Math.abs(Date.now() - Date.parse(enqueuedAt))).toBeLessThan(300_000);
    } finally {
      await queue.close();
      await inServer(`SET client_min_messages = warning; DROP SCHEMA IF EXISTS "${schema}_jobs" CASCADE`);
    }
  });

  describe('job queue: tables of an older version', () => {
    it('that cannot be brought up to date are said to be, with what to do, and stay as they are', async () => {
      const old = `${namespace}_too_old`;
      const queue = jobsIn(old);
      try {
        await queue.depth();
        await queue.close();
        await inServer(`UPDATE "${old}_jobs".version SET version = 20`);
        await expect(queue.depth()).rejects.toMatchObject({
          code: 'STORE_UNAVAILABLE',
          message: `The job queue in the schema ${old}_jobs is too old for this Parley to bring up to date.`,
          remedy: expect.stringContaining(`ALTER SCHEMA "${old}_jobs" RENAME TO`),
        });
        await inServer(`ALTER SCHEMA "${old}_jobs" RENAME TO "${old}_jobs_old"`);
        expect(await queue.depth()).toEqual([]);
      } finally {
        await queue.close();
        for (const schema of [`${old}_jobs`, `${old}_jobs_old`])
          await inServer(`SET client_min_messages = warning; DROP SCHEMA IF EXISTS "${schema}" CASCADE`);
      }
    });

    it('are brought up to date with the jobs that wait in them, by several processes at once', async () => {
      const schema = `${namespace}_jobs`;
      const kind = {
        name: 'older',
        leaseSeconds: 30,
        attempts: 3,
        backoffSeconds: 1,
        maxBackoffSeconds: 1,
        maxWaiting: 5,
      };
      const before = jobsIn(namespace);
      await before.enqueue({ kind, key: 'kept', data: { n: 1 } });
      await before.close();
      const version = async () => (await inServer(`SELECT version FROM "${schema}".version`)).rows[0].version as number;
      const newest = await version();
      await inServer(getRollbackPlans(schema, newest));
      expect(await version()).toBe(newest - 1);

      const queues = [jobsIn(namespace), jobsIn(namespace)];
      const leased = (await Promise.all(queues.map((queue) => queue.lease(kind, 5)))).flat();
      expect(leased.map(({ key, data }) => ({ key, data }))).toEqual([{ key: 'kept', data: { n: 1 } }]);
      expect(await version()).toBe(newest);
      await Promise.all(queues.map((queue) => queue.close()));
    });
  });
}
