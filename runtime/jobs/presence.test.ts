import { expect, it, vi } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import { announceWorker, listWorkers, watchWorkers } from './presence.ts';

const about = { host: 'vm', pid: 1, startedAt: '2026-01-01T00:00:00.000Z' };
/** A clock that is ahead by so much, and does something while somebody sleeps. */
const clockAhead = (ms: number, meanwhile: () => Promise<unknown> = async () => {}) => ({
  now: () => Date.now() + ms,
  sleep: async () => void (await meanwhile()),
});

it('takes a worker for gone that was not heard of for a while, also when the clock was set back', async () => {
  const place = testStores();
  const { keyValues } = await place.open();
  const worker = announceWorker(keyValues, silentLog);
  const alive = async (laterMs: number) => (await listWorkers(keyValues, clockAhead(laterMs))).map((one) => one.alive);
  try {
    await expect.poll(() => alive(0)).toEqual([true]);
    expect(await alive(60_000)).toEqual([false]);
    expect(await alive(-3_600_000)).toEqual([false]);
  } finally {
    await worker.close();
    await place.dispose();
  }
});

it('takes a worker for alive that announces itself by another clock than this one', async () => {
  const place = testStores();
  const { keyValues } = await place.open();
  try {
    const announce = (ms: number) =>
      keyValues.put('worker', 'w1', about, { updatedAt: new Date(Date.now() - 3_600_000 + ms).toISOString() });
    await announce(0);
    await keyValues.put('worker', 'dead', about, { updatedAt: new Date(Date.now() - 7_200_000).toISOString() });
    const listed = await listWorkers(
      keyValues,
      clockAhead(0, () => announce(5000)),
    );
    expect(listed.map(({ id, alive }) => [id, alive])).toEqual([
      ['dead', false],
      ['w1', true],
    ]);
  } finally {
    await place.dispose();
  }
});

it('a process whose clock differs hands its questions over, and answers by itself once the worker is silent', async () => {
  vi.useFakeTimers();
  const place = testStores();
  try {
    const { keyValues } = await place.open();
    let steady = 0;
    const clock = { now: () => Date.UTC(2026, 0, 1), steady: () => steady, sleep: async () => {} };
    const announce = (n: number) =>
      keyValues.put('worker', 'w1', about, { updatedAt: new Date(clock.now() + 3_600_000 + n * 5000).toISOString() });
    await announce(0);
    const workers = watchWorkers(keyValues, silentLog, clock);
    const pass = async () => {
      steady += 5000;
      await vi.advanceTimersByTimeAsync(5000);
    };
    await vi.advanceTimersByTimeAsync(0);
    expect(workers.some()).toBe(false);
    await announce(1);
    await pass();
    expect(workers.some()).toBe(true);
    for (let n = 0; n < 3; n += 1) await pass();
    expect(workers.some()).toBe(false);
    workers.close();
  } finally {
    vi.useRealTimers();
    await place.dispose();
  }
});
