import { setTimeout as sleep } from 'node:timers/promises';
import { isParleyError } from '../../core/errors.ts';
import type { Fetched, Fetcher, FetchRequest } from '../fetch/fetch.ts';

/** Limits on the requests to one host. */
export interface Politeness {
  /** Milliseconds between the starts of two requests. */
  interval: number;
  /** Retries after 429 or 503. */
  retries: number;
}

/** Maximum wait that a host can ask for, in seconds. */
const MAX_WAIT = 60;

/** Makes a fetch function that spaces requests to one host apart, and that retries after as long as the host says. */
export const createPoliteFetch = (
  fetcher: Fetcher,
  { interval, retries }: Politeness,
): ((url: string, request?: FetchRequest) => Promise<Fetched>) => {
  let next = 0;
  const turn = async (signal: AbortSignal | undefined) => {
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + interval;
    if (start > now) await sleep(start - now, undefined, { signal });
  };
  return async (url, request = {}) => {
    for (let attempt = 0; ; attempt++) {
      await turn(request.signal);
      try {
        return await fetcher.fetch(url, request);
      } catch (error) {
        const status = isParleyError(error, 'FETCH_FAILED') ? error.details.status : undefined;
        if ((status !== 429 && status !== 503) || attempt >= retries || !isParleyError(error)) throw error;
        const wait = Math.min(MAX_WAIT, Number(error.details.retryAfter ?? 2 ** attempt)) * 1000;
        // All requests wait, since the next one would be refused too.
        next = Math.max(next, performance.now() + wait);
      }
    }
  };
};
