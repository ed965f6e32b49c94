import type { KeyValueChange } from '../../../stores/index.ts';
import type { AnsweringParts } from '../answering-parts.ts';
import type { Reply } from '../platform.ts';
import type { Delivery } from './delivery.ts';
import { NotWaiting } from './ownership.ts';
import { removeForSure } from './remove-reply.ts';

/** Ends a question: with its answer, or with the deletion of its reply. @param take makes this process the writer of the reply */
export const createCompletion = <Target>(
  parts: Pick<AnsweringParts<Target>, 'outbox' | 'watch' | 'log'>,
  take: (delivery: Delivery<Target>) => Promise<void>,
) => {
  const { outbox, watch } = parts;

  /** Stores that the question was answered. If it was deleted meanwhile, deletes the answer; if its asker was erased, throws. */
  const complete = async (
    delivery: Delivery<Target>,
    reply: Reply,
    also: KeyValueChange['put'] = [],
    withdrawn = false,
  ): Promise<void> => {
    if (await outbox.complete(delivery, [...watch.records(delivery), ...also], withdrawn)) {
      delivery.callGivenUp = undefined; // is kept beside the answer
      return;
    }
    if (!(await outbox.find(delivery.key))) throw new NotWaiting();
    if (!withdrawn && (await outbox.interruptionOf(delivery)) === 'withdraw') await withdrawReply(delivery, reply);
  };

  /** Deletes the reply of a deleted question, and the question. */
  const withdrawReply = async (delivery: Delivery<Target>, reply: Reply) => {
    await take(delivery);
    await removeForSure(parts, delivery, reply);
    await complete({ ...delivery, messages: [], text: '', cited: undefined }, reply, [], true);
  };

  return { complete, withdrawReply };
};
