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

const TRIES = 3;
const CALL_MS = 60_000;

/** True when the collection is not there (any more). */
export const isGone = (error: unknown): boolean => error instanceof ChromaNotFoundError;

/** The server was not reached or not able, and may be at the next try. */
const mayPass = (error: unknown) =>
  error instanceof ChromaConnectionError || error instanceof ChromaServerError || error instanceof ChromaRateLimitError;

/**
 * Calls the server, again after a pause when it was not reached: every call that comes here is safe to repeat.
 * @param server the server's address, for `details`: messages may reach anybody who asks
 * @throws STORE_UNAVAILABLE; a missing collection is thrown as it is
 */
export const callServer = async <T>(server: string, call: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await within(CALL_MS, call());
    } catch (error) {
      if (!mayPass(error) || tried === TRIES) throw serverError(error, server);
      await sleep(50 * 3 ** tried);
    }
  }
};

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`no answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
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
  if (mayPass(error) || error instanceof TimeoutError)
    return new ParleyError('STORE_UNAVAILABLE', {
      message: `The Chroma server cannot be used${error instanceof TimeoutError ? `: ${error.message}` : ''}.`,
      remedy: 'Check that it runs and that CHROMA_URL names it, or unset CHROMA_URL.',
      cause: error,
      details,
    });
  return error;
};
