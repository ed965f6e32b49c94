import { setTimeout as sleep } from 'node:timers/promises';
import { takesNoConnectionNow } from './server-error.ts';

/** How often a server that takes no further connection is asked again. */
const CONNECT_AGAIN_MS = 100;

/**
 * Connects, or runs a statement that connects first. A server that takes no further connection for now, or is just starting, is
 * asked again for `patienceMs`: meanwhile one of the pool's own may become free. The statement has not run then.
 */
export const patiently = async <T>(patienceMs: number, connect: () => Promise<T>): Promise<T> => {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!takesNoConnectionNow(error) || performance.now() + CONNECT_AGAIN_MS > until) throw error;
      await sleep(CONNECT_AGAIN_MS);
    }
  }
};
