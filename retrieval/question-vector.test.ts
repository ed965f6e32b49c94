import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createQuestionEncoder } from './question-vector.ts';

const log = { warn: vi.fn(), debug: vi.fn() } as unknown as Log;
/** Answers after `ms` and several turns of the event loop, like an answer over the network. */
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
  const never = (): Encoder & { embed: ReturnType<typeof vi.fn> } => ({
    name: 'test:slow',
    embed: vi.fn((_: readonly string[], signal?: AbortSignal) => untilAborted(signal)),
  });

  it('is not waited for beyond the timeout, and after three slow calls not asked for at all for a while', async () => {
    const encoder = never();
    const questions = createQuestionEncoder(log, { now: () => 0, minTimeoutMs: 100, maxTimeoutMs: 100 });
    for (const text of ['a', 'b', 'c'])
      expect(await questions.embed(encoder, [text])).toEqual({
        failed: 'The embeddings test:slow did not answer within 0.1 s.',
      });
    expect(await questions.embed(encoder, ['d'])).toHaveProperty('failed');
    expect(encoder.embed).toHaveBeenCalledTimes(3);
  });

  it('is asked for again after one slow call, and after any number of late sub-questions', async () => {
    const questions = createQuestionEncoder(log, { now: () => 0, minTimeoutMs: 100, maxTimeoutMs: 100 });
    for (let i = 0; i < 4; i++)
      expect(await questions.embed(never(), ['sub'], { isExtra: true })).toHaveProperty('failed');
    expect(await questions.embed(never(), ['a'])).toHaveProperty('failed');
    expect(await questions.embed(answersAfter(0), ['b'])).toHaveProperty('vectors');
  });

  it('leaves sub-questions out while the encoder is slow, and never the question', async () => {
    const questions = createQuestionEncoder(log, { now: () => 0, minTimeoutMs: 400, maxTimeoutMs: 400 });
    const quick = answersAfter(0);
    expect(await questions.embed(quick, ['sub'], { isExtra: true })).toHaveProperty('vectors');
    expect(await questions.embed(never(), ['question'])).toHaveProperty('failed');
    const asked = vi.fn(quick.embed);
    expect(await questions.embed({ ...quick, embed: asked }, ['sub'], { isExtra: true })).toEqual({
      failed: expect.stringMatching(/test:slow are slow/),
    });
    expect(asked).not.toHaveBeenCalled();
    // Fast calls lower the mean again, so that sub-questions are encoded.
    for (let i = 0; i < 20; i++) expect(await questions.embed(quick, ['q'])).toHaveProperty('vectors');
    expect(await questions.embed(quick, ['sub'], { isExtra: true })).toHaveProperty('vectors');
  });

  it('rests at once after an error, and for a while only', async () => {
    let time = 0;
    const questions = createQuestionEncoder(log, { now: () => time });
    const broken: Encoder = { name: 'test:broken', embed: vi.fn(() => Promise.reject(new Error('gone'))) };
    vi.mocked(log.warn).mockClear();
    expect(await questions.embed(broken, ['a'])).toHaveProperty('failed');
    expect(await questions.embed(broken, ['b'])).toHaveProperty('failed');
    expect(broken.embed).toHaveBeenCalledTimes(1);
    time += 16_000;
    expect(await questions.embed(broken, ['b'])).toHaveProperty('failed');
    expect(broken.embed).toHaveBeenCalledTimes(2);
    // One log line, however many calls fail.
    expect(vi.mocked(log.warn).mock.calls).toEqual([
      [{}, 'Something went wrong: gone. Searches go by words meanwhile, or without their sub-questions.'],
    ]);
    time += 16_000;
    expect(await questions.embed(answersAfter(0), ['c'])).toHaveProperty('vectors');
  });

  it('is waited for longer where the encoder has been slow lately, up to a bound', async () => {
    const questions = createQuestionEncoder(log, { now: () => 0, minTimeoutMs: 200, maxTimeoutMs: 1200 });
    const reasons: unknown[] = [];
    for (let i = 0; i < 2; i++) reasons.push(await questions.embed(answersAfter(600), ['slow']));
    expect(reasons[0]).toHaveProperty('failed');
    const seconds = (reason: unknown) => Number(/within ([\d.]+) s/.exec(JSON.stringify(reason))?.[1]);
    if ('failed' in (reasons[1] as object)) expect(seconds(reasons[1])).toBeGreaterThan(seconds(reasons[0]));
    for (let i = 0; i < 4; i++) reasons.push(await questions.embed(answersAfter(600), ['slow']));
    expect(reasons.at(-1)).toHaveProperty('vectors');
  });

  it('is taken when only this process was too busy to read it', async () => {
    const encoder = createQuestionEncoder(log, { now: () => 0, minTimeoutMs: 1500 });
    const vectors = encoder.embed(answersAfter(100), ['a']);
    await sleep(20);
    busyFor(1700);
    expect(await vectors).toHaveProperty('vectors');
  });
});
