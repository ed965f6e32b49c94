import { setTimeout as sleep } from 'node:timers/promises';
import { wasNotCarriedOut } from './server-error.ts';

/** The pause before another connection is asked. */
const AGAIN_MS = 100;

/**
 * Connects, or runs a statement in a transaction of its own, for `patienceMs` at most again over another connection: a server
 * may take no further one for now, be just starting, or have ended the session.
 * @param mayRepeat whether the work can be done again after this error. By default, when the server has not carried it out
 */
export const patiently = async <T>(
  patienceMs: number,
  work: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean = wasNotCarriedOut,
): Promise<T> => {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayRepeat(error) || performance.now() + AGAIN_MS > until) throw error;
      await sleep(AGAIN_MS);
    }
  }
};
