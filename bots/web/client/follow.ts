import { isFinal, type TurnEvent } from '../../conversation/events.ts';

const RETRY_MS = 2000;

/**
 * Listens to a turn until its last event. The browser's EventSource comes back by itself after a lost connection and
 * says which event it saw last, so a sleeping laptop or a restarted server costs nothing.
 * @returns stops listening; the turn runs on
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
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, RETRY_MS);
    });
  };

  connect();
  return stop;
};
