import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChromaConnectionError,
  ChromaForbiddenError,
  ChromaNotFoundError,
  ChromaQuotaExceededError,
  ChromaRateLimitError,
  ChromaServerError,
  ChromaUnauthorizedError,
} from 'chromadb';
import { ParleyError } from '../../core/errors.ts';

const MAX_ATTEMPTS = 3;
const CALL_TIMEOUT_MS = 60_000;

/** Whether the collection does not exist (any more). */
export const isGone = (error: unknown): boolean => error instanceof ChromaNotFoundError;

/** Whether a retry may succeed: the server was unreachable, failed or was overloaded. */
const isTransient = (error: unknown) =>
  error instanceof ChromaConnectionError || error instanceof ChromaServerError || error instanceof ChromaRateLimitError;

/**
 * Calls the server and retries transient failures, after 150 ms and then 450 ms. `call` must be safe to repeat.
 * @param server the server's address, for `details` only, because messages may be shown to anybody who asks
 * @throws STORE_UNAVAILABLE, DISK_FULL; other errors, such as a missing collection, unchanged
 */
export const callServer = async <T>(server: string, call: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withTimeout(CALL_TIMEOUT_MS, call());
    } catch (error) {
      if (!isTransient(error) || attempt === MAX_ATTEMPTS) throw serverError(error, server);
      await sleep(50 * 3 ** attempt);
    }
  }
};

const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

const serverError = (error: unknown, server: string): unknown => {
  const details = { server, reason: error instanceof Error ? error.message.split('.')[0] : String(error) };
  if (error instanceof ChromaUnauthorizedError || error instanceof ChromaForbiddenError)
    return new ParleyError('STORE_UNAVAILABLE', {
      message: 'The Chroma server refuses Parley.',
      remedy: 'Put its user and password into CHROMA_URL: http://user:password@host:8000.',
      cause: error,
      details,
    });
  if (error instanceof ChromaQuotaExceededError)
    return new ParleyError('DISK_FULL', {
      message: 'The Chroma server takes no more: its quota is used up.',
      remedy: 'Raise its quota and run the same again: what was done before is kept.',
      cause: error,
      details,
    });
  if (isTransient(error) || error instanceof TimeoutError)
    return new ParleyError('STORE_UNAVAILABLE', {
      message: `The Chroma server cannot be used${error instanceof TimeoutError ? `: ${error.message}` : ''}.`,
      remedy: 'Check that it runs and that CHROMA_URL names it, or unset CHROMA_URL.',
      cause: error,
      details,
    });
  return error;
};
