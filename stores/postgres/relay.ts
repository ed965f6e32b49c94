import { KEEP_MESSAGES_MS, type Relay } from '../relay.ts';
import type { Postgres } from './connection.ts';
import { storableJson } from './storable.ts';

const INSERT = `INSERT INTO relayed (channel, message)
  SELECT $1, message FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS sent (message, place)`;

/** Messages between processes, on a Postgres server. */
export const postgresRelay = (db: Postgres): Relay => ({
  async send(channel, messages, about) {
    if (messages.length === 0) return;
    const values = [channel, storableJson(messages)];
    if (!about) await db.run(`${INSERT} ORDER BY place`, values);
    // The lock makes an erasure wait until the messages can be seen, so that it drops them with the channel.
    else
      await db.run(
        `WITH there AS (
           SELECT kind FROM front_records JOIN unnest($3::text[], $4::text[]) AS about (kind, key) USING (kind, key)
           FOR SHARE OF front_records
         )
         ${INSERT} WHERE EXISTS (SELECT 1 FROM there) ORDER BY place`,
        [...values, about.map(({ kind }) => kind), about.map(({ key }) => key)],
      );
    await db.run(`DELETE FROM relayed WHERE at < now() - $1 * interval '1 ms'`, [KEEP_MESSAGES_MS], {
      repeatable: true,
    });
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
    await db.run('DELETE FROM relayed WHERE channel = $1', [channel], { repeatable: true });
  },
});
