import { expect, it } from 'vitest';
import { shareConnections } from './share-connections.ts';

const share = (all: number, threads: number) =>
  shareConnections({ PARLEY_POSTGRES_CONNECTIONS: all, PARLEY_THREADS: threads });

it('leaves a process without threads all of its connections', () => {
  expect(share(15, 0).process).toBe(15);
  expect(share(2, 0).process).toBe(2);
});

it('takes what threads have from the process, so that all together are no more than the setting says', () => {
  expect(share(15, 2)).toEqual({ process: 7, thread: 4 });
  expect(share(15, 4)).toEqual({ process: 3, thread: 3 });
  for (const threads of [1, 2, 3, 6])
    for (const all of [15, 20, 100]) {
      const { process, thread } = share(all, threads);
      expect(process + threads * thread).toBe(all);
    }
});

it('gives each at least the two that a change takes', () => {
  expect(share(2, 3)).toEqual({ process: 2, thread: 2 });
});
