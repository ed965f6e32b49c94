import type { ClaimFence, ClaimRecords } from '../conversations.ts';
import { paged } from '../paged.ts';
import type { Postgres } from './connection.ts';

/** Claims on a Postgres server. Their age is measured by the server's clock, which all processes share. */
export const postgresClaims = (db: Postgres): ClaimRecords => ({
  async claim(eventId, holder, staleAfterMs) {
    const taken = await db.run(
      `INSERT INTO claims (event_id, holder, renewed_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (event_id) DO UPDATE SET holder = excluded.holder, renewed_at = excluded.renewed_at
       WHERE NOT claims.done AND claims.renewed_at < clock_timestamp() - $3 * interval '1 millisecond'`,
      [eventId, holder, staleAfterMs],
    );
    if (taken > 0) return 'claimed';
    const [held] = await db.rows<{ done: boolean; ahead: boolean }>(
      'SELECT done, renewed_at > clock_timestamp() AS ahead FROM claims WHERE event_id = $1',
      [eventId],
    );
    // The server's clock was set back since the last renewal. Restart the claim's age from now: a living holder renews it.
    if (held?.ahead)
      await db.run(
        'UPDATE claims SET renewed_at = clock_timestamp() WHERE event_id = $1 AND renewed_at > clock_timestamp()',
        [eventId],
        { repeatable: true },
      );
    return held?.done ? 'already-done' : 'held-by-another';
  },
  renewClaim: async (eventId, holder) =>
    (await db.run(
      'UPDATE claims SET renewed_at = clock_timestamp() WHERE event_id = $1 AND holder = $2 AND NOT done',
      [eventId, holder],
      { urgent: true, repeatable: true },
    )) > 0,
  async finishClaim(eventId, holder) {
    await db.run(
      'UPDATE claims SET done = true, renewed_at = clock_timestamp() WHERE event_id = $1 AND holder = $2',
      [eventId, holder],
      { repeatable: true },
    );
    // now() instead of clock_timestamp(), which is volatile and would rule out the index.
    await db.run("DELETE FROM claims WHERE renewed_at < now() - interval '30 days'", [], {
      repeatable: true,
    });
  },
  async releaseClaim(eventId, holder) {
    await db.run('DELETE FROM claims WHERE event_id = $1 AND holder = $2 AND NOT done', [eventId, holder], {
      repeatable: true,
    });
  },
  async closeEvents(eventIds) {
    if (eventIds.length === 0) return;
    await db.run(
      `INSERT INTO claims (event_id, holder, renewed_at, done)
       SELECT id, '', clock_timestamp(), true FROM (SELECT DISTINCT unnest($1::text[]) AS id) AS events
       ON CONFLICT (event_id) DO UPDATE SET holder = '', done = true, renewed_at = excluded.renewed_at`,
      [eventIds],
      { repeatable: true },
    );
  },
  async isClosed(eventIds) {
    const closed = await db.rows("SELECT 1 FROM claims WHERE event_id = ANY($1) AND holder = '' AND done LIMIT 1", [
      eventIds,
    ]);
    return closed.length > 0;
  },
  async *doneEvents() {
    const rows = paged<{ event_id: string }>((last) =>
      db.rows('SELECT event_id FROM claims WHERE done AND event_id > $1 ORDER BY event_id LIMIT 1000', [
        last?.event_id ?? '',
      ]),
    );
    for await (const row of rows) yield row.event_id;
  },
});

/**
 * Runs `write` if the fence's claim is held. The claim's row stays locked until the write is committed, so that no other
 * process can take the claim over in between.
 * @returns whether it wrote
 */
export const writeFenced = (
  db: Postgres,
  fence: ClaimFence | undefined,
  write: (tx: Pick<Postgres, 'run'>) => Promise<unknown>,
): Promise<boolean> => {
  if (!fence) return write(db).then(() => true);
  return db.transaction(async (tx) => {
    const held = await tx.rows('SELECT 1 FROM claims WHERE event_id = $1 AND holder = $2 AND NOT done FOR UPDATE', [
      fence.eventId,
      fence.holder,
    ]);
    if (held.length === 0) return false;
    await write(tx);
    return true;
  });
};
