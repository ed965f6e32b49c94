import { type Clock, steadyMs } from '../../core/clock.ts';
import type { Outbox } from './outbox.ts';

/** How long after an answer its reply is looked at again, where a call of it was given up: a platform is done with that by then. */
const LOOK_MS = 60_000;

/** Times the second looks at replies. Times are this process's own, since the clocks of others differ. */
export const createSecondLooks = (outbox: Pick<Outbox, 'looks' | 'lookAgain'>, clock: Clock) => {
  /** What waits, with the time on the steady clock at which this process first saw it. */
  const seen = new Map<string, number>();
  let waiting = new Set<string>();

  const isOverdue = (name: string): boolean => {
    waiting.add(name);
    const since = seen.get(name);
    if (since === undefined) seen.set(name, steadyMs(clock));
    return since !== undefined && steadyMs(clock) - since >= LOOK_MS;
  };

  return {
    /** True when the process that began to look at this question's reply seems to be dead: it would have ended at once. */
    isAbandoned: (key: string): boolean => isOverdue(`${key} again`),
    /** Begins the looks that are due; called once in every sweep. @returns the keys of their questions, which have to be run */
    async begin(isBusy: (key: string) => boolean): Promise<string[]> {
      const begun: string[] = [];
      for await (const key of outbox.looks())
        if (isOverdue(key) && !isBusy(key) && (await outbox.lookAgain(key))) begun.push(key);
      for (const name of seen.keys()) if (!waiting.has(name)) seen.delete(name);
      waiting = new Set();
      return begun;
    },
  };
};
