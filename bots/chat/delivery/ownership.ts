import { type Reply, ReplyImpossible } from '../platform.ts';
import type { Delivery } from './delivery.ts';
import type { Outbox } from './outbox.ts';

/** Thrown when a question does not wait for this process: another one answered or took it, or its asker was erased. */
export class NotWaiting extends ReplyImpossible {
  constructor() {
    super('the question does not wait any more');
  }
}

/** Makes a process the only writer of a reply. */
export const createOwnership = <Target>(outbox: Outbox<Target>, writer: string) => {
  /** @throws NotWaiting when the question has changed since it was read */
  const take = async (delivery: Delivery<Target>): Promise<void> => {
    if (delivery.writer === writer) return;
    const taken = await outbox.take(delivery, writer);
    if (!taken) throw new NotWaiting();
    Object.assign(delivery, taken);
  };

  /** Like `take`; removes what the writer before wrote, whose calls may still arrive. @throws ReplyImpossible */
  const own = async (delivery: Delivery<Target>, reply: Reply): Promise<void> => {
    await take(delivery);
    if (!delivery.replaces) return;
    await reply.startOver();
    // Stored with the first message. After a crash before that, the next writer removes the same messages again.
    delivery.replaces = undefined;
  };
  return { take, own };
};
