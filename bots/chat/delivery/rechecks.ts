import { type Clock, steadyMs } from '../../../core/clock.ts';
import type { Outbox } from './outbox.ts';

/** How long after a call of a reply was given up the reply is checked: the platform is done with that call by then. */
const RECHECK_AFTER_MS = 60_000;

/** Times the checks of replies. Times are this process's own, since the clocks of others differ. */
export const createRechecks = (outbox: Pick<Outbox, 'rechecks' | 'startRecheck'>, clock: Clock) => {
  /** What waits, with the time on the steady clock at which this process first saw it. */
  const firstSeen = new Map<string, number>();
  let waiting = new Set<string>();

  const isOverdue = (name: string): boolean => {
    waiting.add(name);
    const since = firstSeen.get(name);
    if (since === undefined) firstSeen.set(name, steadyMs(clock));
    return since !== undefined && steadyMs(clock) - since >= RECHECK_AFTER_MS;
  };

  return {
    /** True when the process that began to check this question's reply seems to be dead: it would have ended at once. */
    isAbandoned: (key: string): boolean => isOverdue(`${key} rechecking`),
    /** Starts the checks that are due; called once in every sweep. @returns the keys of their questions, which have to be run */
    async start(isBusy: (key: string) => boolean): Promise<string[]> {
      const started: string[] = [];
      for await (const recheck of outbox.rechecks()) {
        const { key, id } = recheck;
        if (isOverdue(`${key} ${id}`) && !isBusy(key) && (await outbox.startRecheck(recheck))) started.push(key);
      }
      for (const name of firstSeen.keys()) if (!waiting.has(name)) firstSeen.delete(name);
      waiting = new Set();
      return started;
    },
  };
};
