import { type Clock, steadyMs } from '../../core/clock.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { type KeyValueChange, removeQuestionWork, revisionId, type Stores } from '../../stores/index.ts';
import type { Conversations } from '../conversation/index.ts';
import { type Attempt, attemptAnswer, createRetries, standingEnd } from './attempt.ts';
import type { Delivery, InterruptionAction } from './delivery.ts';
import type { Outbox } from './outbox.ts';
import { type ChatPlatform, type Reply, ReplyImpossible } from './platform.ts';
import { createQuietReply } from './quiet-reply.ts';
import type { SourceWatch } from './source-watch.ts';
import { texts } from './texts.ts';

/** Thrown when a question does not wait for this process: another one answered or took it, or its asker was erased. */
class NotWaiting extends ReplyImpossible {
  constructor() {
    super('the question does not wait any more');
  }
}

/** A save that took this long is made again, because another process may have taken the question meanwhile. */
const LATE_MS = 2000;
/** How long preparing an answer waits until the first sign, such as a typing indicator, has been sent. */
const FIRST_SIGN_MS = 250;
/** The message for an asker without any scope (docs/access.md). */
const STRANGER = { message: texts.strangerAsks, remedy: texts.strangerRemedy };

/** Dependencies for answering the questions of one platform. */
export interface AnsweringParts<Target> {
  platform: ChatPlatform<Target>;
  outbox: Outbox<Target>;
  watch: Pick<SourceWatch, 'records'>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical' | 'relay'>;
  log: Log;
  clock: Clock;
  /** Names this process as the writer of replies. */
  writer: string;
}

/** Makes a process the only writer of a reply. */
const createOwnership = <Target>(outbox: Outbox<Target>, writer: string) => {
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

/** Deletes a reply's messages. What the platform refuses for ever is said and left, so that the question ends. */
const removeReply = async (reply: Reply, key: string, log: Log): Promise<void> => {
  try {
    await reply.withdraw();
  } catch (error) {
    if (!(error instanceof ReplyImpossible) || error instanceof NotWaiting) throw error;
    log.warn({ key, reason: error.message }, 'what was posted of a reply cannot be removed any more');
  }
};

/** Like `removeReply`; if the platform cannot be reached, what is to be deleted is kept, also when the asker is erased. */
const removeForSure = async <Target>(
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
const dropQuestion = async <Target>(
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

/** Sends the asker a text elsewhere, since their reply cannot be posted. A failure is only logged. */
const tellElsewhere = async <Target>(
  { platform, log }: Pick<AnsweringParts<Target>, 'platform' | 'log'>,
  delivery: Delivery<Target>,
  text: string,
): Promise<void> => {
  await platform
    .tellAsker(delivery, text)
    .catch((cause: unknown) => log.warn({ err: cause, key: delivery.key }, 'the asker could not be told'));
};

/**
 * Checks the reply to an answered question once more, some time after a call of it was given up, which the platform may have
 * carried out late: removes what it posted beside the reply, and shows the end of the reply once more over what it changed.
 */
const recheckReply = async <Target>(
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
const keepGivenUp = async <Target>(
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
const mayBeWrittenTo = (
  { posting, writer, messages }: Delivery,
  { first, interruption }: { first: boolean; interruption: InterruptionAction | undefined },
): boolean => posting || (!first && writer === undefined && messages.length > 0 && interruption !== 'withdraw');

/** Creates the function that runs one attempt at a question until its reply is posted or the question is dropped. */
export const createAnswerDelivery = <Target>(parts: AnsweringParts<Target>) => {
  const { platform, outbox, watch, conversations, stores, log, clock, writer } = parts;
  const { take, own } = createOwnership(outbox, writer);

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

  const drop = (delivery: Delivery<Target>, reply: Reply) => dropQuestion(parts, delivery, reply);

  const withdrawReply = async (delivery: Delivery<Target>, reply: Reply) => {
    await take(delivery);
    await removeForSure(parts, delivery, reply);
    await complete({ ...delivery, messages: [], text: '', cited: undefined }, reply, [], true);
  };

  /** A reply that changes the messages of a stored delivery and stores nothing. */
  const replyWith = (delivery: Delivery<Target>, giveUp: () => void) =>
    platform.reply(delivery, { save: async () => {}, giveUp });

  /** @returns false when the question does not wait for this process any more */
  const endWithoutReply = async (
    delivery: Delivery<Target>,
    reply: Reply,
    attempt: Attempt,
    reason: ReplyImpossible,
  ): Promise<boolean> => {
    const { key } = delivery;
    log.info({ key, reason: reason.message }, 'a reply cannot be posted any more');
    if (reason.textForAsker) await tellElsewhere(parts, delivery, reason.textForAsker);
    attempt.controller.abort();
    if (reason instanceof NotWaiting) return false;
    try {
      await take(delivery);
      await complete(delivery, reply);
    } catch (cause) {
      if (!(cause instanceof NotWaiting)) throw cause;
      return false;
    }
    return true;
  };

  /** Another process has answered the question, answers it, or answers its next revision. Only what this attempt posted goes. */
  const leaveToOthers = async (delivery: Delivery<Target>, reply: Reply) => {
    const known = await outbox.find(delivery.key);
    if (!known) return drop(delivery, reply);
    const messages = delivery.messages.filter((id) => !known.messages.includes(id));
    const left = replyWith({ ...delivery, messages, posting: false }, () => {});
    await removeReply(left, delivery.key, log);
  };

  /** @param first true when this process accepted the question and this is the first attempt */
  const answerDelivery = async (key: string, attempt: Attempt, first: boolean): Promise<void> => {
    const delivery = await outbox.question(key);
    if (!delivery) return;
    const interruption = await outbox.interruptionOf(delivery);
    if (interruption) {
      attempt.interruption ??= interruption;
      attempt.controller.abort();
    }
    if (mayBeWrittenTo(delivery, { first, interruption })) delivery.callGivenUp = true;
    const giveUp = () => attempt.controller.abort();
    let waits = true;
    const save = async (isLate = false): Promise<void> => {
      const began = steadyMs(clock);
      // Whoever stood still meanwhile may have lost the question since, and is about to post.
      if (await outbox.save(delivery)) return !isLate && steadyMs(clock) - began > LATE_MS ? save(true) : undefined;
      waits = false;
      giveUp();
      throw new NotWaiting();
    };
    const posted = platform.reply(delivery, { save: () => save(), giveUp });
    const reply = delivery.onlyIfFound ? createQuietReply(posted) : posted;
    try {
      // A process that stood still while the asker was erased stores the question again when it goes on.
      if (await stores.conversations.isClosed([key, revisionId(delivery)])) return await drop(delivery, reply);
      // The question was answered and then deleted, so only its reply must be removed.
      if (interruption === 'withdraw' && delivery.turnId) return await withdrawReply(delivery, reply);
      if (delivery.rechecking) return await recheckReply(parts, { delivery, reply, take, complete });
      const silence = await platform.silence(delivery);
      if (silence) {
        await own(delivery, reply);
        if (silence.textForAsker) await platform.tellAsker(delivery, silence.textForAsker);
        return await complete(delivery, reply);
      }
      // Another process may be writing the answer: on a later attempt, or where it wrote the reply that an edit replaces. No
      // sign is shown then before this process is the writer, since taking over removes the message that would show it.
      const signs = first && (delivery.writer === undefined || delivery.writer === writer);
      const sign = signs ? reply.begin() : Promise.resolve();
      // Under load, this sends the first signs of all questions before preparing any answer.
      await Promise.race([sign, clock.sleep(FIRST_SIGN_MS)]);
      const [prepared] = await Promise.all([platform.prepare(delivery), sign]);
      if (prepared.scopes.length === 0) {
        await own(delivery, reply);
        await reply.finish({ kind: 'error', turnId: '', ...STRANGER });
        return await complete(delivery, reply);
      }
      await attemptAnswer(
        {
          platform: platform.name,
          conversations,
          stores,
          log,
          clock,
          own: () => own(delivery, reply),
          complete: (also) => complete(delivery, reply, also),
          withdraw: () => withdrawReply(delivery, reply),
          drop: () => drop(delivery, reply),
          answered: async () => {
            const answered = await outbox.answer(key);
            return answered && { delivery: answered, reply: replyWith(answered, giveUp) };
          },
        },
        { delivery, reply, prepared, attempt, signed: signs },
      );
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) throw error;
      waits = (await endWithoutReply(delivery, reply, attempt, error)) && waits;
    } finally {
      await reply.leave();
      // Whoever ends the question now does not know of it, be it the next attempt after an edit or another process.
      await keepGivenUp(parts, delivery);
      // Only now: an update that was under way may have posted a message until here, whose failure to be saved nobody else sees.
      // Tried again here, because the next attempt does not find the question.
      if (!waits) await createRetries({ log, clock }, key).read(() => leaveToOthers(delivery, reply));
    }
  };

  return answerDelivery;
};
