import { asParleyError, isParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createFailureLog } from './failure-log.ts';
import { createTimeout } from './timeout.ts';

/** How long a search waits for its question's vector before it continues with words alone. */
const MIN_TIMEOUT_MS = 4_000;
const MAX_TIMEOUT_MS = 12_000;
/** The timeout of a call, as a multiple of the moving average of call times. */
const TIMEOUT_PER_MEAN_CALL = 4;
/** Weight of the latest call in the moving average of call times. */
const LATEST_WEIGHT = 0.3;
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
  minTimeoutMs?: number;
  maxTimeoutMs?: number;
}

/**
 * Asks an encoder at question time: a timeout that follows its call times, and a cooldown after an error or several calls in
 * a row without an answer, during which every call fails at once. A search then answers by words and says so.
 */
export const createQuestionEncoder = (
  log: Log,
  {
    now = Date.now,
    minTimeoutMs = MIN_TIMEOUT_MS,
    maxTimeoutMs = Math.max(MAX_TIMEOUT_MS, minTimeoutMs),
  }: QuestionEncoderOptions = {},
): QuestionEncoder => {
  let cooldown = { until: 0, reason: '' };
  /** Exponential moving average of call times. */
  let meanCallMs = 0;
  let slow = 0;
  const failures = createFailureLog(log, 'Searches go by words meanwhile, or without their sub-questions.');
  const startCooldown = (reason: string) => {
    cooldown = { until: now() + COOLDOWN_MS, reason };
    slow = 0;
  };
  return {
    async embed(encoder, texts, { signal, isExtra = false, as = 'question' } = {}) {
      if (now() < cooldown.until) return { failed: cooldown.reason };
      // A slow encoder has the next question's own vector to make: what this one can do without is not asked of it.
      if (isExtra && TIMEOUT_PER_MEAN_CALL * meanCallMs >= maxTimeoutMs)
        return {
          failed: `The embeddings ${encoder.name} are slow: ${(meanCallMs / 1000).toFixed(1)} s a call lately.`,
        };
      const timeoutMs = Math.min(maxTimeoutMs, Math.max(minTimeoutMs, TIMEOUT_PER_MEAN_CALL * meanCallMs));
      const { signal: timeout, end } = createTimeout(timeoutMs);
      const startedAt = performance.now();
      try {
        const vectors = await encoder.embed(texts, signal ? AbortSignal.any([signal, timeout]) : timeout, as);
        meanCallMs += LATEST_WEIGHT * (performance.now() - startedAt - meanCallMs);
        slow = 0;
        failures.served();
        return { vectors };
      } catch (error) {
        if (signal?.aborted) throw asParleyError(error);
        const late = timeout.aborted && !isParleyError(error, 'ENCODER_UNAVAILABLE');
        const seconds = timeoutMs / 1000;
        const reason = late
          ? `The embeddings ${encoder.name} did not answer within ${seconds} s.`
          : asParleyError(error).message;
        if (late) {
          // The next question waits twice as long, so that an encoder that only became slow serves again.
          meanCallMs = Math.max(meanCallMs, (2 * timeoutMs) / TIMEOUT_PER_MEAN_CALL);
          if (!isExtra) slow += 1;
        }
        if (!late || slow >= SLOW_IN_A_ROW) startCooldown(reason);
        failures.failed(error, reason, late ? 'late' : reason);
        return { failed: reason };
      } finally {
        end();
      }
    },
  };
};
