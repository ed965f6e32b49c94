import { smallTalkIn } from '../../agent/smalltalk/recognise.ts';
import type { Answer, Citation } from '../../core/answer.ts';
import { type Clock, distanceMs } from '../../core/clock.ts';
import type { Turn } from '../../core/conversation.ts';
import { asParleyError, isStoreFailure, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { scopesWithin } from '../../core/source-scopes.ts';
import { type KeyValueChange, revisionId, type Stores } from '../../stores/index.ts';
import { type Conversations, type FinalEvent, finalEventOf, type TurnEvent } from '../conversation/index.ts';
import { plainFailure } from '../conversation/plain-words.ts';
import type { Delivery, InterruptionAction } from './delivery.ts';
import { openQuestionRecord, sourcesNear } from './open-questions.ts';
import { type ChatPlatform, type Prepared, type Reply, type ReplyEnd, ReplyImpossible } from './platform.ts';
import { citedUrls, renderAnswer } from './render.ts';
import { safeMarkdown, settledLength } from './safe-markdown.ts';
import { stampsOfCitations } from './source-watch.ts';
import { createStoreFailure } from './store-failure.ts';
import { answeredRecord } from './thread-activity.ts';
import { type AlikeQuestion, alikeQuestion, type ShownVerified, verifiedFor } from './verified-answers.ts';

/** An attempt of this process to answer a question. */
export interface Attempt {
  controller: AbortController;
  /** Resolves when the attempt is over. */
  over: Promise<void>;
  interruption?: InterruptionAction;
}

export interface AttemptOptions {
  platform: ChatPlatform<unknown>['name'];
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical'>;
  log: Log;
  clock: Clock;
  /**
   * Stores that the question was answered. Called before the conversation finishes its claim on the event.
   * @param also records to store in the same transaction
   */
  complete(also?: KeyValueChange['put']): Promise<void>;
  /** Makes this process the writer of the reply. Called before anything is posted. @throws ReplyImpossible if it may not be */
  own(): Promise<void>;
  /** Deletes the reply of a deleted question. */
  withdraw(): Promise<void>;
  /** Deletes the question and its reply; called when the asker was erased. */
  drop(): Promise<void>;
  /** The question as another process answered it, with a reply that edits the messages of that answer. */
  answered(): Promise<{ delivery: Delivery<unknown>; reply: Reply } | undefined>;
}

interface AttemptContext<Target> {
  delivery: Delivery<Target>;
  reply: Reply;
  prepared: Prepared;
  attempt: Attempt;
  /** True when the first sign of a reply was shown already. */
  signed: boolean;
}

/** When a turn ended at least this long ago and its answer is not posted, any process may post it. */
const ABANDONED_MS = 60_000;
/** Pauses between attempts to post a finished answer. After the last one, the sweep takes over. */
const RETRIES_MS = [500, 2000, 8000];
/** Pauses between attempts to read what became of a question that another process answered: no sweep reads it again. */
const READ_RETRIES_MS = [...RETRIES_MS, 15_000, 15_000, 30_000];

/**
 * Answers one question and writes the reply. The reply is completed inside the loop over the conversation's events, before
 * the conversation finishes its claim on the event. If the process dies earlier, another process runs the question again.
 */
export const attemptAnswer = async <Target>(
  options: AttemptOptions,
  context: AttemptContext<Target>,
): Promise<void> => {
  const { conversations, platform } = options;
  const { delivery, reply, prepared, attempt, signed } = context;
  const { inChannel: _, ...given } = prepared;
  const { verified, alike } = await verifiedBeside(options, delivery.text, prepared);
  const text = createGrowingText(reply, verified);
  const ends = createEnds(options, context, text, alike);
  const updateQueue = createQueueStatus(reply);

  const handle = async (event: TurnEvent): Promise<void> => {
    switch (event.type) {
      case 'accepted':
        await options.own();
        text.begin();
        return signed ? undefined : reply.begin();
      case 'queued':
        return updateQueue(event.position);
      case 'status':
        return reply.status(event.text);
      case 'step':
        return reply.step(event);
      case 'citation':
        return text.cite([event.citation]);
      case 'token':
        return text.append(event.text);
      case 'reset':
        return text.reset();
      case 'answer':
      case 'error':
        return ends.end(event);
      case 'duplicate':
        return event.erased ? options.drop() : ends.endAbandoned(event);
    }
  };

  const ask = {
    ...given,
    eventId: revisionId(delivery),
    conversationId: delivery.conversationId,
    platform,
    askerId: delivery.askerId,
    workspace: delivery.workspace,
    text: delivery.text,
    signal: attempt.controller.signal,
  };
  for await (const event of conversations.ask(ask)) await handle(event);
};

/** The verified answers that are shown beside an answer. */
const verifiedBeside = async (
  { stores, log }: Pick<AttemptOptions, 'stores' | 'log'>,
  text: string,
  prepared: Prepared,
): Promise<{ verified?: ShownVerified; alike?: AlikeQuestion }> => {
  const scopes = scopesWithin(prepared.scopes, prepared.sources);
  const lookedUp = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
    found.catch((error: unknown) => {
      log.warn({ err: error }, 'verified answers could not be looked up');
      return undefined;
    });
  const verified = await lookedUp(verifiedFor(stores, text, scopes));
  const alike = verified ? undefined : await lookedUp(alikeQuestion(stores, text, scopes));
  return { ...(verified && { verified }), ...(alike && { alike }) };
};

/** The answer as it is posted. @param lead what is shown above it */
const answerEndOf = (
  { inChannel, sources }: Prepared,
  { turnId, answer, lead, alike }: { turnId: string; answer: Answer; lead: string; alike?: AlikeQuestion | undefined },
): ReplyEnd & { kind: 'answer' } => {
  const rendered = renderAnswer(answer, { inChannel, sources });
  return {
    kind: 'answer',
    turnId,
    rendered: { ...rendered, text: lead + rendered.text, ...(alike && { alike }) },
    forAsker: inChannel && !lead && (answer.verdict === 'unknown' || answer.verdict === 'declined'),
  };
};

const errorEnd = (event: FinalEvent & { type: 'error' }): ReplyEnd => {
  const { message, remedy } = plainFailure(event);
  return { kind: 'error', turnId: event.turnId, message, remedy };
};

/**
 * The end that stands in an answered question's messages, to show it again. Undefined when none is kept: the turn is not
 * over, or it was stopped at a text that nobody keeps.
 */
export const standingEnd = async (
  options: Pick<AttemptOptions, 'stores' | 'log'>,
  { text, turnId }: Pick<Delivery, 'text' | 'turnId'>,
  prepare: () => Promise<Prepared>,
): Promise<ReplyEnd | undefined> => {
  const turn = turnId ? await options.stores.conversations.turn(turnId) : undefined;
  if (!turn || turn.status === 'running' || turn.status === 'cancelled') return undefined;
  const prepared = await prepare();
  const event = finalEventOf(turn);
  if (event.type === 'error') return errorEnd(event);
  const { verified, alike } = await verifiedBeside(options, text, prepared);
  return answerEndOf(prepared, { turnId: turn.id, answer: event.answer, lead: leadOf(verified), alike });
};

const leadOf = (verified: ShownVerified | undefined): string =>
  verified ? `${verified.text}\n\n**New answer**\n\n` : '';

/** Shows the position in the queue at first and whenever it has halved, since each update is a call to the platform. */
const createQueueStatus = (reply: Reply) => {
  let shown = Number.POSITIVE_INFINITY;
  return (position: number) => {
    if (position > shown / 2) return;
    shown = position;
    reply.status(`You are number ${position} in the line`);
  };
};

/** The reply's text while it streams: a verified answer if there is one, then the tokens so far as safe Markdown. */
const createGrowingText = (reply: Reply, verified: ShownVerified | undefined) => {
  const lead = leadOf(verified);
  const urls = new Set<string>(verified?.urls);
  let tokens = '';
  let shown = '';
  const show = () => {
    shown = lead + safeMarkdown(tokens.slice(0, settledLength(tokens)), urls);
    reply.write(shown);
  };
  return {
    lead,
    begin() {
      if (lead) show();
    },
    get shown() {
      return shown;
    },
    cite(citations: readonly Citation[]) {
      for (const url of citedUrls(citations)) urls.add(url);
    },
    append(token: string) {
      tokens += token;
      show();
    },
    reset() {
      tokens = '';
      show();
    },
  };
};

/** Tries again, after pauses, to post an answer or to read what became of a question. */
export const createRetries = ({ log, clock }: Pick<AttemptOptions, 'log' | 'clock'>, key: string) => {
  const retry = async <Result>(
    pauses: readonly number[],
    fails: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    for (const pause of pauses) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ReplyImpossible) throw error;
        log.warn({ err: asParleyError(error), key }, fails);
        await clock.sleep(pause);
      }
    }
    return work();
  };
  return {
    withRetries: (work: () => Promise<void>) => retry(RETRIES_MS, 'an answer could not be posted yet', work),
    read: <Result>(work: () => Promise<Result>) =>
      retry(READ_RETRIES_MS, 'what became of a question could not be read yet', work),
  };
};

/** Handles the ways in which a turn ends: answered, failed, stopped, or abandoned by another process. */
const createEnds = <Target>(
  { stores, log, clock, own, complete, withdraw, drop, answered }: AttemptOptions,
  { delivery, reply, prepared, attempt, signed }: AttemptContext<Target>,
  text: ReturnType<typeof createGrowingText>,
  alike: AlikeQuestion | undefined,
) => {
  const { withRetries, read } = createRetries({ log, clock }, delivery.key);

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
    await withRetries(async () => {
      await mustBeLast();
      await own();
      await reply.finish(end);
      await complete(also);
    });
  };

  const unansweredRecord = async (turnId: string) =>
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
      ...(isNoted ? [await unansweredRecord(turnId)] : []),
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

  /**
   * Shows an end again that another process has posted in the same message, as for an interaction: a call of this attempt
   * that took long may have replaced it with an earlier state.
   * @returns false when no other process has posted it
   */
  const showAgain = async (last: ReplyEnd): Promise<boolean> => {
    const shown = delivery.messages.length > 0 ? await read(answered) : undefined;
    if (!shown || shown.delivery.turnId !== last.turnId) return false;
    // Without a first sign, this attempt has replaced nothing: what a stopped reply shows is more than could be shown again.
    const isUntouched = last.kind === 'stopped' && !signed;
    const isSame = shown.delivery.messages.some((id) => delivery.messages.includes(id));
    if (isUntouched || !isSame) return true;
    // The running call ends first, so that it does not arrive after this one.
    await reply.leave();
    try {
      await withRetries(() => shown.reply.finish(last, true));
    } finally {
      await shown.reply.leave();
    }
    return true;
  };

  /**
   * The turn, read anew once no call of this attempt is under way any more: the first sign may land over the end that another
   * process posts meanwhile, also of a turn that had ended and was about to be posted.
   */
  const turnBehindSign = async (find: () => Promise<Turn | undefined>): Promise<Turn | undefined> => {
    const turn = await find();
    if (!turn || !signed) return turn;
    await reply.leave();
    return find();
  };

  /** When the store failed: true if another process has posted the end of this turn, which then stands again. */
  const showStandingEnd = async (): Promise<boolean> => {
    const find = () => stores.conversations.turnByEvent(revisionId(delivery));
    const turn = await turnBehindSign(find).catch(() => undefined);
    return turn !== undefined && turn.status !== 'running' && showAgain(endOf(turn));
  };

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
    if (isStoreFailure(event) && (await showStandingEnd())) return;
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
      const turnNow = () => read(async () => (turnId ? stores.conversations.turn(turnId) : undefined));
      const turn = await turnBehindSign(turnNow);
      if (turnId && !turn) return drop();
      if (!turn || turn.status === 'running') return;
      // Nothing is left to do for whoever holds the claim of a deleted question, who may have failed to remove its reply.
      if (attempt.interruption === 'withdraw') return withdraw();
      const event = finalEventOf(turn);
      const last = endOf(turn);
      // That it is posted is told by its record, whatever the clocks say of when.
      if (await showAgain(last)) return;
      if (held || distanceMs(clock.now(), turn.answeredAt ?? '') < ABANDONED_MS) return;
      log.warn({ key: delivery.key }, 'the end of a question was left unposted; posting it');
      await (event.type === 'answer' ? end(event) : post(last));
    },
  };
};
