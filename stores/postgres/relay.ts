import { KEEP_MESSAGES_MS, type Relay } from '../relay.ts';
import type { Postgres } from './connection.ts';
import { storableJson } from './storable.ts';

/** Messages between processes, on a Postgres server. */
export const postgresRelay = (db: Postgres): Relay => ({
  async send(channel, messages) {
    if (messages.length === 0) return;
    await db.run(
      `INSERT INTO relayed (channel, message)
       SELECT $1, message FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS sent (message, place) ORDER BY place`,
      [channel, storableJson(messages)],
    );
    await db.run(`DELETE FROM relayed WHERE at < now() - $1 * interval '1 ms'`, [KEEP_MESSAGES_MS]);
  },
  async take(channels) {
    if (channels.length === 0) return [];
    const rows = await db.rows<{ n: number; channel: string; message: unknown }>(
      'DELETE FROM relayed WHERE channel = ANY($1) RETURNING n, channel, message',
      [channels],
    );
    return rows.sort((a, b) => a.n - b.n).map(({ channel, message }) => ({ channel, message }));
  },
  async drop(channel) {
    await db.run('DELETE FROM relayed WHERE channel = $1', [channel]);
  },
});
