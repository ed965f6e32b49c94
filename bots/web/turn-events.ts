import { setTimeout as sleep } from 'node:timers/promises';
import type { Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import { isStoreFailure } from '../../core/errors.ts';
import { failureOf } from '../conversation/failure.ts';
import { type Ask, finalEventOf, type TurnEvent } from '../conversation/index.ts';
import { seenAnswers } from '../conversation/seen-answers.ts';
import type { WebDependencies } from './dependencies.ts';
import type { NumberedEvent } from './live-turns.ts';

const REMEDY = 'Ask it again if you still want an answer.';
/** How often the records are read for a turn that another process may be answering. */
export const POLL_MS = 1000;
/** How long a turn waits for a store that fails before the page is told, as a question in a chat does. */
export const PATIENCE_MS = 60_000;

interface Follower {
  /** The id of the last event that the page received. */
  after: string | undefined;
  address: string | undefined;
  scopes: readonly Scope[];
  signal: AbortSignal;
}

/**
 * Streams a turn's events to a page that opens or reconnects. A turn that runs in this process is followed live, and a
 * finished turn is read from the records. For any other turn, another process is answering it or died while it did: the
 * question is started again under its own event id until the other process finishes or its claim goes stale. A store that
 * fails meanwhile says nothing about the turn, so it is asked again.
 */
export async function* turnEvents(
  web: Pick<WebDependencies, 'parley' | 'live'>,
  turn: Turn,
  follower: Follower,
): AsyncGenerator<NumberedEvent> {
  const { after, signal } = follower;
  let failingSince: number | undefined;
  for (let waits = 0; !signal.aborted; ) {
    const events = web.live.follow(turn.id, after, signal);
    if (events) {
      yield* events;
      return;
    }
    const { event, stored } = await readOrResume(web, turn, follower).catch(failureOfStore(turn.id));
    if (event.type === 'accepted') continue;
    const fails = !stored && isStoreFailure(event);
    failingSince = fails ? (failingSince ?? performance.now()) : undefined;
    const mayHeal = failingSince !== undefined && performance.now() - failingSince < PATIENCE_MS;
    if (event.type !== 'duplicate' && !mayHeal) {
      yield { id: 'records:0', event };
      return;
    }
    if (waits === 0) yield { id: 'records:0', event: { type: 'status', text: 'Resuming your question…' } };
    waits += 1;
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

interface Found {
  event: TurnEvent;
  /** True when the records say so; otherwise a later attempt may find something else. */
  stored?: true;
}

/** A store failure as the event that a page is shown if the store stays away. @throws any other error */
const failureOfStore =
  (turnId: string) =>
  (error: unknown): Found => {
    if (!isStoreFailure(error)) throw error;
    return { event: failureOf(error, turnId) };
  };

/** @returns the turn's end, if it has one; `accepted` when this process runs it now; `duplicate` when another one does */
const readOrResume = async (
  { parley: { stores }, live }: Pick<WebDependencies, 'parley' | 'live'>,
  turn: Turn,
  { address, scopes }: Follower,
): Promise<Found> => {
  const now = await stores.conversations.turn(turn.id);
  if (!now) {
    const message = 'This question was erased.';
    return { event: { type: 'error', turnId: turn.id, code: 'UNKNOWN_ID', message, remedy: REMEDY }, stored: true };
  }
  if (now.status !== 'running') {
    const event = finalEventOf(now);
    if (event.type !== 'answer') return { event, stored: true };
    const answer = await seenAnswers(stores.documents, scopes).answer(event.answer);
    return { event: { ...event, answer }, stored: true };
  }
  const { eventId, conversationId, askerId, question } = now;
  const event = await live.start({
    eventId,
    conversationId,
    platform: platformOf(conversationId),
    askerId,
    workspace: 'web',
    address,
    text: question,
    scopes,
    resumes: true,
  });
  return { event };
};

/** Reads the platform from a conversation's id, which begins with `web:`, `widget:` or an API prefix. */
const platformOf = (conversationId: string): Ask['platform'] =>
  conversationId.startsWith('web:') ? 'web' : conversationId.startsWith('widget:') ? 'widget' : 'api';
