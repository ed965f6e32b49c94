import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createQuestionEncoder } from './question-vector.ts';

const log = { warn: vi.fn() } as unknown as Log;
/** Answers after `ms`, in some turns of the event loop, as an answer over the network does. */
const answersAfter = (ms: number): Encoder => ({
  name: 'test:slow',
  embed: async (texts, signal) => {
    await sleep(ms, undefined, { signal });
    for (let turn = 0; turn < 3; turn++) await setImmediate(undefined, { signal });
    return texts.map(() => new Float32Array([1]));
  },
});
const untilAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

describe('the vector of a question', () => {
  it('is not waited for beyond the patience, and then not asked for at all for a while', async () => {
    const never: Encoder = { ...answersAfter(0), embed: vi.fn((_, signal) => untilAborted(signal)) };
    const encoder = createQuestionEncoder(log, () => 0, 200);
    expect(await encoder.embed(never, ['a'])).toEqual({
      failed: 'The embeddings test:slow did not answer within 0.2 s.',
    });
    expect(await encoder.embed(never, ['b'])).toHaveProperty('failed');
    expect(never.embed).toHaveBeenCalledTimes(1);
  });

  it('is taken when only this process was too busy to read it', async () => {
    const encoder = createQuestionEncoder(log, () => 0, 1500);
    const vectors = encoder.embed(answersAfter(100), ['a']);
    await sleep(20);
    busyFor(1700);
    expect(await vectors).toHaveProperty('vectors');
  });
});
