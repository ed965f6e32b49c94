import { QUOTE } from '../../agent/strategies/index.ts';
import type { Answer } from '../../core/answer.ts';
import type { Turn, TurnGiven } from '../../core/conversation.ts';
import { asParleyError } from '../../core/errors.ts';
import { dataWithoutSecrets, withoutSecrets } from '../../core/secrets/mask-secrets.ts';
import { leftToOthers, storeAnswer, storeFailure, withPatience } from './end-of-turn.ts';
import { createEventQueue } from './event-queue.ts';
import { type Ask, finalEventOf, type TurnEvent } from './events.ts';
import { closing, failureOf } from './failure.ts';
import { threadHistory, titleOf } from './history.ts';
import { claimEvent, keepClaim, type Lease } from './lease.ts';
import { questionOf } from './question.ts';
import { fenceOf, type Outcome, type TurnAttempt, type TurnContext, timestamp } from './turn-attempt.ts';
import type { PlaceInLine } from './waiting-line.ts';

/** Maximum earlier turns of the thread that the agent gets. */
const HISTORY_TURNS = 12;

/**
 * Implements `Conversations.ask`. The order of its steps makes a crash harmless: claim the event, store the running turn, work,
 * store the finished turn, yield it, finish the claim. The next attempt finds out from the missing steps where this one ended.
 */
export async function* takeTurn(context: TurnContext, asked: Ask): AsyncGenerator<TurnEvent> {
  const ask = askWithoutSecrets(asked);
  const { store, log, holder, staleAfterMs } = context;
  const { eventId } = ask;
  const startedAt = performance.now();
  let lease: Lease | undefined;
  let handedOver = false;
  try {
    const claim = await claimEvent(store, { eventId, holder, staleAfterMs, log });
    const earlier = await store.turnByEvent(eventId);
    if (claim !== 'claimed') {
      const held = claim === 'held-by-another';
      const erased = !held && !earlier;
      yield {
        type: 'duplicate',
        turnId: earlier?.id,
        answer: earlier?.answer,
        ...(held && { held }),
        ...(erased && { erased }),
      };
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
    // A shutdown waits for the stores' calls for a few seconds only; the event stays unfinished for the next process.
    const closes = context.closing?.aborted === true;
    if (closes)
      log.info(
        { err: error, eventId },
        'Parley stops before the end of a question was stored; the next process takes it up',
      );
    else log.error({ err: error, eventId }, 'a turn could not be stored');
    if (handedOver) return;
    const reason = closes ? closing() : error;
    // Without a lease no attempt began that would be recorded: the store is away.
    if (!lease) {
      context.ended({
        turnId: '',
        eventId,
        platform: ask.platform,
        outcome: closes ? 'left' : 'failed',
        seconds: (performance.now() - startedAt) / 1000,
        waitedSeconds: 0,
        takenOver: false,
        code: asParleyError(reason).code,
      });
    }
    yield failureOf(reason, (await store.turnByEvent(eventId).catch(() => undefined))?.id ?? '');
  } finally {
    lease?.stop();
  }
}

/** Masks the secrets of a question, its thread and its files before anything of it is stored. */
const askWithoutSecrets = (ask: Ask): Ask => ({
  ...ask,
  text: withoutSecrets(ask.text),
  ...(ask.history && { history: dataWithoutSecrets(ask.history) }),
  ...(ask.attachments && { attachments: dataWithoutSecrets(ask.attachments) }),
});

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
  const turns = await context.store.turns(turn.conversationId, HISTORY_TURNS + 1);
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

const isSmallTalk = (turns: readonly Turn[]): boolean =>
  turns.length > 0 && turns.every(({ answer }) => answer?.verdict === 'smalltalk');

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

/** Notices that name the attached files which could not be read. */
const unreadNotices = ({ attachments = [] }: TurnGiven): string[] =>
  attachments.flatMap(({ name, text, unread }) =>
    text === undefined ? [`I could not read ${name}${unread ? `: ${unread}` : ''}.`] : [],
  );
