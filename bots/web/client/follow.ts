import { isFinal, type TurnEvent } from '../../conversation/events.ts';
import type { About, Failure } from '../api.ts';
import { failureOf, get } from './http.ts';

const RETRY_MS = 2000;

/**
 * Follows a turn until its last event. EventSource reconnects by itself and sends the id of the last event that it received,
 * so no event is lost when a laptop sleeps or the server restarts. An expired session is reported as an error event.
 * @returns a function that stops listening; the turn continues on the server
 */
export const follow = (turnId: string, onEvent: (event: TurnEvent) => void): (() => void) => {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  const stop = () => {
    over = true;
    clearTimeout(timer);
    source?.close();
  };

  const connect = () => {
    source = new EventSource(`/api/v1/turns/${encodeURIComponent(turnId)}/events`);
    source.addEventListener('turn', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as TurnEvent;
      if (isFinal(event)) stop();
      onEvent(event);
    });
    source.addEventListener('error', () => {
      if (over) return;
      onEvent({ type: 'status', text: 'The connection was lost; trying again…' });
      if (source?.readyState === EventSource.CLOSED) void comeBack();
    });
  };

  /** Called when the server refused the connection. Gives up when the session has ended, and retries otherwise. */
  const comeBack = async () => {
    const refusal = await sessionEnded();
    if (over) return;
    if (!refusal) timer = setTimeout(connect, RETRY_MS);
    else {
      stop();
      onEvent({ type: 'error', turnId, ...refusal });
    }
  };

  connect();
  return stop;
};

const sessionEnded = async (): Promise<Failure | undefined> => {
  try {
    await get<About>('/api/v1/about?suggestions=no');
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'SIGN_IN_REQUIRED') return failure;
  }
  return undefined;
};
