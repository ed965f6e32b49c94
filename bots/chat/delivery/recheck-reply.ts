import { asParleyError } from '../../../core/errors.ts';
import type { AnsweringParts } from '../answering-parts.ts';
import { type Reply, ReplyImpossible } from '../platform.ts';
import { standingEnd } from '../reply/reply-end.ts';
import type { Delivery, InterruptionAction } from './delivery.ts';
import { NotWaiting } from './ownership.ts';

/**
 * Checks the reply to an answered question once more, some time after a call of it was given up, which the platform may have
 * carried out late: removes what it posted beside the reply, and shows the end of the reply once more over what it changed.
 */
export const recheckReply = async <Target>(
  { platform, stores, log }: Pick<AnsweringParts<Target>, 'platform' | 'stores' | 'log'>,
  {
    delivery,
    reply,
    take,
    complete,
  }: {
    delivery: Delivery<Target>;
    reply: Reply;
    take: (delivery: Delivery<Target>) => Promise<void>;
    complete: (delivery: Delivery<Target>, reply: Reply) => Promise<void>;
  },
): Promise<void> => {
  await take(delivery);
  // Unless a call is given up again, this is the last check.
  delivery.callGivenUp = undefined;
  try {
    await reply.removeStrays();
    const isShown = delivery.messages.length > 0;
    const end = isShown && (await standingEnd({ stores, log }, delivery, () => platform.prepare(delivery)));
    if (end) await reply.finish(end, true);
  } catch (error) {
    if (error instanceof NotWaiting || !(error instanceof ReplyImpossible)) throw error;
    log.info({ key: delivery.key, reason: error.message }, 'a reply cannot be checked once more');
  }
  await complete(delivery, reply);
};

/**
 * Keeps that a call of this attempt was given up, for whoever works on the question now: the call may still arrive. Of a reply
 * that is checked once more, its question keeps it.
 */
export const keepGivenUp = async <Target>(
  { outbox, log }: Pick<AnsweringParts<Target>, 'outbox' | 'log'>,
  delivery: Delivery<Target>,
): Promise<void> => {
  if (!delivery.callGivenUp || delivery.rechecking) return;
  await outbox
    .noteRecheck(delivery)
    .catch((error: unknown) =>
      log.warn({ err: asParleyError(error), key: delivery.key }, 'that a call was given up could not be kept'),
    );
};

/**
 * True when a call of a process before may still arrive, which nobody has noted: its process died while it posted, or after it
 * showed the first sign of an edit over the answer, which it does before it is the writer.
 */
export const mayBeWrittenTo = (
  { posting, writer, messages }: Delivery,
  { first, interruption }: { first: boolean; interruption: InterruptionAction | undefined },
): boolean => posting || (!first && writer === undefined && messages.length > 0 && interruption !== 'withdraw');
