import { smallTalkIn } from '../../../agent/smalltalk/recognise.ts';
import type { Answer } from '../../../core/answer.ts';
import { distanceMs } from '../../../core/clock.ts';
import type { Turn } from '../../../core/conversation.ts';
import { isStoreFailure, ParleyError } from '../../../core/errors.ts';
import { scopesWithin } from '../../../core/source-scopes.ts';
import type { KeyValueChange } from '../../../stores/index.ts';
import { type FinalEvent, finalEventOf, type TurnEvent } from '../../conversation/events.ts';
import { openQuestionRecord, sourcesNear } from '../follow-up/open-questions.ts';
import { stampsOfCitations } from '../follow-up/source-watch.ts';
import type { ReplyEnd } from '../platform.ts';
import type { GrowingText } from '../reply/growing-text.ts';
import { answerEndOf, errorEnd } from '../reply/reply-end.ts';
import type { AlikeQuestion } from '../reply/verified-answers.ts';
import { answeredRecord } from '../thread-activity.ts';
import type { AttemptContext, AttemptOptions } from './attempt-context.ts';
import { createPostedElsewhere } from './posted-elsewhere.ts';
import { createRetries } from './retries.ts';
import { createStoreFailure } from './store-failure.ts';

/** When a turn ended at least this long ago and its answer is not posted, any process may post it. */
const ABANDONED_MS = 60_000;

/** Handles the ways in which a turn ends: answered, failed, stopped, or abandoned by another process. */
export const createTurnEnds = <Target>(
  options: AttemptOptions,
  context: AttemptContext<Target>,
  text: Pick<GrowingText, 'lead' | 'shown'>,
  alike: AlikeQuestion | undefined,
) => {
  const { stores, log, clock, own, complete, withdraw, drop } = options;
  const { delivery, reply, prepared, attempt } = context;
  const retries = createRetries({ log, clock }, delivery.key);

  /**
   * Posts the final reply and stores that the question was answered. Retries; the sweep repeats it if all retries fail.
   * @param mustBeLast throws when the end has become out of date while it could not be posted
   */
  const post = async (
    end: ReplyEnd,
    also?: KeyValueChange['put'],
    mustBeLast: () => Promise<void> = async () => {},
  ): Promise<void> => {
    delivery.turnId = end.turnId;
    await retries.withRetries(async () => {
      await mustBeLast();
      await own();
      await reply.finish(end);
      await complete(also);
    });
  };

  const answerEnd = (turnId: string, answer: Answer) =>
    answerEndOf(prepared, { turnId, answer, lead: text.lead, alike });

  const endAnswered = async (turnId: string, answer: Answer): Promise<void> => {
    const { inChannel } = prepared;
    delivery.inChannel = inChannel;
    const isNoted =
      answer.verdict === 'unknown' && inChannel && !delivery.onlyIfFound && smallTalkIn(delivery.text) === undefined;
    delivery.cited = await stampsOfCitations(stores.documents, answer.citations);
    const posted = !delivery.onlyIfFound || answer.verdict === 'answered';
    const also = [
      ...(isNoted ? [await unansweredRecord(options, context, turnId)] : []),
      ...(inChannel && posted ? [answeredRecord(delivery.conversationId, delivery.askerId)] : []),
    ];
    await post(answerEnd(turnId, answer), also);
  };

  /** The end of a turn that another process ended. Of one that was stopped, nobody has the text that stood there. */
  const endOf = (turn: Turn): ReplyEnd => {
    const event = finalEventOf(turn);
    if (event.type === 'answer') return answerEnd(turn.id, event.answer);
    if (turn.status === 'cancelled') return { kind: 'stopped', turnId: turn.id, text: '' };
    return errorEnd(event);
  };

  const elsewhere = createPostedElsewhere(options, context, retries, endOf);
  const storeFailure = createStoreFailure({ stores, log, clock }, delivery);

  const end = async (event: FinalEvent): Promise<void> => {
    if (attempt.interruption === 'withdraw') return withdraw();
    const { turnId } = event;
    if (event.type === 'answer') return endAnswered(turnId, event.answer);
    if (attempt.interruption === 'revise') return;
    const mustBeLast = async () => {
      if (isStoreFailure(event) && (await storeFailure.mayBeAnswered(event)))
        throw new ParleyError('STORE_UNAVAILABLE', event);
    };
    if (isStoreFailure(event) && (await elsewhere.showStandingEnd())) return;
    await mustBeLast();
    if (event.code !== 'CANCELLED') {
      // Another process may have begun to answer as soon as the store was back.
      await post(errorEnd(event), undefined, mustBeLast);
      return storeFailure.told();
    }
    // A turn is also cancelled when this process shuts down. Then nothing is posted, and the next process runs the question.
    const isStopped =
      attempt.controller.signal.aborted || (await stores.conversations.turn(turnId))?.status === 'cancelled';
    if (isStopped) await post({ kind: 'stopped', turnId, text: text.shown });
  };

  return {
    end,
    /**
     * Another process has claimed the event. Posts its answer only if that process finished the turn and died before
     * posting. Whether it lives is told by its claim, which goes by the store's clock: those of the processes differ.
     */
    async endAbandoned({ turnId, held }: Extract<TurnEvent, { type: 'duplicate' }>): Promise<void> {
      const turnNow = () => retries.read(async () => (turnId ? stores.conversations.turn(turnId) : undefined));
      const turn = await elsewhere.turnBehindSign(turnNow);
      if (turnId && !turn) return drop();
      if (!turn || turn.status === 'running') return;
      // Nothing is left to do for whoever holds the claim of a deleted question, who may have failed to remove its reply.
      if (attempt.interruption === 'withdraw') return withdraw();
      const event = finalEventOf(turn);
      const last = endOf(turn);
      // That it is posted is told by its record, whatever the clocks say of when.
      if (await elsewhere.showAgain(last)) return;
      if (held || distanceMs(clock.now(), turn.answeredAt ?? '') < ABANDONED_MS) return;
      log.warn({ key: delivery.key }, 'the end of a question was left unposted; posting it');
      await (event.type === 'answer' ? end(event) : post(last));
    },
  };
};

/** The record of a question that nothing answered, for those who keep the pages. */
const unansweredRecord = async <Target>(
  { stores, clock }: Pick<AttemptOptions, 'stores' | 'clock'>,
  { delivery, prepared }: Pick<AttemptContext<Target>, 'delivery' | 'prepared'>,
  turnId: string,
) =>
  openQuestionRecord({
    workspace: delivery.workspace,
    turnId,
    key: delivery.key,
    question: delivery.text,
    askerId: delivery.askerId,
    at: new Date(clock.now()).toISOString(),
    scopes: prepared.scopes,
    sources: await sourcesNear(stores, delivery.text, scopesWithin(prepared.scopes, prepared.sources)),
    why: 'unknown',
  });
