import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
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

const diskFull = async () => {
  await sleep(1);
  throw new ParleyError('DISK_FULL', { message: 'No space left.', remedy: 'Give it space.' });
};

it('keeps a job for a store that is away, beyond its attempts, and does it once the store is back', async () => {
  const queue = await openQueue();
  const ended: JobRecord[] = [];
  let away = true;
  await queue.enqueue({ kind, key: 'waits', data: {} });
  const jobs = runJobs({
    queue,
    handlers: [{ kind, atOnce: 1, pollMs: 5, run: () => (away ? diskFull() : sleep(1)) }],
    log: silentLog,
    observer: { jobEnded: (record) => void ended.push(record) },
  });
  cleanups.push(() => jobs.close());
  await expect.poll(() => ended.length).toBeGreaterThan(kind.attempts);
  away = false;
  await expect.poll(() => ended.at(-1)?.outcome).toBe('done');
  expect(new Set(ended.map(({ outcome, attempt }) => `${outcome} ${attempt}`))).toEqual(
    new Set(['postponed 1', 'done 1']),
  );
});

it('gives up a job that has met a store that is away for more than an hour', async () => {
  const queue = await openQueue();
  const ended: JobRecord[] = [];
  await queue.enqueue({ kind, key: 'poison', data: {} });
  const old: JobQueue = {
    ...queue,
    lease: async (...asked) =>
      (await queue.lease(...asked)).map((job) => ({
        ...job,
        enqueuedAt: new Date(Date.parse(job.enqueuedAt) - 3_700_000).toISOString(),
      })),
  };
  const jobs = runJobs({
    queue: old,
    handlers: [{ kind, atOnce: 1, pollMs: 5, run: diskFull }],
    log: silentLog,
    observer: { jobEnded: (record) => void ended.push(record) },
  });
  cleanups.push(() => jobs.close());
  await expect.poll(() => ended.map(({ outcome }) => outcome)).toEqual(['again', 'dead']);
  expect(await queue.dead(10)).toMatchObject([{ key: 'poison', error: expect.stringContaining('No space left') }]);
});
