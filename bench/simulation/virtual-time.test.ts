import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { takeOverTime } from './virtual-time.ts';

it('runs code of a process outside of the asynchronous context in which it is started', async () => {
  const graph = new AsyncLocalStorage<string>();
  const time = takeOverTime(1);
  const owner = { name: 'the next process', alive: true, pausedUntil: 0 };
  try {
    const seen = graph.run('a run of the process that died', () =>
      time.as(owner, () => [graph.getStore(), time.owner]),
    );
    expect(seen).toEqual([undefined, owner]);
  } finally {
    time.uninstall();
  }
});
