import { setTimeout as sleep } from 'node:timers/promises';
import { couldNotConnect, wasNotCarriedOut } from './server-error.ts';

/** The pause before another connection is asked. */
const AGAIN_MS = 100;

/**
 * Connects, or runs a statement or a whole transaction, again over another connection where that is safe.
 * @param mayRepeat whether the work can be done again after this error. By default, when the server has not carried it out
 */
export type Patiently = <T>(work: () => Promise<T>, mayRepeat?: (error: unknown) => boolean) => Promise<T>;

/**
 * Patience with one server. It may take no further connection for now, be just starting, or have ended the session: then each
 * piece of work is tried for `patienceMs`. A server that worked and cannot be connected to any more, since it is restarted, is
 * waited for until `patienceMs` after the first refusal; after that, and where it never worked, its absence is said at once.
 */
export const createPatience = (patienceMs: number): Patiently => {
  let hasWorked = false;
  let awaySince: number | undefined;
  const isRestarting = (now: number): boolean => {
    if (!hasWorked) return false;
    awaySince ??= now;
    return now + AGAIN_MS < awaySince + patienceMs;
  };
  return async (work, mayRepeat = wasNotCarriedOut) => {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        const result = await work();
        hasWorked = true;
        awaySince = undefined;
        return result;
      } catch (error) {
        const now = performance.now();
        const again = couldNotConnect(error) ? isRestarting(now) : mayRepeat(error) && now + AGAIN_MS < until;
        if (!again) throw error;
        await sleep(AGAIN_MS);
      }
    }
  };
};
