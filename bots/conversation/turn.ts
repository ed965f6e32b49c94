import type { Agent } from '../../agent/agent.ts';
import { QUOTE } from '../../agent/strategies/index.ts';
import type { Answer } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import type { Turn, TurnGiven } from '../../core/conversation.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { ClaimFence, ConversationStore, DocumentStore } from '../../stores/index.ts';
import type { Allowance } from './allowance.ts';
import { createEventQueue } from './event-queue.ts';
import { type Ask, finalEventOf, type TurnEvent } from './events.ts';
import { closing as closingDown, failureOf, stopped } from './failure.ts';
import { threadHistory, titleOf } from './history.ts';
import { keepClaim, type Lease } from './lease.ts';
import { questionOf } from './question.ts';
import type { TurnRecord } from './turn-record.ts';
import type { PlaceInLine, WaitingLine } from './waiting-line.ts';

/** Dependencies of a turn. */
export interface TurnContext {
  agent: Agent;
  store: ConversationStore;
  documents?: Pick<DocumentStore, 'visible'>;
  log: Log;
  clock: Clock;
  line: WaitingLine;
  /** Awaited before the work on an answer starts. */
  turnstile: () => Promise<void>;
  allowance: Allowance;
  staleAfterMs: number;
  historyTurns: number;
  /** Called with the result of each attempt. */
  ended: (record: TurnRecord) => void;
  closing?: AbortSignal;
  /**
   * Identifies this attempt in the claim. It is unique within the process, too, so that one process cannot claim an event
   * twice.
   */
  holder: string;
  newId: () => string;
}

/**
 * Implements `Conversations.ask`. The order of its steps makes a crash harmless: claim the event, store the running turn, work,
 * store the finished turn, yield it, finish the claim. The next attempt finds out from the missing steps where this one ended.
 */
export async function* takeTurn(context: TurnContext, ask: Ask): AsyncGenerator<TurnEvent> {
  const { store, log, holder, staleAfterMs } = context;
  const { eventId } = ask;
  const startedAt = performance.now();
  let lease: Lease | undefined;
  let handedOver = false;
  try {
    const claim = await store.claim(eventId, holder, staleAfterMs);
    const earlier = await store.turnByEvent(eventId);
    if (claim !== 'claimed') {
      const erased = claim === 'already-done' && !earlier;
      yield { type: 'duplicate', turnId: earlier?.id, answer: earlier?.answer, ...(erased && { erased }) };
      return;
    }
    if (ask.resumes && !earlier) {
      await store.releaseClaim(eventId, holder);
      yield { type: 'duplicate', turnId: undefined, answer: undefined, erased: true };
      return;
    }
    lease = keepClaim(store, { eventId, holder, staleAfterMs, log });
    const { event, settled, storeAgain }: Pick<Outcome, 'event' | 'settled' | 'storeAgain'> =
      earlier && earlier.status !== 'running'
        ? { event: finalEventOf(earlier), settled: true }
        : yield* workOnTurn(context, ask, lease, earlier);
    handedOver = true;
    yield event;
    // A chat platform has noted the reply as posted by now, so that no later attempt would store the end of the turn.
    if (settled || (storeAgain && (await withPatience(storeAgain, lease, context)))) await lease.finish();
  } catch (error) {
    log.error({ err: error, eventId }, 'a turn could not be stored');
    if (handedOver) return;
    // Without a lease no attempt began that would be recorded: the store is away.
    if (!lease) {
      context.ended({
        turnId: '',
        eventId,
        platform: ask.platform,
        outcome: 'failed',
        seconds: (performance.now() - startedAt) / 1000,
        waitedSeconds: 0,
        takenOver: false,
        code: asParleyError(error).code,
      });
    }
    yield failureOf(error, (await store.turnByEvent(eventId).catch(() => undefined))?.id ?? '');
  } finally {
    lease?.stop();
  }
}

/** The result of an attempt. */
interface Outcome {
  event: TurnEvent;
  /** True when nothing is left to do for a later attempt at the event. */
  settled: boolean;
  ended: TurnRecord['outcome'];
  /** Given when the end of the turn could not be stored: tries once more. @returns false when the claim was lost */
  storeAgain?: () => Promise<boolean>;
}

/** One attempt at a turn. */
interface TurnAttempt {
  context: TurnContext;
  ask: Ask;
  turn: Turn;
  lease: Lease;
  /** True when an earlier process already accepted and counted the question. */
  resumed: boolean;
  /** True when the turn is in the store, unless it was erased since. */
  isStored: boolean;
  /** True when all that the thread held before is small talk, after which it is named. */
  wasSmallTalk: boolean;
  /** Aborts when the caller stopped iterating, so that nobody delivers further events. */
  left: AbortSignal;
  /** Aborts for any reason to stop: by the asker, by the caller, at shutdown, or after a takeover. */
  signal: AbortSignal;
  push: (event: TurnEvent) => void;
}

/** Runs the agent and yields its events. Returns the turn's last event after storing it. */
async function* workOnTurn(
  context: TurnContext,
  ask: Ask,
  lease: Lease,
  earlier?: Turn,
): AsyncGenerator<TurnEvent, Outcome> {
  const turn: Turn = { ...(earlier ?? newTurn(context, ask)), scopes: [...ask.scopes] };
  const left = new AbortController();
  const reasons = [ask.signal, context.closing, lease.lost, left.signal];
  const signal = AbortSignal.any(reasons.filter((reason) => reason !== undefined));
  const events = createEventQueue<TurnEvent>();
  const resumed = earlier !== undefined;
  const attempt: TurnAttempt = {
    context,
    ask,
    turn,
    lease,
    resumed,
    isStored: resumed,
    wasSmallTalk: false,
    left: left.signal,
    signal,
    push: events.push,
  };
  const outcome = attemptTurn(attempt).finally(() => events.end());
  try {
    yield* events;
    return await outcome;
  } finally {
    left.abort();
  }
}

const attemptTurn = async (attempt: TurnAttempt): Promise<Outcome> => {
  const { context, ask, turn, resumed } = attempt;
  const startedAt = performance.now();
  const timing: Timing = { waitedMs: 0 };
  if (resumed)
    context.log.warn({ turnId: turn.id, eventId: ask.eventId }, 'took a question over from a process that fell silent');
  const outcome = await carryOut(attempt, timing);
  const { event } = outcome;
  context.ended({
    turnId: turn.id,
    eventId: ask.eventId,
    platform: ask.platform,
    outcome: outcome.ended,
    seconds: (performance.now() - startedAt) / 1000,
    waitedSeconds: timing.waitedMs / 1000,
    takenOver: resumed,
    ...(event.type === 'answer' && { answer: event.answer }),
    ...(event.type === 'error' && { code: event.code }),
  });
  return outcome;
};

/** Durations that are measured during an attempt. */
interface Timing {
  waitedMs: number;
}

const carryOut = async (attempt: TurnAttempt, timing: Timing): Promise<Outcome> => {
  const { context, ask, turn, resumed, signal, push } = attempt;
  let place: PlaceInLine | undefined;
  try {
    // Joins the line before anything is stored, so that a refused question leaves nothing behind.
    place = context.line.join(
      { person: ask.askerId, workspace: ask.workspace, address: ask.address },
      { accepted: resumed },
    );
    if (!(await storeRunningTurn(attempt))) return await leftToOthers(attempt);
    push({ type: 'accepted', turnId: turn.id, again: resumed });
    const quotaNotice = await context.allowance.question(ask, turn);
    const joinedAt = performance.now();
    await place.turn((position) => push({ type: 'queued', position }), signal);
    timing.waitedMs = performance.now() - joinedAt;
    await context.turnstile();
    signal.throwIfAborted();
    const answer = await askAgent(attempt, quotaNotice);
    await context.allowance.tokens(ask, answer.usage);
    return await storeAnswer(attempt, answer);
  } catch (error) {
    return place
      ? await storeFailure(attempt, error)
      : { event: failureOf(error, resumed ? turn.id : ''), settled: false, ended: 'refused' };
  } finally {
    place?.leave();
  }
};

/** @param quotaNotice when given, answers in quote mode and adds this notice: the day's tokens are used up */
const askAgent = async (attempt: TurnAttempt, quotaNotice: string | undefined): Promise<Answer> => {
  const { context, ask, turn, signal, push } = attempt;
  const { given = {} } = turn;
  const text = questionOf(ask.text);
  const turns = await context.store.turns(turn.conversationId, context.historyTurns + 1);
  attempt.wasSmallTalk = isSmallTalk(turns.filter(({ id }) => id !== turn.id));
  const answer = await context.agent.answer(
    {
      text,
      history:
        ask.history ??
        (await threadHistory(turns, { turnId: turn.id, scopes: ask.scopes, documents: context.documents })),
      scopes: ask.scopes,
      sources: given.sources,
      strategy: quotaNotice ? QUOTE : given.strategy,
      budget: given.budget,
      attachments: given.attachments?.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])),
      turn: {
        id: turn.id,
        askerId: ask.askerId,
        ...(ask.workspace !== undefined && { workspace: ask.workspace }),
      },
      signal,
    },
    push,
  );
  signal.throwIfAborted();
  const notices = [...(quotaNotice ? [quotaNotice] : []), ...(answer.notices ?? []), ...unreadNotices(given)];
  return { ...answer, id: turn.id, ...(notices.length > 0 ? { notices } : {}) };
};

/**
 * Ends an attempt that lost its event, because another process answers it or the asker was erased. Names the turn that is
 * stored. A turn that another process has yet to store is not named: a name without a turn means that it was erased.
 */
const leftToOthers = async ({ context: { store, log }, turn, isStored }: TurnAttempt): Promise<Outcome> => {
  const left = (event: { turnId?: string; erased?: boolean }): Outcome => ({
    event: { type: 'duplicate', ...event },
    settled: false,
    ended: 'left',
  });
  try {
    const known = await store.turnByEvent(turn.eventId);
    if (known) return left({ turnId: known.id });
    return left(isStored || (await store.isClosed([turn.eventId])) ? { turnId: turn.id, erased: true } : {});
  } catch (error) {
    log.warn({ err: error, eventId: turn.eventId }, 'cannot find out who answers a question now');
    return left({});
  }
};

/** Stores the answer, if this process still holds the event. */
const storeAnswer = async (attempt: TurnAttempt, answer: Answer): Promise<Outcome> => {
  const { context, turn, lease } = attempt;
  const { store, log, clock } = context;
  if (!(await lease.held())) return leftToOthers(attempt);
  const standalone = answer.question === turn.question ? undefined : answer.question;
  const done: Turn = { ...turn, given: undefined, status: 'done', standalone, answer, answeredAt: timestamp(clock) };
  const write = () => withRetries(() => store.putTurn(done, fenceOf(context, turn)), clock);
  const stored = await write().catch((error: unknown) => {
    log.error({ err: error, turnId: turn.id }, 'an answer could not be stored');
    return undefined;
  });
  if (stored === false) return leftToOthers(attempt);
  if (attempt.wasSmallTalk && answer.verdict !== 'smalltalk') await renameThread(attempt);
  const notices = stored ? answer.notices : [...(answer.notices ?? []), NOT_STORED];
  return {
    event: { type: 'answer', turnId: turn.id, answer: { ...answer, notices } },
    // If storing failed, the turn is still stored as running, so a later attempt resumes it.
    settled: stored !== undefined,
    ended: 'answered',
    ...(stored === undefined && { storeAgain: write }),
  };
};

const isSmallTalk = (turns: readonly Turn[]): boolean =>
  turns.length > 0 && turns.every(({ answer }) => answer?.verdict === 'smalltalk');

/** Names a thread that began with a greeting after its first question. Its old name is no reason to lose the answer. */
const renameThread = async ({ context, ask, turn }: TurnAttempt): Promise<void> => {
  const { store, log, clock } = context;
  try {
    const thread = await store.conversation(turn.conversationId);
    if (!thread) return;
    const named = { ...thread, title: titleOf(ask.text), updatedAt: timestamp(clock) };
    await store.putConversation(named, fenceOf(context, turn));
  } catch (error) {
    log.warn({ err: error, turnId: turn.id }, 'a thread keeps the greeting that it began with as its name');
  }
};

const storeFailure = async (attempt: TurnAttempt, error: unknown): Promise<Outcome> => {
  const { context, ask, turn, lease, left } = attempt;
  const { store, log, clock, closing } = context;
  // The caller left early and delivered nothing, so the turn stays running for the next attempt.
  if (lease.lost.aborted || left.aborted) return leftToOthers(attempt);
  if (closing?.aborted) return { event: failureOf(closingDown(), turn.id), settled: false, ended: 'left' };
  const reason = ask.signal?.aborted ? stopped() : asParleyError(error);
  const event = failureOf(reason, turn.id);
  const { code, message, remedy } = event;
  if (ask.signal?.aborted) await discardWork(attempt);
  // The asker gets a plain message; the details go to the log.
  if (reason.code === 'INTERNAL') log.error({ err: error, turnId: turn.id }, 'a turn failed');
  else if (reason.code !== 'CANCELLED') log.warn({ code, turnId: turn.id, remedy }, reason.messageForOperators);
  const status = reason.code === 'CANCELLED' ? 'cancelled' : 'failed';
  const failed: Turn = {
    ...turn,
    given: undefined,
    status,
    error: { code, message, remedy },
    answeredAt: timestamp(clock),
  };
  const write = () => withRetries(() => store.putTurn(failed, fenceOf(context, turn)), clock);
  const stored = await write().catch((cause: unknown) => {
    log.error({ err: cause, turnId: turn.id }, 'a failed turn could not be stored');
    return undefined;
  });
  if (stored === false) return leftToOthers(attempt);
  return {
    event,
    settled: stored !== undefined,
    ended: status === 'cancelled' ? 'stopped' : 'failed',
    ...(stored === undefined && { storeAgain: write }),
  };
};

/** Ends the work on a stopped question in other processes, unless one of them has taken the question over. */
const discardWork = async ({ context: { agent, log }, turn, lease }: TurnAttempt): Promise<void> => {
  try {
    if (await lease.held()) await agent.discard?.(turn.id);
  } catch (error) {
    log.warn({ err: error, turnId: turn.id }, 'the work on a stopped question could not be ended');
  }
};

/** Retries a write, so that a store that is briefly busy does not lose a finished answer. */
const withRetries = async <T>(write: () => Promise<T>, clock: Clock): Promise<T> => {
  for (const pauseMs of [50, 250, 1000]) {
    try {
      return await write();
    } catch {
      await clock.sleep(pauseMs);
    }
  }
  return write();
};

/** Pauses between attempts to store the end of a turn after it was shown: a full disk, or a server that is away for a while. */
const PATIENCE_MS = [2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000];

/** @returns false when it was not stored: another process has the claim, this one closes, or the store stayed away */
const withPatience = async (
  write: () => Promise<boolean>,
  lease: Lease,
  { clock, closing, log }: TurnContext,
): Promise<boolean> => {
  for (const pauseMs of PATIENCE_MS) {
    if (lease.lost.aborted || closing?.aborted) return false;
    try {
      return await write();
    } catch (error) {
      log.warn({ err: error }, 'the end of a turn could not be stored; it is tried again');
      await clock.sleep(pauseMs, closing).catch(() => {});
    }
  }
  return false;
};

const NOT_STORED = 'This answer could not be saved: it may be missing when you come back to this thread.';

const timestamp = (clock: Clock) => new Date(clock.now()).toISOString();

const newTurn = ({ newId, clock }: TurnContext, ask: Ask): Turn => ({
  id: newId(),
  conversationId: ask.conversationId,
  eventId: ask.eventId,
  askerId: ask.askerId,
  question: ask.text.trim(),
  scopes: [...ask.scopes],
  given: givenOf(ask),
  status: 'running',
  askedAt: timestamp(clock),
});

/** The options of a question that are stored until it is answered, so that another process can resume it. */
const givenOf = ({ strategy, sources, budget, attachments }: Ask): TurnGiven => ({
  ...(strategy && { strategy }),
  ...(sources && { sources }),
  ...(budget && { budget }),
  ...(attachments && attachments.length > 0 && { attachments }),
});

/**
 * Stores the running turn and its thread. After that, the question cannot be lost. Stores the turn first, since an erasure
 * finds threads by their turns.
 * @returns false when the claim was lost
 */
const storeRunningTurn = async (attempt: TurnAttempt): Promise<boolean> => {
  const { context, ask, turn } = attempt;
  const { store, clock } = context;
  const fence = fenceOf(context, turn);
  if (!(await store.putTurn(turn, fence))) return false;
  attempt.isStored = true;
  const conversation = {
    id: ask.conversationId,
    platform: ask.platform,
    title: titleOf(ask.text),
    createdAt: turn.askedAt,
    updatedAt: timestamp(clock),
  };
  return store.openConversation(conversation, fence);
};

/** The condition on all writes of a turn: the process must still hold the claim, which a takeover or an erasure removes. */
const fenceOf = ({ holder }: TurnContext, { eventId }: Turn): ClaimFence => ({ eventId, holder });

/** Notices that name the attached files which could not be read. */
const unreadNotices = ({ attachments = [] }: TurnGiven): string[] =>
  attachments.flatMap(({ name, text, unread }) =>
    text === undefined ? [`I could not read ${name}${unread ? `: ${unread}` : ''}.`] : [],
  );
