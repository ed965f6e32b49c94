import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { ReplyImpossible } from '../platform.ts';

/**
 * Throttles the updates of a reply to a platform's rate. Changes that arrive during an update are sent together in the next
 * one. A failed update is not retried: the next one, or `Reply.finish`, sends the current state.
 */
export const createPacedUpdates = ({
  clock,
  log,
  paceMs,
  update,
}: {
  clock: Clock;
  log: Log;
  /** Minimum pause between two updates. */
  paceMs: number;
  /** Sends the current state of the messages. */
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
    /** Starts no more updates; resolves when the running update has ended. */
    async stop(): Promise<void> {
      over = true;
      await sending;
    },
    /** Like `stop`. @throws ReplyImpossible when an update found that the channel accepts no reply */
    async settle(): Promise<void> {
      await this.stop();
      if (impossible) throw impossible;
    },
  };
};
