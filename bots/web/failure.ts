import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asParleyError, type ErrorCode } from '../../core/errors.ts';
import { failureOf } from '../conversation/failure.ts';
import type { Failure } from './api.ts';

const statuses: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  BAD_USAGE: 400,
  BAD_INPUT: 400,
  UNKNOWN_ID: 404,
  UNKNOWN_SOURCE: 404,
  INPUT_TOO_LARGE: 413,
  TOO_MANY_QUESTIONS: 429,
  STORE_UNAVAILABLE: 503,
};

/** Any failure as JSON in plain words; what was not expected keeps its words to the log. */
export const failure = (c: Context, error: unknown, status?: ContentfulStatusCode) => {
  const { code, message, remedy } = failureOf(error, c.req.path);
  return c.json<Failure>({ code, message, remedy }, status ?? statuses[asParleyError(error).code] ?? 500);
};
