import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const listen = () => {
  const told: unknown[] = [];
  return {
    told,
    notify: async ({ params: { progress, message } }: { params: { progress: number; message?: string } }) => {
      told.push([progress, message]);
    },
  };
};

it('tells each step, and the last one again while it goes on, with numbers that grow', async () => {
  const { told, notify } = listen();
  const progress = createProgress(notify, 'token');
  await progress.tell('Searching');
  await progress.tell('Reading');
  await vi.advanceTimersByTimeAsync(30_000);
  progress.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([
    [1, 'Searching'],
    [2, 'Reading'],
    [3, 'Reading'],
    [4, 'Reading'],
  ]);
});

it('tells nothing to a client that did not ask, and survives one that has left', async () => {
  const { told, notify } = listen();
  const silent = createProgress(notify, undefined);
  await silent.tell('Searching');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toEqual([]);
  const gone = createProgress(() => Promise.reject(new Error('Not connected')), 1);
  await expect(gone.tell('Searching')).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(30_000);
  gone.end();
});
