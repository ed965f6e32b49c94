import PQueue from 'p-queue';
import { ParleyError } from '../../core/errors.ts';

/**
 * A queue for the pool's connections, by priority. The pool's own timeout is meant for new connections but also counts the
 * wait for a free one, so a process with many questions would report a busy server as unreachable.
 * @param connections how many the pool has
 * @param maxWaitMs a longer wait throws STORE_UNAVAILABLE
 */
export const createConnectionQueue = (connections: number, maxWaitMs: number, server: string) => {
  const queue = new PQueue({ concurrency: connections });
  return async <T>(work: () => Promise<T>, priority = 0): Promise<T> => {
    const mustWait = queue.pending >= connections;
    const timeout = mustWait ? AbortSignal.timeout(maxWaitMs) : undefined;
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      return work();
    };
    try {
      return await queue.add(start, { priority, ...(timeout && { signal: timeout }) });
    } catch (error) {
      if (hasStarted || !timeout?.aborted) throw error;
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: 'Postgres has more to do for Parley than it can.',
        remedy: 'Look at its load, or let fewer questions run at once (PARLEY_AT_ONCE).',
        cause: error,
        details: { server },
      });
    }
  };
};
