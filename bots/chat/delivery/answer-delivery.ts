import { steadyMs } from '../../../core/clock.ts';
import { revisionId } from '../../../stores/index.ts';
import type { AnsweringParts } from '../answering-parts.ts';
import { type Reply, ReplyImpossible } from '../platform.ts';
import { createQuietReply } from '../reply/quiet-reply.ts';
import { texts } from '../reply/texts.ts';
import { attemptAnswer } from './attempt.ts';
import type { Attempt } from './attempt-context.ts';
import { createCompletion } from './completion.ts';
import type { Delivery, InterruptionAction } from './delivery.ts';
import { createOwnership, NotWaiting } from './ownership.ts';
import { keepGivenUp, mayBeWrittenTo, recheckReply } from './recheck-reply.ts';
import { dropQuestion, removeReply } from './remove-reply.ts';
import { createRetries } from './retries.ts';

/** A save that took this long is made again, because another process may have taken the question meanwhile. */
const LATE_MS = 2000;
/** How long preparing an answer waits until the first sign, such as a typing indicator, has been sent. */
const FIRST_SIGN_MS = 250;
/** The message for an asker without any scope (docs/access.md). */
const STRANGER = { message: texts.strangerAsks, remedy: texts.strangerRemedy };

/** An attempt whose question was read. */
interface Begun<Target> {
  delivery: Delivery<Target>;
  reply: Reply;
  attempt: Attempt;
  interruption: InterruptionAction | undefined;
  /** True when this process accepted the question and this is the first attempt. */
  first: boolean;
  /** Aborts the attempt. */
  giveUp: () => void;
}

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

/** Creates the function that runs one attempt at a question until its reply is posted or the question is dropped. */
export const createAnswerDelivery = <Target>(parts: AnsweringParts<Target>) => {
  const { platform, outbox, conversations, stores, log, clock, writer } = parts;
  const { take, own } = createOwnership(outbox, writer);
  const { complete, withdrawReply } = createCompletion(parts, take);

  const drop = (delivery: Delivery<Target>, reply: Reply) => dropQuestion(parts, delivery, reply);

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

  /** Brings a question to its end: removes, checks or writes its reply. @throws ReplyImpossible */
  const endDelivery = async ({
    delivery,
    reply,
    attempt,
    interruption,
    first,
    giveUp,
  }: Begun<Target>): Promise<void> => {
    // A process that stood still while the asker was erased stores the question again when it goes on.
    if (await stores.conversations.isClosed([delivery.key, revisionId(delivery)])) return drop(delivery, reply);
    // The question was answered and then deleted, so only its reply must be removed.
    if (interruption === 'withdraw' && delivery.turnId) return withdrawReply(delivery, reply);
    if (delivery.rechecking) return recheckReply(parts, { delivery, reply, take, complete });
    const silence = await platform.silence(delivery);
    if (silence) {
      await own(delivery, reply);
      if (silence.textForAsker) await platform.tellAsker(delivery, silence.textForAsker);
      return complete(delivery, reply);
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
      return complete(delivery, reply);
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
          const answered = await outbox.answer(delivery.key);
          return answered && { delivery: answered, reply: replyWith(answered, giveUp) };
        },
      },
      { delivery, reply, prepared, attempt, signed: signs },
    );
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
      await endDelivery({ delivery, reply, attempt, interruption, first, giveUp });
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
