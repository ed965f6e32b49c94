import type { Log } from '../../core/log.ts';
import type { ConversationStore } from '../../stores/index.ts';

/** A claim on an event that is renewed while the work goes on. */
export interface Lease {
  /** Aborts when another process has taken over the event; then this process must not deliver anything. */
  readonly lost: AbortSignal;
  /** Checks with the store whether the claim still holds; to be called before a final event. */
  held(): Promise<boolean>;
  /** Marks the event as done and stops renewing. */
  finish(): Promise<void>;
  /** Stops renewing, so that the claim goes stale unless it is finished. */
  stop(): void;
}

/**
 * Renews a claim three times in every `staleAfterMs`, so that one failed renewal does not lose it. An unreachable store does
 * not count as a lost claim, since other processes cannot reach it either.
 */
export const keepClaim = (
  store: ConversationStore,
  { eventId, holder, staleAfterMs, log }: { eventId: string; holder: string; staleAfterMs: number; log: Log },
): Lease => {
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
    async finish() {
      clearInterval(beat);
      await store.finishClaim(eventId, holder);
    },
    stop: () => clearInterval(beat),
  };
};
