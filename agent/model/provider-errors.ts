import { asParleyError, isAbort, ParleyError } from '../../core/errors.ts';
import { missingPackage } from '../../core/optional-packages.ts';

/** A provider client's thrown value as a ParleyError that says what to do; what was cancelled stays CANCELLED. */
export const asModelError = (error: unknown, model: string, signal?: AbortSignal): ParleyError => {
  if (error instanceof ParleyError) return error;
  if (missingPackage(error)) return asParleyError(error);
  if (signal?.aborted) {
    return signal.reason instanceof ParleyError ? signal.reason : cancelled(error);
  }
  const status = statusOf(error);
  const said = firstLine(error);
  const details = { model, ...(status === undefined ? {} : { status }) };
  if (status === 401 || status === 403) {
    return new ParleyError('MODEL_KEY_REFUSED', {
      message: `The model provider refused the key for ${model}${status === 401 ? '' : ` (HTTP ${status})`}.`,
      remedy: 'Check PARLEY_MODEL_API_KEY, or the variable in which the provider expects its own key.',
      cause: error,
      details,
    });
  }
  if (status === 404) {
    return new ParleyError('MODEL_NOT_FOUND', {
      message: `The provider does not know the model ${model}.`,
      remedy: 'Check the name in PARLEY_MODEL and the path of PARLEY_MODEL_BASE_URL (it often ends in /v1).',
      cause: error,
      details,
    });
  }
  if (status === 429) {
    const retryAfterSeconds = retryAfter(error);
    return new ParleyError('MODEL_RATE_LIMITED', {
      message: `The provider limits the rate of ${model}.`,
      remedy: 'Wait a little, or raise the limit with the provider.',
      cause: error,
      details: { ...details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
    });
  }
  if (status !== undefined && status >= 400 && status < 500 && status !== 408) {
    return new ParleyError('MODEL_REFUSED', {
      message: `The provider refused the request to ${model} (HTTP ${status}): ${said}`,
      remedy: 'Check that the model takes what is asked of it; a shorter question or another model may help.',
      cause: error,
      details,
    });
  }
  if (status === undefined && isAbort(error)) return cancelled(error);
  return new ParleyError('MODEL_UNAVAILABLE', {
    message: `The model ${model} can't be reached: ${said}`,
    remedy: 'Check PARLEY_MODEL_BASE_URL and that the provider is up.',
    cause: error,
    details,
  });
};

const cancelled = (cause: unknown) =>
  new ParleyError('CANCELLED', { message: 'The model call was cancelled.', remedy: 'Ask again to start anew.', cause });

const statusOf = (error: unknown): number | undefined => {
  for (let at: unknown = error, depth = 0; at && typeof at === 'object' && depth < 4; depth += 1) {
    const { status, status_code: code, response, cause } = at as Record<string, unknown>;
    for (const value of [status, code, (response as { status?: unknown } | undefined)?.status]) {
      if (typeof value === 'number' && value >= 400 && value < 600) return value;
    }
    at = cause;
  }
  return undefined;
};

/** Seconds to wait, from `retry-after` (seconds or a date) or `retry-after-ms`. */
const retryAfter = (error: unknown): number | undefined => {
  const { headers, response } = (error ?? {}) as { headers?: unknown; response?: { headers?: unknown } };
  const bag = headers ?? response?.headers;
  const read = (name: string): string | undefined => {
    if (bag instanceof Headers) return bag.get(name) ?? undefined;
    const value = (bag as Record<string, unknown> | undefined)?.[name];
    return value === undefined ? undefined : String(value);
  };
  const ms = Number(read('retry-after-ms'));
  if (Number.isFinite(ms) && ms > 0) return ms / 1000;
  const value = read('retry-after');
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
};

const firstLine = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${(error instanceof Error ? error.message : String(error)).split('\n')[0]}${cause}`;
};
