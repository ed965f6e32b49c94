import type { ClaimFence, ClaimRecords } from '../conversations.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';

/**
 * Claims are kept for 30 days after their last renewal, to recognise late redeliveries. Platforms stop redelivering within
 * hours, and whoever works on a claim renews it every few seconds.
 */
const KEEP_CLAIMS_MS = 30 * 24 * 3600 * 1000;

/** Whether the fence's claim is held and unfinished; true without a fence. Call it in the transaction of the write. */
export const isHeld = (db: Database, fence: ClaimFence | undefined): boolean =>
  fence === undefined ||
  db.query('SELECT 1 FROM claims WHERE event_id = ? AND holder = ? AND done = 0').get(fence.eventId, fence.holder) !==
    undefined;

/** Claims in the data file. `now` is the wall-clock time in milliseconds. */
export const embeddedClaims = (db: Database, now: () => number): ClaimRecords => {
  const calls: SyncCalls<
    ClaimRecords,
    'claim' | 'renewClaim' | 'finishClaim' | 'releaseClaim' | 'closeEvents' | 'isClosed'
  > = {
    claim: (eventId, holder, staleAfterMs) =>
      db.write(() => {
        const at = now();
        const held = db
          .query<{ renewed_at: number; done: number }>('SELECT renewed_at, done FROM claims WHERE event_id = ?')
          .get(eventId);
        if (held?.done) return 'already-done';
        // The clock was set back since the last renewal. Restart the claim's age from now: a living holder renews it.
        if (held && held.renewed_at > at)
          db.query('UPDATE claims SET renewed_at = ? WHERE event_id = ?').run(at, eventId);
        if (held && at - held.renewed_at <= staleAfterMs) return 'held-by-another';
        db.query(
          `INSERT INTO claims (event_id, holder, renewed_at) VALUES (?, ?, ?)
           ON CONFLICT (event_id) DO UPDATE SET holder = excluded.holder, renewed_at = excluded.renewed_at`,
        ).run(eventId, holder, at);
        return 'claimed';
      }),
    renewClaim: (eventId, holder) =>
      db.write(
        () =>
          db
            .query('UPDATE claims SET renewed_at = ? WHERE event_id = ? AND holder = ? AND done = 0')
            .run(now(), eventId, holder).changes > 0,
      ),
    finishClaim: (eventId, holder) =>
      db.write(() => {
        db.query('UPDATE claims SET done = 1, renewed_at = ? WHERE event_id = ? AND holder = ?').run(
          now(),
          eventId,
          holder,
        );
        db.query('DELETE FROM claims WHERE renewed_at < ?').run(now() - KEEP_CLAIMS_MS);
      }),
    releaseClaim: (eventId, holder) =>
      db.write(() => {
        db.query('DELETE FROM claims WHERE event_id = ? AND holder = ? AND done = 0').run(eventId, holder);
      }),
    closeEvents: (eventIds) =>
      db.write(() => {
        for (const eventId of eventIds)
          db.query(
            `INSERT INTO claims (event_id, holder, renewed_at, done) VALUES (?, '', ?, 1)
             ON CONFLICT (event_id) DO UPDATE SET holder = '', done = 1, renewed_at = excluded.renewed_at`,
          ).run(eventId, now());
      }),
    isClosed: (eventIds) =>
      db
        .query("SELECT 1 FROM claims WHERE event_id IN (SELECT value FROM json_each(?)) AND holder = '' AND done = 1")
        .get(JSON.stringify(eventIds)) !== undefined,
  };

  async function* doneEvents() {
    const page = (last: { event_id: string } | undefined) =>
      db
        .query<{ event_id: string }>(
          'SELECT event_id FROM claims WHERE done = 1 AND event_id > ? ORDER BY event_id LIMIT 1000',
        )
        .all(last?.event_id ?? '');
    for await (const row of paged(page)) yield row.event_id;
  }

  return { ...toAsync(calls), doneEvents };
};
