import { EventSourceParserStream } from 'eventsource-parser/stream';
import { isFinal, type TurnEvent } from '../../conversation/events.ts';
import type { Failure } from '../../web/api.ts';
import { RequestError } from '../../web/client/http.ts';
import type { WidgetAbout, WidgetFeedback, WidgetQuestion } from '../api.ts';

/** The requests that the widget sends to the server that its script came from. */
export interface Server {
  about(): Promise<WidgetAbout>;
  /**
   * Asks a question and yields the turn's events. After a lost connection it reconnects and continues with the next event.
   * @throws RequestError
   */
  ask(question: WidgetQuestion, signal: AbortSignal): AsyncGenerator<TurnEvent, void, undefined>;
  stop(turnId: string): Promise<unknown>;
  feedback(turnId: string, feedback: WidgetFeedback): Promise<unknown>;
}

const MAX_RECONNECTS = 6;
const RECONNECT_MS = 1000;

const unreachable = (): RequestError =>
  new RequestError({
    code: 'STORE_UNAVAILABLE',
    message: 'The answers cannot be reached at the moment.',
    remedy: 'Try again in a minute.',
  });

/**
 * @param base the server's URL, without a slash at the end
 * @param visitor random key by which the server identifies the visitor's questions
 */
export const openServer = (base: string, visitor: string): Server => {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${base}/widget${path}`, {
      ...init,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { 'content-type': 'application/json', 'x-parley-visitor': visitor, ...init.headers },
    }).catch(() => {
      throw unreachable();
    });
    if (response.ok) return response;
    const failure = (await response.json().catch(() => undefined)) as Failure | undefined;
    throw failure ? new RequestError(failure) : unreachable();
  };
  const send = (method: string, path: string, body: unknown = {}) =>
    request(path, { method, body: JSON.stringify(body) });

  return {
    about: async () => (await request('/about')).json(),
    async *ask(question, signal) {
      let turnId: string | undefined;
      let lastEventId = '';
      for (let reconnects = 0; ; reconnects += 1) {
        try {
          const response =
            turnId === undefined
              ? await request('/questions', { method: 'POST', body: JSON.stringify(question), signal })
              : await request(`/turns/${encodeURIComponent(turnId)}/events`, {
                  signal,
                  headers: { 'last-event-id': lastEventId },
                });
          for await (const { id, event } of eventsIn(response)) {
            lastEventId = id ?? lastEventId;
            if (event.type === 'accepted') turnId = event.turnId;
            yield event;
            if (isFinal(event)) return;
          }
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof RequestError && error.failure.code !== 'STORE_UNAVAILABLE') throw error;
        }
        if (reconnects === MAX_RECONNECTS) throw unreachable();
        yield { type: 'status', text: 'The connection was lost; trying again…' };
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS * 2 ** reconnects));
      }
    },
    stop: (turnId) => send('POST', `/turns/${encodeURIComponent(turnId)}/stop`),
    feedback: (turnId, feedback) => send('PUT', `/turns/${encodeURIComponent(turnId)}/feedback`, feedback),
  };
};

async function* eventsIn(response: Response): AsyncGenerator<{ id?: string; event: TurnEvent }> {
  if (!response.body) return;
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const { id, data } = read.value;
      yield { id, event: JSON.parse(data) as TurnEvent };
    }
  } finally {
    // Closes the connection when the caller leaves its loop early.
    void reader.cancel().catch(() => {});
  }
}
