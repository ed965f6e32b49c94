import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { asParleyError, type ErrorCode, ParleyError } from '../../core/errors.ts';
import { failureOf } from '../conversation/failure.ts';
import { MCP_PATH, mcpFailure } from '../mcp/failure.ts';
import { isOpenAiPath, openAiFailure } from '../openai/failure.ts';
import type { Failure } from './api.ts';
import type { PublicView } from './public-view.ts';

const STATUSES: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  BAD_USAGE: 400,
  BAD_INPUT: 400,
  UNKNOWN_ID: 404,
  UNKNOWN_SOURCE: 404,
  UNKNOWN_STRATEGY: 400,
  INPUT_TOO_LARGE: 413,
  TOO_MANY_QUESTIONS: 429,
  TOO_MANY_STREAMS: 429,
  TOKEN_MISSING: 401,
  TOKEN_UNKNOWN: 401,
  TOKEN_FOREIGN: 401,
  TOKEN_EXPIRED: 401,
  TOKEN_REVOKED: 401,
  PERMISSION_MISSING: 403,
  RIGHTS_CHANGED: 403,
  ORIGIN_REFUSED: 403,
  REPEATED_KEY: 422,
  ALREADY_SENT: 409,
  SIGN_IN_REQUIRED: 401,
  SIGN_IN_FAILED: 403,
  NOT_ALLOWED: 403,
  CASE_CHANGED: 409,
  INPUT_UNREADABLE: 422,
  INPUT_NOT_FOUND: 422,
  STORE_UNAVAILABLE: 503,
  DISK_FULL: 503,
};

/** The HTTP status for an error: 500 for any code that is not in the table. */
export const statusOf = (error: unknown): ContentfulStatusCode => STATUSES[asParleyError(error).code] ?? 500;

/**
 * Sends an error as JSON, to clients of OpenAI's API and of MCP in the form that they read. With `view`, internal details are left out.
 * Sets `Retry-After` when the error says when to retry.
 * @param id shown to the reader and written to the log, so that the operator finds the log entry
 */
export const sendFailure = (
  c: Context,
  error: unknown,
  { status = statusOf(error), view, id = '' }: { status?: ContentfulStatusCode; view?: PublicView; id?: string } = {},
) => {
  const { code, message, remedy, retryAfterSeconds } = failureOf(error, id);
  if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
  if (status === 401 && code.startsWith('TOKEN_'))
    c.header('www-authenticate', `Bearer error="${code === 'TOKEN_MISSING' ? 'invalid_request' : 'invalid_token'}"`);
  const failure: Failure = { code, message, remedy };
  const shown = view ? view.failure(failure) : failure;
  return c.json(inFormOf(c.req.path, shown, status), status);
};

const inFormOf = (path: string, failure: Failure, status: number) => {
  if (path === MCP_PATH) return mcpFailure(failure);
  return isOpenAiPath(path) ? openAiFailure(failure, status) : failure;
};

/**
 * The error for something that does not exist or belongs to somebody else; the words do not reveal which.
 * @param hint what else to try
 */
export const notFound = (what: 'thread' | 'answer' | 'page' | 'source' | 'name' | 'case' | 'question', hint = '') =>
  new ParleyError('UNKNOWN_ID', {
    message: `This ${what} is not here.`,
    remedy: `${REMEDIES[what] ?? 'It may have been erased, or belong to someone else.'}${hint && ` ${hint}`}`,
  });

const REMEDIES: Partial<Record<Parameters<typeof notFound>[0], string>> = {
  page: 'It may have been removed since.',
  name: 'No fact that you may see is about it, perhaps because it counts as another name. Look for that one.',
};
