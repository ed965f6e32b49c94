import { expect, it } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import type { Connections } from './pool.ts';
import { assertOwnSessions } from './pooler.ts';

/** Connections, each with the number by which it is named and the session that it is given for each statement. */
const connectionsOf = (...connections: { named: number; session: number }[]) => {
  let next = 0;
  const left: unknown[] = [];
  const use = async (work: (client: unknown) => Promise<unknown>, { waitMs = 60_000 } = {}) => {
    const connection = connections[next++];
    if (!connection) {
      expect(waitMs).toBeLessThan(10_000);
      throw new ParleyError('STORE_UNAVAILABLE', { message: 'No connection became free.', remedy: '' });
    }
    const query = async () => ({ rows: [{ pid: connection.session }] });
    const client = { processID: connection.named, query };
    return work(client).finally(() => left.push(client));
  };
  return { pool: { server: 'db', use: use as Connections['use'] }, taken: () => next, left };
};

it('takes one connection of the server itself, and gives it back', async () => {
  const { pool, taken, left } = connectionsOf({ named: 7, session: 7 });
  await assertOwnSessions(pool);
  expect([taken(), left.length]).toEqual([1, 1]);
});

it('accepts a pooler that gives each connection a session of its own', async () => {
  const { pool, left } = connectionsOf({ named: 901, session: 7 }, { named: 902, session: 8 });
  await assertOwnSessions(pool);
  expect(left).toHaveLength(2);
});

it('accepts a pooler that has no further session, since it does not lend that of a connection that is idle', async () => {
  const { pool, left } = connectionsOf({ named: 901, session: 7 });
  await assertOwnSessions(pool);
  expect(left).toHaveLength(1);
});

it('refuses a pooler that lends the session of one connection to the next, and says what to set', async () => {
  const { pool, left } = connectionsOf({ named: 901, session: 7 }, { named: 902, session: 7 });
  await expect(assertOwnSessions(pool)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    remedy: expect.stringContaining('pool_mode = session'),
    details: { server: 'db' },
  });
  expect(left).toHaveLength(2);
});
