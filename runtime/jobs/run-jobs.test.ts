import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import type { JobKind, JobQueue } from '../../stores/index.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import { type JobRecord, runJobs } from './run-jobs.ts';

const kind: JobKind = {
  name: 'sync',
  leaseSeconds: 10,
  attempts: 2,
  backoffSeconds: 0,
  maxBackoffSeconds: 0,
  maxWaiting: 10,
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});
const openQueue = async (): Promise<JobQueue> => {
  const place = testStores();
  cleanups.push(() => place.dispose());
  return (await place.open()).jobs;
};

it('gives up a job that hangs, whether or not it hears its signal, and does the next', async () => {
  const queue = await openQueue();
  const ended: JobRecord[] = [];
  const told: string[] = [];
  for (const key of ['hangs', 'works']) await queue.enqueue({ kind, key, data: {} });
  const jobs = runJobs({
    queue,
    handlers: [
      {
        kind,
        atOnce: 1,
        maxMs: 50,
        pollMs: 5,
        run: ({ key }, signal) => {
          signal.addEventListener('abort', () => told.push((signal.reason as Error).message));
          return key === 'hangs' ? new Promise(() => {}) : Promise.resolve();
        },
      },
    ],
    log: silentLog,
    observer: { jobEnded: (record) => void ended.push(record) },
  });
  cleanups.push(() => jobs.close());
  await expect.poll(() => ended.map(({ outcome }) => outcome).sort()).toEqual(['again', 'dead', 'done']);
  expect(told).toHaveLength(2);
  const [dead, ...others] = await queue.dead(10);
  expect(others).toEqual([]);
  expect(dead).toMatchObject({ key: 'hangs', error: expect.stringContaining('was not done after') });
});
