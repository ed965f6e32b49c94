import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueChange, Stores } from '../../stores/index.ts';
import type { Conversations } from '../conversation/index.ts';
import { type Attempt, attemptAnswer } from './attempt.ts';
import { type Delivery, type Outbox, revisionId } from './outbox.ts';
import { type ChatPlatform, type Reply, ReplyImpossible } from './platform.ts';
import { createQuietReply } from './quiet-reply.ts';
import type { SourceWatch } from './source-watch.ts';
import { texts } from './texts.ts';

/** The question does not wait for an answer any more: another process gave it, or its asker was erased. */
class NotWaiting extends ReplyImpossible {
  constructor() {
    super('the question does not wait any more');
  }
}

/** How long look-ups wait for the first sign to be sent. */
const FIRST_SIGN_MS = 250;
/** What somebody is told who may see nothing at all (docs/access.md). */
const STRANGER = { message: texts.strangerAsks, remedy: texts.strangerRemedy };

/** What the answering of a platform's questions runs on. */
export interface AnsweringParts<Target> {
  platform: ChatPlatform<Target>;
  outbox: Outbox<Target>;
  watch: Pick<SourceWatch, 'records'>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical'>;
  log: Log;
  clock: Clock;
}

/** Sees one attempt at a question through to its reply, or to the reason why there is none. */
export const createAnswerDelivery = <Target>({
  platform,
  outbox,
  watch,
  conversations,
  stores,
  log,
  clock,
}: AnsweringParts<Target>) => {
  const complete = async (delivery: Delivery<Target>, also: KeyValueChange['put'] = [], withdrawn = false) => {
    await outbox.complete(delivery, [...watch.records(delivery), ...also], withdrawn);
  };

  /** Nobody is left to answer: what stands of the reply goes, and so does the question. */
  const drop = async (delivery: Delivery<Target>, reply: Reply) => {
    await reply.withdraw();
    await stores.conversations.forgetTurn(revisionId(delivery));
    await outbox.drop(delivery.key);
  };

  const withdrawReply = async (delivery: Delivery<Target>, reply: Reply) => {
    await reply.withdraw();
    await complete({ ...delivery, messages: [], text: '', cited: undefined }, [], true);
  };

  const endWithoutReply = async (
    delivery: Delivery<Target>,
    reply: Reply,
    attempt: Attempt,
    reason: ReplyImpossible,
  ) => {
    const { key } = delivery;
    log.info({ key, reason: reason.message }, 'a reply cannot be posted any more');
    if (reason.textForAsker)
      await platform
        .tellAsker(delivery, reason.textForAsker)
        .catch((cause: unknown) => log.warn({ err: cause, key }, 'the asker could not be told'));
    attempt.controller.abort();
    // Whoever answered it meanwhile keeps its messages; after an erasure there is no answer, and nothing of it stays.
    if (reason instanceof NotWaiting && !(await outbox.answer(key))) await drop(delivery, reply);
    else await complete(delivery);
  };

  /** @param first this process accepted the question, and nobody tried to answer it yet */
  const answerDelivery = async (key: string, attempt: Attempt, first: boolean): Promise<void> => {
    const delivery = await outbox.question(key);
    if (!delivery) return;
    const interruption = await outbox.interruptionOf(delivery);
    if (interruption) {
      attempt.interruption ??= interruption;
      attempt.controller.abort();
    }
    const giveUp = () => attempt.controller.abort();
    const save = async () => {
      if (await outbox.save(delivery)) return;
      giveUp();
      throw new NotWaiting();
    };
    const posted = platform.reply(delivery, { save, giveUp });
    const reply = delivery.onlyIfFound ? createQuietReply(posted) : posted;
    try {
      // Answered, and deleted since: there is nothing left to ask the agent.
      if (interruption === 'withdraw' && delivery.turnId) return await withdrawReply(delivery, reply);
      const silence = await platform.silence(delivery);
      if (silence) {
        if (silence.textForAsker) await platform.tellAsker(delivery, silence.textForAsker);
        return await complete(delivery);
      }
      // Only who accepted the question shows a sign before its claim is sure: another process may be writing its answer.
      const sign = first ? reply.begin() : Promise.resolve();
      // Under load the first signs of all questions go before the look-ups of any; otherwise this costs nothing.
      await Promise.race([sign, clock.sleep(FIRST_SIGN_MS)]);
      const [prepared] = await Promise.all([platform.prepare(delivery), sign]);
      if (prepared.scopes.length === 0) {
        await reply.finish({ kind: 'error', turnId: '', ...STRANGER });
        return await complete(delivery);
      }
      await attemptAnswer(
        {
          platform: platform.name,
          conversations,
          stores,
          log,
          clock,
          complete: (also) => complete(delivery, also),
          withdraw: () => withdrawReply(delivery, reply),
          drop: () => drop(delivery, reply),
        },
        { delivery, reply, prepared, attempt, first },
      );
    } catch (error) {
      if (!(error instanceof ReplyImpossible)) throw error;
      await endWithoutReply(delivery, reply, attempt, error);
    } finally {
      await reply.leave();
    }
  };

  return answerDelivery;
};
