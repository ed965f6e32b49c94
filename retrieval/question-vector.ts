import { asParleyError, isParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createTimeout } from './timeout.ts';

/** Longest that a search waits for its question's vector before it goes on by words. */
const TIMEOUT_MS = 4_000;
/** After a failure no question waits for the encoder until this much later. */
const COOLDOWN_MS = 15_000;

/** Encodes the short texts of a search, and keeps a broken encoder from slowing every search down. */
export interface QuestionEncoder {
  /** Unit vectors in order, or why there are none. @throws CANCELLED */
  embed(
    encoder: Encoder,
    texts: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ vectors: Float32Array[] } | { failed: string }>;
}

/**
 * Asks an encoder at question time: a bounded wait, and a rest after a failure, during which every call fails
 * at once. A search then answers by words and says so.
 */
export const createQuestionEncoder = (
  log: Log,
  now: () => number = Date.now,
  timeoutMs = TIMEOUT_MS,
): QuestionEncoder => {
  let restUntil = 0;
  let reason = '';
  return {
    async embed(encoder, texts, signal) {
      if (now() < restUntil) return { failed: reason };
      const { signal: patience, end } = createTimeout(timeoutMs);
      try {
        return { vectors: await encoder.embed(texts, signal ? AbortSignal.any([signal, patience]) : patience) };
      } catch (error) {
        if (signal?.aborted) throw asParleyError(error);
        reason = isParleyError(error, 'ENCODER_UNAVAILABLE')
          ? error.message
          : patience.aborted
            ? `The embeddings ${encoder.name} did not answer within ${timeoutMs / 1000} s.`
            : asParleyError(error).message;
        restUntil = now() + COOLDOWN_MS;
        log.warn({ err: error }, 'encoder unavailable: searching by words');
        return { failed: reason };
      } finally {
        end();
      }
    },
  };
};
