import { randomUUID } from 'node:crypto';
import { type Clock, distanceMs } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { revisionId, type Stores } from '../../../stores/index.ts';
import type { FinalEvent } from '../../conversation/events.ts';
import { claimEvent } from '../../conversation/lease.ts';
import type { Delivery } from './delivery.ts';

/** How long a question waits for a store that fails before its asker is told. */
const PATIENCE_MS = 60_000;
/** Longer than it takes to post a text. An attempt that dies meanwhile delays the next one by this. */
const STALE_AFTER_MS = 15_000;

/**
 * Decides whether an attempt that ended with a failure of the store tells it. The question is claimed for as long as the
 * failure is posted, so that no other process begins to answer it meanwhile.
 */
export const createStoreFailure = (
  { stores: { conversations }, log, clock }: { stores: Pick<Stores, 'conversations'>; log: Log; clock: Clock },
  delivery: Delivery,
): {
  /**
   * True when another attempt may say more: the turn has no end yet, or has another end than this failure; or the question has
   * no turn and is new or newly edited, or another process is about to begin one; or the store still fails.
   */
  mayBeAnswered(failure: FinalEvent & { type: 'error' }): Promise<boolean>;
  /** Lets the question go when its failure was told and stored: nobody asks it any more. */
  told(): Promise<void>;
} => {
  const eventId = revisionId(delivery);
  const holder = randomUUID();
  let held = false;
  const isOurs = async (): Promise<boolean> => {
    if (held) return conversations.renewClaim(eventId, holder);
    return (await claimEvent(conversations, { eventId, holder, staleAfterMs: STALE_AFTER_MS, log })) === 'claimed';
  };
  return {
    async mayBeAnswered(failure) {
      const isNew = distanceMs(clock.now(), delivery.revisedAt ?? delivery.createdAt) < PATIENCE_MS;
      try {
        const turn = await conversations.turnByEvent(eventId);
        if (turn) return turn.status === 'running' || turn.error?.code !== failure.code;
        if (isNew) return true;
        held = await isOurs();
        return !held;
      } catch {
        return isNew;
      }
    },
    async told() {
      if (held) await conversations.releaseClaim(eventId, holder);
    },
  };
};
