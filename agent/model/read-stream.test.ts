import { AIMessageChunk } from '@langchain/core/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_SILENCE_MS, readStream } from './read-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const text = () => new AIMessageChunk('word ');
const thinking = () => new AIMessageChunk({ content: '', additional_kwargs: { reasoning_content: 'hm' } });
const callPiece = () =>
  new AIMessageChunk({ content: '', tool_call_chunks: [{ index: 0, name: 'f', args: '{', type: 'tool_call_chunk' }] });

/** Sends pieces at a pace and then nothing more. @returns the seconds of silence until the request is stopped */
const silenceAfter = async (pieces: (() => AIMessageChunk)[], gapMs: number): Promise<number> => {
  let silentSince = 0;
  let stoppedAt: number | undefined;
  const over = Promise.withResolvers<never>();
  const stream = (async function* () {
    for (const piece of pieces) {
      await new Promise((resolve) => setTimeout(resolve, gapMs));
      yield piece();
      silentSince = Date.now();
    }
    await over.promise;
  })();
  const reading = readStream(stream, { messages: [] }, (reason) => {
    stoppedAt = Date.now();
    over.reject(reason);
  });
  const stopped = expect(reading).rejects.toThrow(/sent nothing more for [\d.]+ seconds/);
  await vi.advanceTimersByTimeAsync(pieces.length * gapMs + MAX_SILENCE_MS + 1_000);
  await stopped;
  return Math.round(((stoppedAt ?? Number.NaN) - silentSince) / 1000);
};
const times = (count: number, piece: () => AIMessageChunk) => Array.from({ length: count }, () => piece);

describe('a stream that stops in the middle is given up', () => {
  it.each([
    ['after 15 seconds where its text came quickly', times(40, text), 20, 15],
    ['after 30 seconds where its text came at the pace of a local model', times(40, text), 200, 30],
    ['after 45 seconds where its text came slowly', times(40, text), 3_000, 45],
    ['after 45 seconds before its pace is known', times(10, text), 20, 45],
    ['after 45 seconds where it thinks', [...times(40, text), ...times(3, thinking)], 20, 45],
    ['after 45 seconds where it writes the arguments of a function', times(40, callPiece), 20, 45],
  ])('%s', async (_, pieces, gapMs, seconds) => {
    expect(await silenceAfter(pieces, gapMs)).toBe(seconds);
  });
});
