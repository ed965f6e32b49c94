import { isParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { createFailureLog } from './failure-log.ts';
import { createTimeout, whenAborted } from './timeout.ts';

/** After a failure, searches do not call the store for this long, because each of them would wait for it. */
const COOLDOWN_MS = 15_000;

/** The calls of one search to an optional store. */
export interface GuardedCalls {
  /** @throws STORE_UNAVAILABLE (see `isStoreDown`) if the store is down or slow; other errors of `work` unchanged */
  call<T>(work: () => Promise<T>): Promise<T>;
}

export interface CircuitBreakerOptions {
  /** Limit for the total time of all calls of one search, in milliseconds. */
  timeoutMs: number;
  cooldownMs?: number;
  now?: () => number;
}

/**
 * Limits how much a store that is down or slow can delay searches: the calls of one search share a time limit, and after a
 * failure no search calls the store for `cooldownMs`.
 *
 * @param what the store's name in messages, such as "the vector store"
 */
export const circuitBreaker = (
  what: string,
  log: Log,
  { timeoutMs, cooldownMs = COOLDOWN_MS, now = Date.now }: CircuitBreakerOptions,
): { forSearch(): GuardedCalls } => {
  let open: { until: number; failure: ParleyError } | undefined;
  const failures = createFailureLog(log, `Searches go without ${what} meanwhile.`);
  const missing = (message: string, cause: unknown) => {
    const remedy = 'Search goes without it until it answers; `parley doctor` says more.';
    const failure = new ParleyError('STORE_UNAVAILABLE', { message, remedy, cause, details: { missing: what } });
    open = { until: now() + cooldownMs, failure };
    failures.failed(failure, message);
    return failure;
  };
  return {
    forSearch() {
      let left = timeoutMs;
      return {
        async call(work) {
          if (open && now() < open.until) throw open.failure;
          const timeout = createTimeout(Math.max(1, left));
          const startedAt = performance.now();
          try {
            const made = await Promise.race([work(), whenAborted(timeout.signal)]);
            failures.served();
            return made;
          } catch (error) {
            if (timeout.signal.aborted) throw missing(`No answer from ${what} within ${timeoutMs / 1000} s.`, error);
            if (isParleyError(error, 'STORE_UNAVAILABLE')) throw missing(error.message, error);
            throw error;
          } finally {
            timeout.end();
            left -= performance.now() - startedAt;
          }
        },
      };
    },
  };
};

/** Whether a call of a circuit breaker failed because its store is down or slow. */
export const isStoreDown = (error: unknown): error is ParleyError =>
  isParleyError(error, 'STORE_UNAVAILABLE') && 'missing' in error.details;
