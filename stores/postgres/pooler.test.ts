import type pg from 'pg';
import { expect, it } from 'vitest';
import { assertOwnSessions } from './pooler.ts';

/** A pool of connections, each with the number by which it is named and the session that it is given for each statement. */
const poolOf = (...connections: { named: number; session: number }[]) => {
  let next = 0;
  const left: unknown[] = [];
  const pool = {
    async connect() {
      const { named, session } = connections[next++]!;
      const query = async () => ({ rows: [{ pid: session }] });
      const client = { processID: named, query, release: () => void left.push(client) };
      return client;
    },
  };
  return { pool: pool as unknown as pg.Pool, taken: () => next, left };
};

it('takes one connection of the server itself, and gives it back', async () => {
  const { pool, taken, left } = poolOf({ named: 7, session: 7 });
  await assertOwnSessions(pool, 'db');
  expect([taken(), left.length]).toEqual([1, 1]);
});

it('accepts a pooler that gives each connection a session of its own', async () => {
  const { pool, left } = poolOf({ named: 901, session: 7 }, { named: 902, session: 8 });
  await assertOwnSessions(pool, 'db');
  expect(left).toHaveLength(2);
});

it('refuses a pooler that lends the session of one connection to the next, and says what to set', async () => {
  const { pool, left } = poolOf({ named: 901, session: 7 }, { named: 902, session: 7 });
  await expect(assertOwnSessions(pool, 'db')).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    remedy: expect.stringContaining('pool_mode = session'),
    details: { server: 'db' },
  });
  expect(left).toHaveLength(2);
});
