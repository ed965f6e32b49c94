import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Turn } from '../../core/conversation.ts';
import { asParleyError, isStoreFailure } from '../../core/errors.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import { isFinal } from '../conversation/events.ts';
import { failureOf } from '../conversation/failure.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import type { NumberedEvent } from '../web/live-turns.ts';
import { PATIENCE_MS, POLL_MS, turnEvents } from '../web/turn-events.ts';
import { rightsCheck } from './caller.ts';

/** Interval of keep-alive comments: many proxies close a connection that is idle for a minute. */
const PING_MS = 20_000;

/**
 * Streams a turn's events to a caller while the caller's rights allow it. When a right is revoked, stops the work and ends
 * with an error event. While a store fails, so that the rights cannot be checked, the events wait and the work goes on.
 */
export async function* eventsFor(
  web: Pick<WebDependencies, 'parley' | 'live' | 'tokens' | 'callers' | 'log'>,
  turn: Turn,
  caller: Caller,
  { after, address, signal }: { after?: string; address: string | undefined; signal: AbortSignal },
): AsyncGenerator<NumberedEvent> {
  const check = rightsCheck(web, caller);
  try {
    for await (const numbered of turnEvents(web, turn, { after, address, scopes: caller.scopes, signal })) {
      await outlastStoreFailure(() => check({ now: isFinal(numbered.event) }), signal);
      yield numbered;
    }
  } catch (error) {
    if (signal.aborted) return;
    await web.live.stopAnywhere(turn.id).catch((unstopped: unknown) => {
      web.log.error({ err: unstopped, turnId: turn.id }, 'a turn whose asker lost a right cannot be stopped');
    });
    const { code } = asParleyError(error);
    if (code === 'INTERNAL') web.log.error({ err: error, turnId: turn.id }, 'a stream failed');
    yield { id: 'records:0', event: failureOf(error, turn.id) };
  }
}

/**
 * Repeats a check until the store that it reads works again, or for PATIENCE_MS.
 * @throws what the check throws, when that is no failure of a store or the patience is over
 */
const outlastStoreFailure = async (check: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (const startedAt = performance.now(); ; ) {
    try {
      return await check();
    } catch (error) {
      if (!isStoreFailure(error) || performance.now() - startedAt >= PATIENCE_MS) throw error;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
};

/** Ends the id of a turn's last event, so that a client that comes back after it is known to miss nothing. */
const END = ':end';

/**
 * Sends a turn's events as server-sent events. A client that received the last one gets status 204, which tells an
 * EventSource to stop reconnecting (HTML standard, "Server-sent events"): it reconnects after every response that ends.
 * @param options `stopWhenLeft`: stops the work when the client disconnects, since it cannot come back for the answer
 * @throws TOO_MANY_STREAMS
 */
export const streamTurn = (
  c: Context,
  web: WebDependencies,
  turn: Turn,
  caller: Caller,
  { stopWhenLeft = false }: { stopWhenLeft?: boolean } = {},
): Response => {
  const after = c.req.header('last-event-id');
  if (after?.endsWith(END) && turn.status !== 'running') return c.body(null, 204);
  const release = web.streams.open(caller.id);
  return streamSSE(c, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => {
      left.abort();
      if (stopWhenLeft) web.live.stop(turn.id);
    });
    const ping = setInterval(() => void stream.write(': still here\n\n'), PING_MS);
    try {
      const address = web.addressOf(c);
      for await (const { id, event } of eventsFor(web, turn, caller, { after, address, signal: left.signal }))
        await stream.writeSSE({
          id: isFinal(event) ? `${id}${END}` : id,
          event: 'turn',
          data: JSON.stringify(web.view.event(event)),
        });
    } finally {
      clearInterval(ping);
      release();
    }
  });
};
