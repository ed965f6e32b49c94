import { asParleyError, isParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createFailureLog } from './failure-log.ts';
import { createTimeout } from './timeout.ts';

/** Shortest and longest that a search waits for its question's vector before it goes on by words. */
const MIN_PATIENCE_MS = 4_000;
const MAX_PATIENCE_MS = 12_000;
/** A question may take this many times what questions have taken lately. */
const PATIENCE_PER_PACE = 4;
/** How much the latest call counts in the pace. */
const LATEST = 0.3;
/** Calls in a row that are not answered in time before the encoder counts as down: one slow call is a busy machine. */
const SLOW_IN_A_ROW = 3;
/** After a failure no question waits for the encoder until this much later. */
const COOLDOWN_MS = 15_000;

/** Encodes the short texts of a search, and keeps a broken encoder from slowing every search down. */
export interface QuestionEncoder {
  /**
   * Unit vectors in order, or why there are none.
   * @param isExtra sub-questions, which a search can do without: that they come late says nothing of the next question
   * @throws CANCELLED
   */
  embed(
    encoder: Encoder,
    texts: readonly string[],
    options?: { signal?: AbortSignal; isExtra?: boolean; as?: 'question' | 'passage' },
  ): Promise<{ vectors: Float32Array[] } | { failed: string }>;
}

export interface QuestionEncoderOptions {
  now?: () => number;
  minPatienceMs?: number;
  maxPatienceMs?: number;
}

/**
 * Asks an encoder at question time: a wait that follows its pace, and a rest after an error or several calls in a row
 * without an answer, during which every call fails at once. A search then answers by words and says so.
 */
export const createQuestionEncoder = (
  log: Log,
  {
    now = Date.now,
    minPatienceMs = MIN_PATIENCE_MS,
    maxPatienceMs = Math.max(MAX_PATIENCE_MS, minPatienceMs),
  }: QuestionEncoderOptions = {},
): QuestionEncoder => {
  let rest = { until: 0, reason: '' };
  /** Milliseconds that a call takes, the latest ones most. */
  let pace = 0;
  let slow = 0;
  const failures = createFailureLog(log, 'Searches go by words meanwhile, or without their sub-questions.');
  const restFor = (reason: string) => {
    rest = { until: now() + COOLDOWN_MS, reason };
    slow = 0;
  };
  return {
    async embed(encoder, texts, { signal, isExtra = false, as = 'question' } = {}) {
      if (now() < rest.until) return { failed: rest.reason };
      // A slow encoder has the next question's own vector to make: what this one can do without is not asked of it.
      if (isExtra && PATIENCE_PER_PACE * pace >= maxPatienceMs)
        return { failed: `The embeddings ${encoder.name} are slow: ${(pace / 1000).toFixed(1)} s a call lately.` };
      const patienceMs = Math.min(maxPatienceMs, Math.max(minPatienceMs, PATIENCE_PER_PACE * pace));
      const { signal: patience, end } = createTimeout(patienceMs);
      const startedAt = performance.now();
      try {
        const vectors = await encoder.embed(texts, signal ? AbortSignal.any([signal, patience]) : patience, as);
        pace += LATEST * (performance.now() - startedAt - pace);
        slow = 0;
        failures.served();
        return { vectors };
      } catch (error) {
        if (signal?.aborted) throw asParleyError(error);
        const late = patience.aborted && !isParleyError(error, 'ENCODER_UNAVAILABLE');
        const seconds = patienceMs / 1000;
        const reason = late
          ? `The embeddings ${encoder.name} did not answer within ${seconds} s.`
          : asParleyError(error).message;
        if (late) {
          // The next question waits twice as long, so that an encoder that only became slow serves again.
          pace = Math.max(pace, (2 * patienceMs) / PATIENCE_PER_PACE);
          if (!isExtra) slow += 1;
        }
        if (!late || slow >= SLOW_IN_A_ROW) restFor(reason);
        failures.failed(error, reason, late ? 'late' : reason);
        return { failed: reason };
      } finally {
        end();
      }
    },
  };
};
