import { KEEP_MESSAGES_MS, type Relay } from '../relay.ts';
import { type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';

interface Row {
  n: number;
  channel: string;
  message: string;
}

/** Messages between the processes of one machine, in the data file. */
export const embeddedRelay = (db: Database): Relay => {
  const calls: SyncCalls<Relay, keyof Relay> = {
    send: (channel, messages, about) =>
      db.write(() => {
        const there = db.query('SELECT 1 FROM front_records WHERE kind = ? AND key = ?');
        if (about && !about.some(({ kind, key }) => there.get(kind, key) !== undefined)) return;
        db.query('DELETE FROM relayed WHERE at < ?').run(Date.now() - KEEP_MESSAGES_MS);
        const add = db.query('INSERT INTO relayed (channel, message, at) VALUES (?, ?, ?)');
        for (const message of messages) add.run(channel, JSON.stringify(message), Date.now());
      }),
    take(channels) {
      const list = JSON.stringify(channels);
      // Checks first, so that a poll without messages takes no write lock.
      const some = db
        .query('SELECT 1 FROM relayed WHERE channel IN (SELECT value FROM json_each(?)) LIMIT 1')
        .get(list);
      if (!some) return [];
      return db.write(() =>
        db
          .query<Row>(
            'DELETE FROM relayed WHERE channel IN (SELECT value FROM json_each(?)) RETURNING n, channel, message',
          )
          .all(list)
          .sort((a, b) => a.n - b.n)
          .map(({ channel, message }) => ({ channel, message: JSON.parse(message) as unknown })),
      );
    },
    drop: (channel) =>
      db.write(() => {
        db.query('DELETE FROM relayed WHERE channel = ?').run(channel);
      }),
  };
  return toAsync(calls);
};
