import type { Failure } from '../api.ts';

/** Thrown when the server refused the request or could not be reached. */
export class RequestError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const request = async <T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> => {
  const response = await fetch(path, {
    method,
    signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    if (signal?.aborted)
      throw new RequestError({ code: 'CANCELLED', message: 'Stopped.', remedy: 'Ask again when you like.' });
    throw new RequestError({
      code: 'STORE_UNAVAILABLE',
      message: 'Parley cannot be reached.',
      remedy: 'Check that it is still running, then try again.',
    });
  });
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok) return json as T;
  throw new RequestError(
    (json as Failure | undefined) ?? {
      code: 'INTERNAL',
      message: `Parley answered with ${response.status}.`,
      remedy: 'Reload the page and try again.',
    },
  );
};

/** @throws RequestError */
export const get = <T>(path: string) => request<T>('GET', path);
/** @throws RequestError, with the code CANCELLED when the signal aborts */
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) =>
  request<T>('POST', path, body, signal);
/** @throws RequestError */
export const put = <T>(path: string, body: unknown) => request<T>('PUT', path, body);

/** The failure of a `RequestError`; a generic failure for any other thrown value. */
export const failureOf = (error: unknown): Failure =>
  error instanceof RequestError
    ? error.failure
    : { code: 'INTERNAL', message: 'Something went wrong on this page.', remedy: 'Reload it and try again.' };
