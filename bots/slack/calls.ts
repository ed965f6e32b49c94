import { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { ReplyImpossible } from '../chat/platform.ts';

/** Slack's own code of a refusal (`is_archived`), or undefined when the call did not get through. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof webApi.WebAPIPlatformError ? error.data.error : undefined;

/** The scope that a refused call asked for. */
export const neededScope = (error: unknown): string | undefined =>
  error instanceof webApi.WebAPIPlatformError && error.data.error === 'missing_scope'
    ? String((error.data as { needed?: unknown }).needed ?? 'unknown')
    : undefined;

/** A refusal that no repetition changes: the channel takes nothing from Parley any more. */
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
/** The installation itself is over: nobody can be told anything. */
const REVOKED = new Set(['account_inactive', 'token_revoked', 'invalid_auth', 'token_expired', 'not_authed']);

/** Refusals by which Slack says that something is wrong with itself. */
const FAULTS = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

export const isGone = (error: unknown): boolean => GONE.has(codeOf(error) ?? '');
export const isRevoked = (error: unknown): boolean => REVOKED.has(codeOf(error) ?? '');

/** Whether Slack itself said no, rather than that it could not be reached or is not well. */
export const isRefusal = (error: unknown): boolean => {
  const code = codeOf(error);
  return error instanceof ReplyImpossible || (code !== undefined && !FAULTS.has(code));
};

/** What a refused call means where nobody waits for a reply: a channel or workspace that is closed is no failure to repeat. */
export const asImpossible = (error: unknown): unknown =>
  isGone(error) || isRevoked(error) ? new ReplyImpossible(`refused: ${codeOf(error)}`) : error;

/** Pauses before a repetition after a network failure or a 5xx, in milliseconds. */
const PAUSES = [200, 800, 3000];
/** A limit that asks for more waiting than this in a row is given up; the sweep tries again later. */
const MAX_RATE_LIMITS = 20;

export interface Calls {
  /** Repeats a call that may be applied twice without harm until it gets through. */
  sure<Result>(call: () => Promise<Result>): Promise<Result>;
  /**
   * A call that makes something new: when its fate is unknown, `find` looks whether it was applied before it is repeated.
   */
  once<Result>(call: () => Promise<Result>, find: () => Promise<Result | undefined>): Promise<Result>;
  /** A call for the looks of it: not repeated, its failure logged. */
  looks(call: () => Promise<unknown>): Promise<void>;
}

/**
 * Bounded repetition in place of the client's own, which runs for half an hour and posts a message again whose answer got
 * lost. Needs a client with `retries: 0` and `rejectRateLimitedCalls`.
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
          // A little apart, so that what was limited together does not come back together.
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
    sure: (call) => attempt(call),
    once: (call, find) => attempt(call, find),
    async looks(call) {
      try {
        await call();
      } catch (error) {
        log.debug({ err: error }, 'a call for the looks of it failed');
      }
    },
  };
};
