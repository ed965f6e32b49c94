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
  const failed = (kind: 'DISK_FULL' | 'STORE_UNAVAILABLE', message: string, remedy: string) => {
    const reason = error instanceof Error ? error.message.split('.')[0] : String(error);
    return new ParleyError(kind, { message, remedy, cause: error, details: { server, reason } });
  };
  if (error instanceof ChromaUnauthorizedError || error instanceof ChromaForbiddenError)
    return failed(
      'STORE_UNAVAILABLE',
      'The Chroma server refuses Parley.',
      'Put its user and password into CHROMA_URL: http://user:password@host:8000.',
    );
  if (error instanceof ChromaQuotaExceededError)
    return failed(
      'DISK_FULL',
      'The Chroma server takes no more: its quota is used up.',
      'Raise its quota and run the same again: what was done before is kept.',
    );
  if (isTransient(error) || error instanceof TimeoutError)
    return failed(
      'STORE_UNAVAILABLE',
      `The Chroma server cannot be used${error instanceof TimeoutError ? `: ${error.message}` : ''}.`,
      'Check that it runs and that CHROMA_URL names it, or unset CHROMA_URL.',
    );
  return error;
};
