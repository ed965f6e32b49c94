import { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { ReplyImpossible } from '../chat/platform.ts';

/** Slack's error code of a refused call, such as `is_archived`; undefined for other errors. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof webApi.WebAPIPlatformError ? error.data.error : undefined;

/** The OAuth scope that a refused call lacks, if that is why it was refused. */
export const neededScope = (error: unknown): string | undefined =>
  error instanceof webApi.WebAPIPlatformError && error.data.error === 'missing_scope'
    ? String((error.data as { needed?: unknown }).needed ?? 'unknown')
    : undefined;

/** Permanent refusals: the channel no longer accepts messages from Parley. */
const GONE = new Set([
  'is_archived',
  'channel_not_found',
  'not_in_channel',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'restricted_action_thread_locked',
  'missing_scope',
  'not_allowed_token_type',
]);
/** Codes after which the installation no longer works, so that nobody in the workspace can be notified. */
const REVOKED = new Set(['account_inactive', 'token_revoked', 'invalid_auth', 'token_expired', 'not_authed']);

/** Codes for temporary problems of Slack itself. */
const FAULTS = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

/** True when the channel accepts no message of Parley, or no longer. */
export const isGone = (error: unknown): boolean => GONE.has(codeOf(error) ?? '');
/** True when the installation no longer works. */
export const isRevoked = (error: unknown): boolean => REVOKED.has(codeOf(error) ?? '');

/** True when Slack refused the call; false for network errors, rate limits and problems of Slack itself. */
export const isRefusal = (error: unknown): boolean => {
  const code = codeOf(error);
  return error instanceof ReplyImpossible || (code !== undefined && !FAULTS.has(code));
};

/** True when Slack has answered a call with this error, so that the call is over there too. */
export const isAnswered = (error: unknown): boolean =>
  codeOf(error) !== undefined || error instanceof webApi.WebAPIRateLimitedError;

/**
 * Turns a refusal into ReplyImpossible, which is not retried, since Slack would refuse the same call again; other errors stay.
 * @param textForAsker told to the asker elsewhere, unless nobody in the workspace can be told anything any more
 */
export const asImpossible = (error: unknown, textForAsker?: string): unknown => {
  if (error instanceof ReplyImpossible || !isRefusal(error)) return error;
  return isRevoked(error)
    ? new ReplyImpossible('the installation is over')
    : new ReplyImpossible(`refused: ${codeOf(error)}`, textForAsker);
};

/** Pauses, in milliseconds, before retries after a network error or a status of 5xx. */
const PAUSES = [200, 800, 3000];
/** Maximum consecutive rate-limit responses; after that the call fails, and the sweep tries again later. */
const MAX_RATE_LIMITS = 20;

export interface Calls {
  /** Retries an idempotent call. */
  idempotent<Result>(call: () => Promise<Result>): Promise<Result>;
  /**
   * Makes a call that creates something. When its result is unknown, `find` checks whether it was applied before a retry.
   */
  once<Result>(call: () => Promise<Result>, find: () => Promise<Result | undefined>): Promise<Result>;
  /** Makes a call that only affects the appearance. It is not retried, and a failure is only logged. */
  bestEffort(call: () => Promise<unknown>): Promise<void>;
}

/**
 * Creates calls with limited retries. They replace the client's own retries, which last half an hour and post a message twice
 * when a response is lost. The client must have `retries: 0` and `rejectRateLimitedCalls`.
 */
export const createCalls = ({ clock, log, signal }: { clock: Clock; log: Log; signal?: AbortSignal }): Calls => {
  const attempt = async <Result>(
    call: () => Promise<Result>,
    find?: () => Promise<Result | undefined>,
  ): Promise<Result> => {
    let limits = 0;
    for (let failures = 0; ; ) {
      try {
        return await call();
      } catch (error) {
        if (error instanceof webApi.WebAPIRateLimitedError && limits < MAX_RATE_LIMITS) {
          limits += 1;
          // Adds jitter, so that calls that were limited together are not repeated at the same time.
          await clock.sleep(error.retryAfter * 1000 + Math.random() * 250, signal);
          continue;
        }
        const pause = PAUSES[failures];
        if (codeOf(error) !== undefined || error instanceof webApi.WebAPIRateLimitedError || pause === undefined)
          throw error;
        failures += 1;
        await clock.sleep(pause, signal);
        const found = await find?.();
        if (found !== undefined) return found;
      }
    }
  };
  return {
    idempotent: (call) => attempt(call),
    once: (call, find) => attempt(call, find),
    async bestEffort(call) {
      try {
        await call();
      } catch (error) {
        log.debug({ err: error }, 'a call that only affects the appearance failed');
      }
    },
  };
};
