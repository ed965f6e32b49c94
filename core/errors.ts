import { missingPackage } from './optional-packages.ts';

/** Codes of all expected failures. A code never changes its meaning; new ones may be added. */
export const ERROR_CODES = [
  'BAD_USAGE',
  'BAD_SETTING',
  'BAD_INPUT',
  'INPUT_NOT_FOUND',
  'INPUT_TOO_LARGE',
  'INPUT_UNREADABLE',
  'PARSER_TIMEOUT',
  'PARSER_MEMORY',
  'PARSER_DIED',
  'OUTPUT_TOO_LARGE',
  'FETCH_REFUSED',
  'FETCH_FAILED',
  'UNKNOWN_STRATEGY',
  'UNKNOWN_SCOPE',
  'UNKNOWN_SOURCE',
  'UNKNOWN_ID',
  'DATA_NEWER',
  'DATA_LOCKED',
  'DISK_FULL',
  'STORE_UNAVAILABLE',
  'EMBEDDING_DIMENSION_CHANGED',
  'ENCODER_UNAVAILABLE',
  'RERANKER_UNAVAILABLE',
  'LIVE_SOURCE_FAILED',
  'MODEL_UNAVAILABLE',
  'MODEL_KEY_REFUSED',
  'MODEL_NOT_FOUND',
  'MODEL_RATE_LIMITED',
  'MODEL_REFUSED',
  'MODEL_REQUEST_REFUSED',
  'MODEL_QUOTA_SPENT',
  'MODEL_OUTPUT_MALFORMED',
  'MODEL_OUTPUT_CUT',
  'BUDGET_EXHAUSTED',
  'CANCELLED',
  'TOO_MANY_QUESTIONS',
  'QUEUE_FULL',
  'JOB_HUNG',
  'PLATFORM_REFUSED',
  'PLATFORM_UNREACHABLE',
  'EVAL_FAILED',
  'CASE_CHANGED',
  'SIGN_IN_REQUIRED',
  'SIGN_IN_FAILED',
  'NOT_ALLOWED',
  'TOKEN_MISSING',
  'TOKEN_UNKNOWN',
  'TOKEN_FOREIGN',
  'TOKEN_EXPIRED',
  'TOKEN_REVOKED',
  'TOKEN_BEYOND_MAKER',
  'PERMISSION_MISSING',
  'RIGHTS_CHANGED',
  'ORIGIN_REFUSED',
  'REPEATED_KEY',
  'ALREADY_SENT',
  'TOO_MANY_STREAMS',
  'PACKAGE_MISSING',
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * A failure that a person can act on: a stable code, one line of what happened, and one line of what to do.
 * @example
 * throw new ParleyError('INPUT_NOT_FOUND', {
 *   message: 'There is no file or folder at handbook/.',
 *   remedy: 'Check the path; it is read from the folder in which the command runs.',
 * });
 */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly code: ErrorCode;
  readonly remedy: string;
  /** Machine-readable details (a line number, an HTTP status, seconds to wait); never secrets. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    {
      message,
      remedy,
      cause,
      details,
    }: { message: string; remedy: string; cause?: unknown; details?: Record<string, unknown> },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.remedy = remedy;
    this.details = details ?? {};
  }

  /** What happened and what to do, on one line, for a chat message. */
  get oneLine(): string {
    return `${this.message} ${this.remedy}`.replace(/\s+/g, ' ').trim();
  }

  /** The message with the server's address and its reply, which users who ask must not see. */
  get messageForOperators(): string {
    const { server, reason } = this.details;
    const known = [server, reason].filter((detail) => typeof detail === 'string' && detail !== '').join(': ');
    return `${this.message}${known && ` (${known})`}`;
  }
}

/** True for a ParleyError, with the given code if there is one. */
export const isParleyError = (error: unknown, code?: ErrorCode): error is ParleyError =>
  error instanceof ParleyError && (code === undefined || error.code === code);

const STORE_FAILURES: readonly unknown[] = ['STORE_UNAVAILABLE', 'DISK_FULL', 'DATA_LOCKED'] satisfies ErrorCode[];

/** True for an error, or a failure with its code, of a store that cannot be used at the moment: later the call may succeed. */
export const isStoreFailure = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && 'code' in failure && STORE_FAILURES.includes(failure.code);

/** Converts any thrown value to a ParleyError. Unexpected values become INTERNAL with their cause. */
export const asParleyError = (error: unknown): ParleyError => {
  if (isParleyError(error)) return error;
  if (isAbort(error)) {
    return new ParleyError('CANCELLED', {
      message: 'The work was cancelled.',
      remedy: 'Ask again to start anew.',
      cause: error,
    });
  }
  const missing = missingPackage(error);
  if (missing) {
    return new ParleyError('PACKAGE_MISSING', {
      message: `This needs the package ${missing.name}, which is not installed.`,
      remedy: `Run \`${missing.install}\`.`,
      cause: error,
    });
  }
  const what = (error instanceof Error ? error.message : String(error)).trimEnd();
  return new ParleyError('INTERNAL', {
    message: `Something went wrong: ${what}${what.endsWith('.') ? '' : '.'}`,
    remedy: 'Run again with PARLEY_LOG=debug and report what it prints.',
    cause: error,
  });
};

/** True for the error of an aborted signal. */
export const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || isParleyError(error, 'CANCELLED'));
