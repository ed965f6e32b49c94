import { setTimeout as sleep } from 'node:timers/promises';
import type { Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import { type Ask, finalEventOf } from '../conversation/index.ts';
import { seenAnswers } from '../conversation/seen-answers.ts';
import type { WebDependencies } from './dependencies.ts';
import type { NumberedEvent } from './live-turns.ts';

const REMEDY = 'Ask it again if you still want an answer.';
/** How often the records are read for a turn that another process may be answering. */
const POLL_MS = 1000;

/**
 * Streams a turn's events to a page that opens or reconnects. A turn that runs in this process is followed live, and a
 * finished turn is read from the records. For any other turn, another process is answering it or died while it did: the
 * question is started again under its own event id until the other process finishes or its claim goes stale.
 */
export async function* turnEvents(
  { parley, live }: Pick<WebDependencies, 'parley' | 'live'>,
  turn: Turn,
  {
    after,
    address,
    scopes,
    signal,
  }: { after: string | undefined; address: string | undefined; scopes: readonly Scope[]; signal: AbortSignal },
): AsyncGenerator<NumberedEvent> {
  for (let waits = 0; !signal.aborted; ) {
    const events = live.follow(turn.id, after, signal);
    if (events) {
      yield* events;
      return;
    }
    const now = await parley.stores.conversations.turn(turn.id);
    if (!now) {
      const message = 'This question was erased.';
      yield { id: 'records:0', event: { type: 'error', turnId: turn.id, code: 'UNKNOWN_ID', message, remedy: REMEDY } };
      return;
    }
    if (now.status !== 'running') {
      const event = finalEventOf(now);
      const seen = seenAnswers(parley.stores.documents, scopes);
      yield {
        id: 'records:0',
        event: event.type === 'answer' ? { ...event, answer: await seen.answer(event.answer) } : event,
      };
      return;
    }
    const { eventId, conversationId, askerId, question } = now;
    const first = await live.start({
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
    if (first.type === 'error') {
      yield { id: 'records:0', event: first };
      return;
    }
    if (first.type === 'duplicate') {
      if (waits === 0) yield { id: 'records:0', event: { type: 'status', text: 'Resuming your question…' } };
      waits += 1;
      await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** Reads the platform from a conversation's id, which begins with `web:`, `widget:` or an API prefix. */
const platformOf = (conversationId: string): Ask['platform'] =>
  conversationId.startsWith('web:') ? 'web' : conversationId.startsWith('widget:') ? 'widget' : 'api';
