import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Source } from '../core/document.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import { startWorker, type WorkerParley } from './worker.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const MINUTE = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const source = (id: string, syncedMinutesAgo?: number, every?: string): Source => ({
  id,
  kind: 'folder',
  location: `/${id}`,
  scopes: [],
  ...(every && { options: { every } }),
  ...(syncedMinutesAgo !== undefined && { syncedAt: new Date(START - syncedMinutesAgo * MINUTE).toISOString() }),
});

/** The parts of Parley that a worker needs, with a separate queue. `synced` records the syncs by minute. */
const open = (sources: Source[], environment: Record<string, string> = {}, fails: string[] = []) => {
  const synced: string[] = [];
  const { jobs, keyValues, relay, close } = openEmbedded(':memory:');
  const parley = {
    settings: readSettings(environment),
    log: silentLog,
    webhooks: { deliver: async () => {} },
    stores: { documents: { sources: async () => sources }, jobs, keyValues, relay },
    async sync([id]: string[]) {
      synced.push(`${id} ${Math.floor((Date.now() - START) / MINUTE)}`);
      if (fails.includes(id!)) throw new Error('no network');
      sources.find((one) => one.id === id)!.syncedAt = new Date().toISOString();
      return { added: 0, updated: 0, unchanged: 1, deleted: 0, failed: [] };
    },
  } as unknown as WorkerParley;
  return { synced, jobs, parley, close };
};

const worker = (...of: Parameters<typeof open>) => {
  const opened = open(...of);
  const running = startWorker(opened.parley);
  return {
    ...opened,
    async end() {
      await running.close();
      await opened.close();
    },
  };
};

it('reads a source again an hour after it was last read, also when that was before the start', async () => {
  const { synced, end } = worker([source('old', 300), source('recent', 50), source('never')]);
  await vi.advanceTimersByTimeAsync(75.5 * MINUTE);
  expect(synced).toEqual(['old 1', 'recent 10', 'never 60', 'old 61', 'recent 70']);
  await end();
});

it('goes by PARLEY_SYNC_EVERY, and by a source’s own interval before that', async () => {
  const { synced, end } = worker([source('a', 0), source('b', 0, '15m'), source('c', 500, 'off')], {
    PARLEY_SYNC_EVERY: '40m',
  });
  await vi.advanceTimersByTimeAsync(46.5 * MINUTE);
  expect(synced).toEqual(['b 15', 'b 30', 'a 40', 'b 45']);
  await end();
});

it('syncs nothing with `off` but what has an interval of its own', async () => {
  const { synced, end } = worker([source('a', 999), source('b', 999, '1h')], { PARLEY_SYNC_EVERY: 'off' });
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(synced).toEqual(['b 1']);
  await end();
});

it('tries a source that fails again soon, then with its next interval, and goes on with the others', async () => {
  const { synced, jobs, end } = worker([source('down', 90, '15m'), source('up', 90, '15m')], {}, ['down']);
  await vi.advanceTimersByTimeAsync(12 * MINUTE);
  expect(synced).toEqual(['down 1', 'up 1', 'down 2', 'down 4']);
  expect(await jobs.dead(10)).toEqual([expect.objectContaining({ kind: 'sync', key: 'down', attempts: 3 })]);
  await vi.advanceTimersByTimeAsync(7.5 * MINUTE);
  expect(synced.slice(4)).toEqual(['up 16', 'down 19']);
  await end();
});

it('reads each source once, however many workers there are', async () => {
  const { synced, parley, close } = open([source('a', 90, '10m'), source('b', 90, '10m')]);
  const workers = [startWorker(parley), startWorker(parley), startWorker(parley)];
  await vi.advanceTimersByTimeAsync(12.5 * MINUTE);
  expect(synced.toSorted()).toEqual(['a 1', 'a 11', 'b 1', 'b 11']);
  await Promise.all(workers.map((one) => one.close()));
  await close();
});

it('gives a source back when it closes, and the next worker reads it at once', async () => {
  const { synced, parley, jobs, close } = open([source('a', 90)]);
  const reads = Promise.withResolvers<void>();
  const slow = {
    ...parley,
    sync: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        reads.resolve();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  } as unknown as WorkerParley;
  const first = startWorker(slow);
  await vi.advanceTimersByTimeAsync(1.5 * MINUTE);
  await reads.promise;
  await first.close();
  expect((await jobs.find('sync', ['a'])).get('a')).toEqual({ state: 'waiting', position: 1 });
  const second = startWorker(parley);
  await vi.advanceTimersByTimeAsync(2000);
  expect(synced).toEqual(['a 1']);
  await second.close();
  await close();
});
