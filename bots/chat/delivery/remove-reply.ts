import type { Log } from '../../../core/log.ts';
import { removeQuestionWork, revisionId } from '../../../stores/index.ts';
import type { AnsweringParts } from '../answering-parts.ts';
import { type Reply, ReplyImpossible } from '../platform.ts';
import type { Delivery } from './delivery.ts';
import { NotWaiting } from './ownership.ts';

/** Deletes a reply's messages. What the platform refuses for ever is said and left, so that the question ends. */
export const removeReply = async (reply: Reply, key: string, log: Log): Promise<void> => {
  try {
    await reply.withdraw();
  } catch (error) {
    if (!(error instanceof ReplyImpossible) || error instanceof NotWaiting) throw error;
    log.warn({ key, reason: error.message }, 'what was posted of a reply cannot be removed any more');
  }
};

/** Like `removeReply`; if the platform cannot be reached, what is to be deleted is kept, also when the asker is erased. */
export const removeForSure = async <Target>(
  { outbox, log }: Pick<AnsweringParts<Target>, 'outbox' | 'log'>,
  delivery: Delivery<Target>,
  reply: Reply,
): Promise<void> => {
  await outbox.noteRemoval(delivery);
  await removeReply(reply, delivery.key, log);
};

/** Deletes the messages of a reply whose question is not there any more. @param delivery one of `Outbox.removals` */
export const removeLeftReply = async <Target>(
  { platform, outbox, log }: Pick<AnsweringParts<Target>, 'platform' | 'outbox' | 'log'>,
  delivery: Delivery<Target>,
): Promise<void> => {
  await removeReply(platform.reply(delivery, { save: async () => {}, giveUp: () => {} }), delivery.key, log);
  await outbox.removed(delivery.key);
};

/** Deletes the reply's messages and the question, for good; called when the asker was erased. */
export const dropQuestion = async <Target>(
  { outbox, stores, log }: Pick<AnsweringParts<Target>, 'outbox' | 'stores' | 'log'>,
  delivery: Delivery<Target>,
  reply: Reply,
): Promise<void> => {
  await removeForSure({ outbox, log }, delivery, reply);
  await outbox.removed(delivery.key);
  const eventId = revisionId(delivery);
  await stores.conversations.closeEvents([eventId]);
  const turn = await stores.conversations.turnByEvent(eventId);
  await stores.conversations.forgetTurn(eventId);
  // After the turn, without which no request is stored: an edit may have been handed to a worker after the erasure.
  if (turn) await removeQuestionWork(stores, turn.id);
  await outbox.drop(delivery.key);
};
