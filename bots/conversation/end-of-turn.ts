import type { Answer } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import type { Turn } from '../../core/conversation.ts';
import { asParleyError } from '../../core/errors.ts';
import { closing as closingDown, failureOf, stopped } from './failure.ts';
import { titleOf } from './history.ts';
import type { Lease } from './lease.ts';
import { fenceOf, type Outcome, type TurnAttempt, type TurnContext, timestamp } from './turn-attempt.ts';

// How an attempt at a turn ends: with an answer, with a failure, or left to another process.

const NOT_STORED = 'This answer could not be saved: it may be missing when you come back to this thread.';

/** Stores the answer, if this process still holds the event. */
export const storeAnswer = async (attempt: TurnAttempt, answer: Answer): Promise<Outcome> => {
  const { turn, lease } = attempt;
  if (!(await lease.held())) return leftToOthers(attempt);
  const standalone = answer.question === turn.question ? undefined : answer.question;
  const end = await storeEnd(attempt, { status: 'done', standalone, answer }, 'an answer could not be stored');
  if (end === undefined) return leftToOthers(attempt);
  if (attempt.wasSmallTalk && answer.verdict !== 'smalltalk') await renameThread(attempt);
  const notices = end.settled ? answer.notices : [...(answer.notices ?? []), NOT_STORED];
  return { event: { type: 'answer', turnId: turn.id, answer: { ...answer, notices } }, ended: 'answered', ...end };
};

/** Stores why a turn has no answer, unless a later attempt is to find one. */
export const storeFailure = async (attempt: TurnAttempt, error: unknown): Promise<Outcome> => {
  const { context, ask, turn, lease, left } = attempt;
  const { log, closing } = context;
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
  const end = await storeEnd(
    attempt,
    { status, error: { code, message, remedy } },
    'a failed turn could not be stored',
  );
  if (end === undefined) return leftToOthers(attempt);
  return { event, ended: status === 'cancelled' ? 'stopped' : 'failed', ...end };
};

/**
 * Stores the end of a turn.
 * @param unstored what the log says if that fails
 * @returns what the outcome says of it; undefined when the event is another process's now, or the turn was erased
 */
const storeEnd = async (
  { context, turn }: TurnAttempt,
  end: Pick<Turn, 'status' | 'standalone' | 'answer' | 'error'>,
  unstored: string,
): Promise<Pick<Outcome, 'settled' | 'storeAgain'> | undefined> => {
  const { store, log, clock } = context;
  const ended: Turn = { ...turn, given: undefined, ...end, answeredAt: timestamp(clock) };
  const write = () => withRetries(() => store.putTurn(ended, fenceOf(context, turn)), clock);
  try {
    return (await write()) ? { settled: true } : undefined;
  } catch (error) {
    log.error({ err: error, turnId: turn.id }, unstored);
    // The turn is still stored as running, so a later attempt resumes it.
    return { settled: false, storeAgain: write };
  }
};

/**
 * Ends an attempt that lost its event, because another process answers it or the asker was erased. Names the turn that is
 * stored. A turn that another process has yet to store is not named: a name without a turn means that it was erased.
 */
export const leftToOthers = async ({ context: { store, log }, turn, isStored }: TurnAttempt): Promise<Outcome> => {
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

/**
 * Ends the work on a stopped question in other processes, unless one of them has taken the question over. That nobody has must
 * be known from the store: an attempt also counts as stopped when another process has removed its message.
 */
const discardWork = async ({ context: { agent, log, clock }, turn, lease }: TurnAttempt): Promise<void> => {
  try {
    if (await withRetries(lease.renew, clock)) await agent.discard?.(turn.id);
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
export const withPatience = async (
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
