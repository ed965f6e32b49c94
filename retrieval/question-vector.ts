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
/** Consecutive timeouts after which the encoder counts as down. A single one may be a busy machine. */
const MAX_CONSECUTIVE_TIMEOUTS = 3;
/** After a failure, questions do not call the encoder for this long. */
const COOLDOWN_MS = 15_000;

/** Encodes the short texts of a search, and keeps a broken encoder from slowing every search down. */
export interface QuestionEncoder {
  /**
   * Encodes texts.
   * @param isExtra for optional texts such as sub-questions: their timeouts do not count towards the cooldown
   * @returns unit vectors in order, or the reason why there are none
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
 * Calls an encoder with a timeout that adapts to its call times. After an error or several consecutive timeouts, calls fail
 * at once during a cooldown. Searches then use words only, and say so.
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
  let timeoutsInRow = 0;
  const failures = createFailureLog(log, 'Searches go by words meanwhile, or without their sub-questions.');
  const startCooldown = (reason: string) => {
    cooldown = { until: now() + COOLDOWN_MS, reason };
    timeoutsInRow = 0;
  };
  return {
    async embed(encoder, texts, { signal, isExtra = false, as = 'question' } = {}) {
      if (now() < cooldown.until) return { failed: cooldown.reason };
      // Leaves a slow encoder to the vectors of questions, and skips optional texts.
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
        timeoutsInRow = 0;
        failures.served();
        return { vectors };
      } catch (error) {
        if (signal?.aborted) throw asParleyError(error);
        const isLate = timeout.aborted && !isParleyError(error, 'ENCODER_UNAVAILABLE');
        const seconds = timeoutMs / 1000;
        const reason = isLate
          ? `The embeddings ${encoder.name} did not answer within ${seconds} s.`
          : asParleyError(error).message;
        if (isLate) {
          // Doubles the next timeout, so that an encoder that became slower can still answer.
          meanCallMs = Math.max(meanCallMs, (2 * timeoutMs) / TIMEOUT_PER_MEAN_CALL);
          if (!isExtra) timeoutsInRow += 1;
        }
        if (!isLate || timeoutsInRow >= MAX_CONSECUTIVE_TIMEOUTS) startCooldown(reason);
        failures.failed(error, reason, isLate ? 'late' : reason);
        return { failed: reason };
      } finally {
        end();
      }
    },
  };
};
