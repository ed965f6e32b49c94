import { isParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { createFailureLog } from './failure-log.ts';
import { createTimeout, whenAborted } from './timeout.ts';

/** After a failure no search asks the store until this much later: each would else wait for it. */
const COOLDOWN_MS = 15_000;

/** One search's calls to a store that it can do without. */
export interface GuardedCalls {
  /** @throws STORE_UNAVAILABLE (see `isMissing`) when the store is down or slow; what else `work` throws */
  call<T>(work: () => Promise<T>): Promise<T>;
}

export interface CircuitBreakerOptions {
  /** What the calls of one search may wait, all together. */
  timeoutMs: number;
  cooldownMs?: number;
  now?: () => number;
}

/**
 * Keeps a store that is down or slow from taking more than its part from a search: its calls wait a bounded time together,
 * and after a failure nobody asks it for a while.
 *
 * @param what names the store for messages, such as "the vector store"
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

/** True of the failure of a dispensable store. */
export const isMissing = (error: unknown): error is ParleyError =>
  isParleyError(error, 'STORE_UNAVAILABLE') && 'missing' in error.details;
