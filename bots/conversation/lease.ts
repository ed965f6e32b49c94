import type { Log } from '../../core/log.ts';
import type { ConversationStore } from '../../stores/index.ts';

interface ClaimOptions {
  eventId: string;
  /** Who claims it. */
  holder: string;
  staleAfterMs: number;
  log: Log;
}

/** A claim on an event that is renewed while the work goes on. */
export interface Lease {
  /** Aborts when another process has taken over the event; then this process must not deliver anything. */
  readonly lost: AbortSignal;
  /** Checks with the store whether the claim still holds; to be called before a final event. */
  held(): Promise<boolean>;
  /** As `held`, but fails when the store cannot be asked: for what would take work away from another process. */
  renew(): Promise<boolean>;
  /** Marks the event as done and stops renewing. */
  finish(): Promise<void>;
  /** Stops renewing, so that the claim goes stale unless it is finished. */
  stop(): void;
}

/** Longer than a store works on a call that its caller has given up: a minute, and a grace (stores/postgres/connection.ts). */
const LATE_MS = 90_000;

/**
 * Claims an event. When the answer of the store gets lost, it may carry out the claim all the same, and later. This process
 * does not know that it holds it then, so the claim is released once it can come no more: nothing would remove it otherwise,
 * also after whoever asked was erased.
 */
export const claimEvent = (
  store: ConversationStore,
  { eventId, holder, staleAfterMs, log }: ClaimOptions,
): ReturnType<ConversationStore['claim']> =>
  store.claim(eventId, holder, staleAfterMs).catch((error: unknown) => {
    const release = () =>
      store
        .releaseClaim(eventId, holder)
        .catch((failed: unknown) => log.warn({ err: failed, eventId }, 'a claim that may stand could not be released'));
    setTimeout(release, LATE_MS).unref();
    throw error;
  });

/**
 * Renews a claim three times in every `staleAfterMs`, so that one failed renewal does not lose it. An unreachable store does
 * not count as a lost claim, since other processes cannot reach it either.
 */
export const keepClaim = (store: ConversationStore, { eventId, holder, staleAfterMs, log }: ClaimOptions): Lease => {
  const lost = new AbortController();
  const renew = async () => {
    const held = await store.renewClaim(eventId, holder);
    if (!held) {
      clearInterval(beat);
      lost.abort(new Error('The claim was taken over.'));
    }
    return held;
  };
  const beat = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error, eventId }, 'could not renew a claim'));
  }, staleAfterMs / 3);
  beat.unref();
  return {
    lost: lost.signal,
    held: () => renew().catch(() => true),
    renew,
    async finish() {
      clearInterval(beat);
      await store.finishClaim(eventId, holder);
    },
    stop: () => clearInterval(beat),
  };
};
