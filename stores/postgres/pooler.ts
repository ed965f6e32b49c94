import type pg from 'pg';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { Connections } from './pool.ts';
import { gaveNoConnection } from './server-error.ts';

/** Attempts to be given the session of another connection: somebody else may be given it in between. */
const TRIES = 3;
/** A pooler that shares sessions gives the second connection that of the first, which is idle, at once. */
const LENDING_MS = 2000;

const sessionOf = async (client: pg.ClientBase): Promise<number> =>
  ((await client.query('SELECT pg_backend_pid() AS pid')).rows[0] as { pid: number }).pid;

/**
 * Whether a pooler between, such as PgBouncer with `pool_mode = transaction`, gives a connection another session for each
 * transaction: one that is idle lends its session to the next. The server itself and a pool by session never do.
 */
const sharesSessions = ({ use }: Pick<Connections, 'use'>): Promise<boolean> =>
  use(async (first) => {
    // The server names its session by its process; a pooler names it by a number of its own.
    const named = (first as unknown as { processID: number | null }).processID;
    if (named === (await sessionOf(first))) return false;
    const compare = use(
      async (second) => {
        for (let tries = 0; tries < TRIES; tries += 1)
          if ((await sessionOf(first)) === (await sessionOf(second))) return true;
        return false;
      },
      { waitMs: LENDING_MS },
    );
    // Where the second waits while the first is idle, the first does not lend its session.
    return compare.catch((error: unknown) => {
      if (isParleyError(error, 'STORE_UNAVAILABLE') || gaveNoConnection(error)) return false;
      throw error;
    });
  });

/** @throws STORE_UNAVAILABLE when the settings that Parley makes for its session would be lost, and reach others */
export const assertOwnSessions = async (connections: Pick<Connections, 'server' | 'use'>): Promise<void> => {
  if (await sharesSessions(connections))
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: 'POSTGRES_URL leads through a pooler that shares one session among several programs.',
      remedy:
        'Let POSTGRES_URL name the Postgres server itself, or a pool by session (PgBouncer: pool_mode = session). PARLEY_POSTGRES_CONNECTIONS bounds how many each process of Parley takes.',
      details: { server: connections.server },
    });
};
