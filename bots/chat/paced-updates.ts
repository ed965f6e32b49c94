import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { ReplyImpossible } from './platform.ts';

/**
 * Sends a reply's changes at the pace that a platform allows: of those that come while one is on its way, the next update
 * carries all. A failed update is left to the next one, and the last one to `Reply.finish`.
 */
export const createPacedUpdates = ({
  clock,
  log,
  paceMs,
  update,
}: {
  clock: Clock;
  log: Log;
  /** Least milliseconds between two updates. */
  paceMs: number;
  /** Brings the messages to their present state. */
  update: () => Promise<void>;
}) => {
  let changed = false;
  let over = false;
  let sending: Promise<void> | undefined;
  let impossible: ReplyImpossible | undefined;

  const send = async (): Promise<void> => {
    while (changed && !over && !impossible) {
      changed = false;
      try {
        await update();
      } catch (error) {
        if (error instanceof ReplyImpossible) impossible = error;
        log.debug({ err: error }, 'an update failed; the next one carries it');
      }
      await clock.sleep(paceMs);
    }
    sending = undefined;
  };

  return {
    request(): void {
      changed = true;
      if (!over) sending ??= send();
    },
    get over() {
      return over;
    },
    /** Sends no more; resolves when the update on its way arrived. */
    async stop(): Promise<void> {
      over = true;
      await sending;
    },
    /** Stops as `stop` does. @throws ReplyImpossible when an update found out that the channel takes no reply */
    async settle(): Promise<void> {
      await this.stop();
      if (impossible) throw impossible;
    },
  };
};
