import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { TestClock } from 'pg-boss';
import { afterAll, describe, it } from 'vitest';
import { jobQueueContract } from '../jobs.contract.ts';
import { missing } from '../testing/test-stores.ts';
import { postgresJobs } from './jobs.ts';

const reason = missing(['POSTGRES_URL']);
const url = process.env.POSTGRES_URL ?? '';
const namespace = `test_${randomBytes(6).toString('hex')}`;

const inServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

if (reason) describe('job queue: Postgres', () => it.skip(`skipped: ${reason}`, () => {}));
else {
  afterAll(() => inServer(`SET client_min_messages = warning; DROP SCHEMA IF EXISTS "${namespace}_jobs" CASCADE`));
  jobQueueContract('Postgres', async () => {
    const clock = new TestClock();
    const queue = postgresJobs(url, namespace, { clock });
    await queue.depth();
    await inServer(`DELETE FROM "${namespace}_jobs".job`);
    const other = postgresJobs(url, namespace, { clock });
    await other.depth();
    return {
      queue,
      other,
      pass: (seconds) => clock.tick(seconds * 1000),
      async close() {
        await queue.close();
        await other.close();
      },
    };
  });
}
