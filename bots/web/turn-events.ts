import { setTimeout as sleep } from 'node:timers/promises';
import type { Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import { isStoreFailure } from '../../core/errors.ts';
import { type Ask, finalEventOf, isFinal, type TurnEvent } from '../conversation/events.ts';
import { failureOf } from '../conversation/failure.ts';
import { seenAnswers } from '../conversation/seen-answers.ts';
import type { WebDependencies } from './dependencies.ts';
import type { FollowedTurn, NumberedEvent } from './live-turns.ts';

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
 * Streams a turn's events to a page that opens or reconnects. A turn that runs in this process, or ran a moment ago, is
 * followed live, and a finished turn is read from the records; either way only what may be seen now is shown. For any other
 * turn, another process is answering it or died while it did: the question is started again under its own event id until the
 * other process finishes or its claim goes stale. A store that fails meanwhile says nothing about the turn, so it is asked
 * again.
 */
export async function* turnEvents(
  web: Pick<WebDependencies, 'parley' | 'live'>,
  turn: Turn,
  follower: Follower,
): AsyncGenerator<NumberedEvent> {
  const { signal } = follower;
  let failingSince: number | undefined;
  for (let waits = 0; !signal.aborted; ) {
    const found: Found = await followOrResume(web, turn, follower).catch(failureOfStore(turn.id));
    if (found.followed) {
      const { past, next, isCut } = found.followed;
      yield* past;
      for await (const { id, event } of next) {
        if (isCut && !isFinal(event)) continue;
        const seen = await seenNow(web, event, turn.id, follower);
        yield { id, event: seen };
        // The store did not say what may be seen. Whoever comes back is shown what is left.
        if (isFinal(seen) && !isFinal(event)) return;
      }
      return;
    }
    const { event, stored } = found;
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

/** A turn that is followed live, or else what the records say of it. */
type Found =
  | {
      followed: FollowedTurn & {
        /** True when a page is gone of which the turn spoke: of what is still to come its end alone is shown. */
        isCut: boolean;
      };
    }
  | (FoundInRecords & { followed?: never });

interface FoundInRecords {
  event: TurnEvent;
  /** True when the records say so; otherwise a later attempt may find something else. */
  stored?: true;
}

/** A store failure as the event that a page is shown if the store stays away. @throws any other error */
const failureOfStore =
  (turnId: string) =>
  (error: unknown): FoundInRecords => {
    if (!isStoreFailure(error)) throw error;
    return { event: failureOf(error, turnId) };
  };

/** Follows the turn if this process runs it; otherwise reads or resumes it. Of what happened already, only what is left to see. */
const followOrResume = async (
  web: Pick<WebDependencies, 'parley' | 'live'>,
  turn: Turn,
  follower: Follower,
): Promise<Found> => {
  const followed = web.live.follow(turn.id, follower.after, follower.signal);
  if (!followed) return readOrResume(web, turn, follower);
  const { conversations, documents } = web.parley.stores;
  const all = [...followed.received, ...followed.past];
  const left = await seenAnswers(documents, follower.scopes).past(all);
  const received = new Set(followed.received.map(({ id }) => id));
  const past = left.filter(({ id }) => !received.has(id));
  // The turn of an answer that was shown is there until its asker is erased.
  const isOver = past.some(({ event }) => isFinal(event));
  if (isOver && !(await conversations.turn(turn.id))) return { event: wasErased(turn.id), stored: true };
  return { followed: { ...followed, past, isCut: left.length < all.length } };
};

/**
 * The event as it may be shown now: the answer of a long turn may rest on a page that was withdrawn meanwhile. Where the store
 * cannot say, it is asked again for a while, and then its failure is shown in place of the event.
 */
const seenNow = async (
  { parley: { stores } }: Pick<WebDependencies, 'parley'>,
  event: TurnEvent,
  turnId: string,
  { scopes, signal }: Follower,
): Promise<TurnEvent> => {
  for (const since = performance.now(); ; ) {
    try {
      return await seenAnswers(stores.documents, scopes).event(event);
    } catch (error) {
      if (!isStoreFailure(error)) throw error;
      if (signal.aborted || performance.now() - since >= PATIENCE_MS) return failureOf(error, turnId);
      await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }
};

const wasErased = (turnId: string): TurnEvent => ({
  type: 'error',
  turnId,
  code: 'UNKNOWN_ID',
  message: 'This question was erased.',
  remedy: REMEDY,
});

/** @returns the turn's end, if it has one; `accepted` when this process runs it now; `duplicate` when another one does */
const readOrResume = async (
  { parley: { stores }, live }: Pick<WebDependencies, 'parley' | 'live'>,
  turn: Turn,
  { address, scopes }: Follower,
): Promise<FoundInRecords> => {
  const now = await stores.conversations.turn(turn.id);
  if (!now) return { event: wasErased(turn.id), stored: true };
  if (now.status !== 'running')
    return { event: await seenAnswers(stores.documents, scopes).event(finalEventOf(now)), stored: true };
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
