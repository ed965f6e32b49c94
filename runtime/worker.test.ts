import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Source } from '../core/document.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import type { Parley } from './parley.ts';
import { startWorker } from './worker.ts';

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

/** A Parley of which only what the worker asks is there; `synced` says what was read and in which minute. */
const worker = (sources: Source[], environment: Record<string, string> = {}, fails: string[] = []) => {
  const synced: string[] = [];
  const parley = {
    settings: readSettings(environment),
    log: silentLog,
    stores: { documents: { sources: async () => sources } },
    async sync([id]: string[]) {
      synced.push(`${id} ${(Date.now() - START) / MINUTE}`);
      if (fails.includes(id!)) throw new Error('no network');
      sources.find((one) => one.id === id)!.syncedAt = new Date().toISOString();
    },
  } as unknown as Parley;
  return { synced, running: startWorker(parley) };
};

it('reads a source again an hour after it was last read, also when that was before the start', async () => {
  const { synced, running } = worker([source('old', 300), source('recent', 50), source('never')]);
  await vi.advanceTimersByTimeAsync(75 * MINUTE);
  expect(synced).toEqual(['old 1', 'recent 10', 'never 60', 'old 61', 'recent 70']);
  await running.close();
});

it('goes by PARLEY_SYNC_EVERY, and by a source’s own interval before that', async () => {
  const { synced, running } = worker([source('a', 0), source('b', 0, '15m'), source('c', 500, 'off')], {
    PARLEY_SYNC_EVERY: '40m',
  });
  await vi.advanceTimersByTimeAsync(46 * MINUTE);
  expect(synced).toEqual(['b 15', 'b 30', 'a 40', 'b 45']);
  await running.close();
});

it('syncs nothing with `off` but what has an interval of its own', async () => {
  const { synced, running } = worker([source('a', 999), source('b', 999, '1h')], { PARLEY_SYNC_EVERY: 'off' });
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(synced).toEqual(['b 1']);
  await running.close();
});

it('waits the interval after a failure, and goes on with the others', async () => {
  const { synced, running } = worker([source('down', 90), source('up', 90)], {}, ['down']);
  await vi.advanceTimersByTimeAsync(62 * MINUTE);
  expect(synced).toEqual(['down 1', 'up 1', 'down 61', 'up 61']);
  await running.close();
});
