import type { Log } from '../../core/log.ts';
import type { ConversationStore } from '../../stores/index.ts';

/** A claim on an event that is kept alive while its work goes on. */
export interface Lease {
  /** Aborts when another process has taken the event over: this one must fall silent. */
  readonly lost: AbortSignal;
  /** Asks the store whether the claim still holds; the last check before anything final is said. */
  held(): Promise<boolean>;
  /** Marks the event as done for good and stops renewing. */
  finish(): Promise<void>;
  /** Stops renewing and leaves the claim to grow stale. */
  stop(): void;
}

/**
 * Renews a claim three times in every `staleAfterMs`, so that one missed beat does not lose it. A store that cannot be
 * reached is not a lost claim: nobody else can reach it either.
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
