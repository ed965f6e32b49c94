import type pg from 'pg';
import { ParleyError } from '../../core/errors.ts';

/** Attempts to be given the session of another connection: somebody else may be given it in between. */
const TRIES = 3;

const sessionOf = async (client: pg.ClientBase): Promise<number> =>
  ((await client.query('SELECT pg_backend_pid() AS pid')).rows[0] as { pid: number }).pid;

const using = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
};

/**
 * Whether a pooler between, such as PgBouncer with `pool_mode = transaction`, gives a connection another session for each
 * transaction: one that is idle lends its session to the next. The server itself and a pool by session never do.
 */
const sharesSessions = (pool: pg.Pool): Promise<boolean> =>
  using(pool, async (first) => {
    // The server names its session by its process; a pooler names it by a number of its own.
    const named = (first as unknown as { processID: number | null }).processID;
    if (named === (await sessionOf(first))) return false;
    return using(pool, async (second) => {
      for (let tries = 0; tries < TRIES; tries += 1)
        if ((await sessionOf(first)) === (await sessionOf(second))) return true;
      return false;
    });
  });

/**
 * @param server the server's address
 * @throws STORE_UNAVAILABLE when the settings that Parley makes for its session would be lost, and reach others
 */
export const assertOwnSessions = async (pool: pg.Pool, server: string): Promise<void> => {
  if (await sharesSessions(pool))
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: 'POSTGRES_URL leads through a pooler that shares one session among several programs.',
      remedy:
        'Let POSTGRES_URL name the Postgres server itself, or a pool by session (PgBouncer: pool_mode = session). Each process of Parley takes 15 connections at most.',
      details: { server },
    });
};
