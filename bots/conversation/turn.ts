import type { Agent } from '../../agent/agent.ts';
import { QUOTE } from '../../agent/strategies/index.ts';
import type { Answer } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import type { Turn, TurnGiven } from '../../core/conversation.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { ConversationStore } from '../../stores/index.ts';
import type { Allowance } from './allowance.ts';
import { createEventQueue } from './event-queue.ts';
import { type Ask, finalEventOf, type TurnEvent } from './events.ts';
import { closing as closingDown, failureOf, stopped } from './failure.ts';
import { threadHistory, titleOf } from './history.ts';
import { keepClaim, type Lease } from './lease.ts';
import { questionOf } from './question.ts';
import type { Place, WaitingLine } from './waiting-line.ts';

/** What one turn needs. */
export interface TurnContext {
  agent: Agent;
  store: ConversationStore;
  log: Log;
  clock: Clock;
  line: WaitingLine;
  /** Passed before the work of an answer starts. */
  turnstile: () => Promise<void>;
  allowance: Allowance;
  staleAfterMs: number;
  historyTurns: number;
  closing?: AbortSignal;
  /** Names this attempt at the event, so that even the same process never holds one event twice. */
  holder: string;
  newId: () => string;
}

/**
 * One event from claim to delivery, as `Conversations.ask` promises it. The order of writes is what makes a crash
 * harmless: claim, running turn, work, finished turn, hand-over, finished claim. Whatever is missing tells the next
 * attempt where this one ended.
 */
export async function* takeTurn(parts: TurnContext, ask: Ask): AsyncGenerator<TurnEvent> {
  const { store, log } = parts;
  let lease: Lease | undefined;
  let said = false;
  try {
    const claim = await store.claim(ask.eventId, parts.holder, parts.staleAfterMs);
    const earlier = await store.turnByEvent(ask.eventId);
    if (claim !== 'claimed') {
      yield { type: 'duplicate', turnId: earlier?.id, answer: earlier?.answer };
      return;
    }
    lease = keepClaim(store, { eventId: ask.eventId, holder: parts.holder, staleAfterMs: parts.staleAfterMs, log });
    const { event, settled } =
      earlier && earlier.status !== 'running'
        ? { event: finalEventOf(earlier), settled: true }
        : yield* work(parts, ask, lease, earlier);
    said = true;
    yield event;
    if (settled) await lease.finish();
  } catch (error) {
    log.error({ err: error, eventId: ask.eventId }, 'a turn could not be kept');
    if (said) return;
    yield failureOf(error, (await store.turnByEvent(ask.eventId).catch(() => undefined))?.id ?? '');
  } finally {
    lease?.stop();
  }
}

/** How an attempt ended; `settled` when no later attempt at the event has anything left to do. */
interface Outcome {
  event: TurnEvent;
  settled: boolean;
}

/** Runs the agent, passing on what it says, and returns the turn's last event once that is stored. */
async function* work(parts: TurnContext, ask: Ask, lease: Lease, earlier?: Turn): AsyncGenerator<TurnEvent, Outcome> {
  const { store, log, clock } = parts;
  const turn: Turn = { ...(earlier ?? newTurn(parts, ask)), scopes: [...ask.scopes] };
  const { given = {} } = turn;
  const left = new AbortController();
  const signal = AbortSignal.any(
    [ask.signal, parts.closing, lease.lost, left.signal].filter((one) => one !== undefined),
  );
  const events = createEventQueue<TurnEvent>();
  const takenOver: Outcome = { event: { type: 'duplicate', turnId: turn.id }, settled: false };
  const outcome = attempt();
  try {
    yield* events;
    return await outcome;
  } finally {
    left.abort();
  }

  async function attempt(): Promise<Outcome> {
    let place: Place | undefined;
    try {
      // Before anything is stored: a question that finds no room costs nothing and leaves nothing behind.
      place = parts.line.join({ person: ask.askerId, workspace: ask.workspace, address: ask.address });
      await begin(parts, ask, turn);
      events.push({ type: 'accepted', turnId: turn.id, again: earlier !== undefined });
      // Taken up after a crash, it was counted before.
      const spent = earlier ? undefined : await parts.allowance.question(ask);
      await place.turn((position) => events.push({ type: 'queued', position }), signal);
      await parts.turnstile();
      signal.throwIfAborted();
      const answered = await answer(spent);
      await parts.allowance.tokens(ask, answered.usage);
      return await settle(answered);
    } catch (error) {
      return place ? await giveUp(error) : { event: failureOf(error, earlier?.id ?? ''), settled: false };
    } finally {
      place?.leave();
      events.end();
    }
  }

  /** @param spent why no model may be asked, in words */
  async function answer(spent: string | undefined): Promise<Answer> {
    const text = questionOf(ask.text);
    const turns = await store.turns(turn.conversationId, parts.historyTurns + 1);
    const answer = await parts.agent.answer(
      {
        text,
        history: threadHistory(turns, { turnId: turn.id, scopes: ask.scopes }),
        scopes: ask.scopes,
        sources: given.sources,
        strategy: spent ? QUOTE : given.strategy,
        budget: given.budget,
        attachments: given.attachments?.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])),
        signal,
      },
      (event) => events.push(event),
    );
    signal.throwIfAborted();
    const notices = [...(spent ? [spent] : []), ...(answer.notices ?? []), ...unreadNotices(given)];
    return { ...answer, id: turn.id, ...(notices.length > 0 ? { notices } : {}) };
  }

  /** Stores the answer, if this process may still speak for the event. */
  async function settle(answer: Answer): Promise<Outcome> {
    if (!(await lease.held())) return takenOver;
    const standalone = answer.question === turn.question ? undefined : answer.question;
    const done: Turn = { ...turn, given: undefined, status: 'done', standalone, answer, answeredAt: timestamp(clock) };
    const kept = await insist(() => store.putTurn(done), clock).then(
      () => true,
      (error: unknown) => log.error({ err: error, turnId: turn.id }, 'an answer could not be stored'),
    );
    const shown = kept ? answer : { ...answer, notices: [...(answer.notices ?? []), NOT_KEPT] };
    return { event: { type: 'answer', turnId: turn.id, answer: shown }, settled: true };
  }

  async function giveUp(error: unknown): Promise<Outcome> {
    // A front that left in the middle has delivered nothing: the turn stays open for the next attempt at the event.
    if (lease.lost.aborted || left.signal.aborted) return takenOver;
    if (parts.closing?.aborted) return { event: failureOf(closingDown(), turn.id), settled: false };
    const reason = ask.signal?.aborted ? stopped() : asParleyError(error);
    const { type: _, turnId: __, ...said } = failureOf(reason, turn.id);
    if (reason.code === 'INTERNAL') log.error({ err: error, turnId: turn.id }, 'a turn failed');
    const status = reason.code === 'CANCELLED' ? 'cancelled' : 'failed';
    await store
      .putTurn({ ...turn, given: undefined, status, error: said, answeredAt: timestamp(clock) })
      .catch((cause: unknown) => log.error({ err: cause, turnId: turn.id }, 'a failed turn could not be stored'));
    return { event: { type: 'error', turnId: turn.id, ...said }, settled: true };
  }
}

/** A store that was busy for a moment must not cost a finished answer. */
const insist = async (write: () => Promise<void>, clock: Clock) => {
  for (const pause of [50, 250, 1000]) {
    try {
      return await write();
    } catch {
      await clock.sleep(pause);
    }
  }
  return write();
};

const NOT_KEPT = 'This answer could not be saved: it will be missing when you come back to this thread.';

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

/** What the question comes with, kept until it is answered. */
const givenOf = ({ strategy, sources, budget, attachments }: Ask): TurnGiven => ({
  ...(strategy && { strategy }),
  ...(sources && { sources }),
  ...(budget && { budget }),
  ...(attachments && attachments.length > 0 && { attachments }),
});

/** Stores the thread and the running turn: from here on the question cannot be lost. */
const begin = async ({ store, clock }: TurnContext, ask: Ask, turn: Turn) => {
  const known = await store.conversation(ask.conversationId);
  await store.putConversation({
    id: ask.conversationId,
    front: ask.front,
    title: known?.title ?? titleOf(ask.text),
    createdAt: known?.createdAt ?? turn.askedAt,
    updatedAt: timestamp(clock),
  });
  await store.putTurn(turn);
};

/** A file that was not read is named, never dropped in silence. */
const unreadNotices = ({ attachments = [] }: TurnGiven): string[] =>
  attachments.flatMap(({ name, text, unread }) =>
    text === undefined ? [`I could not read ${name}${unread ? `: ${unread}` : ''}.`] : [],
  );
