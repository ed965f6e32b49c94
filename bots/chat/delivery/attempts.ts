import type { Log } from '../../../core/log.ts';
import type { Attempt } from './attempt-context.ts';
import type { InterruptionAction } from './delivery.ts';

/** When two interruptions meet, the one with the higher number wins: a deleted question is not answered again. */
const STRENGTH: Record<InterruptionAction, number> = { stop: 0, revise: 1, withdraw: 2 };

/** The attempts of this process: at most one at a question at any time. */
export const createAttempts = (log: Log) => {
  const running = new Map<string, Attempt>();
  let closed = false;
  return {
    has: (key: string): boolean => running.has(key),
    get size(): number {
      return running.size;
    },
    get closed(): boolean {
      return closed;
    },
    /** Works on a question unless this process does so already. @param failed what to log when the work fails */
    start(key: string, work: (attempt: Attempt) => Promise<void>, failed: string): Promise<void> {
      const known = running.get(key);
      if (known) return known.over;
      if (closed) return Promise.resolve();
      const attempt: Attempt = { controller: new AbortController(), over: Promise.resolve() };
      running.set(key, attempt);
      attempt.over = work(attempt)
        .catch((error: unknown) => log.error({ err: error, key }, failed))
        .finally(() => running.delete(key));
      return attempt.over;
    },
    /** Aborts the attempt at a question, if there is one, and waits for its end. */
    async interrupt(key: string, action: InterruptionAction): Promise<void> {
      const attempt = running.get(key);
      if (!attempt) return;
      if (attempt.interruption === undefined || STRENGTH[action] > STRENGTH[attempt.interruption])
        attempt.interruption = action;
      attempt.controller.abort();
      await attempt.over;
    },
    /** Starts no attempt any more. Resolves when those that run are over. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...running.values()].map(({ over }) => over));
    },
  };
};
