import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** The header of the last response to a call; filled while the call runs. */
interface Watched {
  retryAfter?: string;
}

const calls = new AsyncLocalStorage<Watched>();
const callOfRequest = new WeakMap<object, Watched>();
let isSubscribed = false;

/**
 * Runs a call of a client, and adds the `retry-after` header to its error if the client left out the headers, as Google's
 * and Ollama's do. Node's `fetch` reports its requests and responses on diagnostics channels
 * (undici, docs/api/DiagnosticsChannel.md).
 * @throws what the call throws, with the header in `headers`
 */
export const withRetryAfter = async <T>(call: () => Promise<T>): Promise<T> => {
  subscribeOnce();
  const watched: Watched = {};
  try {
    return await calls.run(watched, call);
  } catch (error) {
    if (watched.retryAfter !== undefined && typeof error === 'object' && error !== null && !('headers' in error))
      Object.assign(error, { headers: { 'retry-after': watched.retryAfter } });
    throw error;
  }
};

const subscribeOnce = () => {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('undici:request:create', (message) => {
    const watched = calls.getStore();
    if (watched) callOfRequest.set((message as { request: object }).request, watched);
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as { request: object; response: { headers: Buffer[] } };
    const watched = callOfRequest.get(request);
    if (!watched) return;
    // Names and values alternate.
    const at = response.headers.findIndex((name, i) => i % 2 === 0 && name.toString().toLowerCase() === 'retry-after');
    watched.retryAfter = at === -1 ? undefined : response.headers[at + 1]?.toString();
  });
};
