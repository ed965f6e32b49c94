import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { migrateSchema } from './migrate-schema.ts';
import { createPool } from './pool.ts';
import { assertOwnSessions } from './pooler.ts';
import { hostOf, isTransient, serverError, wasCutOff, wasNotCarriedOut } from './server-error.ts';
import { type Session, session } from './session.ts';

/** One schema on a Postgres server. It is created, and migrated to this version, at the first use. */
export interface Postgres extends Session {
  /**
   * Runs `work` in a transaction. It is repeated after deadlocks and serialization failures, and when its connection is cut
   * before it is committed, so `work` must be safe to repeat. `undo` rolls back at the end, for a dry run.
   */
  transaction<T>(work: (session: Session) => Promise<T>, options?: { undo?: boolean }): Promise<T>;
  /**
   * Runs `work` while holding a lock that all processes with this schema share. Returns undefined at once if another process
   * holds it and `wait` is false. The server releases the lock with the connection, so a killed process leaves none behind.
   */
  withLock<T>(work: () => Promise<T>, options?: { wait?: boolean }): Promise<T | undefined>;
  /** Checks that the server answers and accepts the credentials. @returns its name and version */
  reach(): Promise<string>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /**
   * The server cancels statements that take longer, in milliseconds. `GRACE_MS` (pool.ts) later, a connection without an answer
   * counts as lost.
   */
  statementMs?: number;
  /** Timeout for a new connection, in milliseconds. */
  connectMs?: number;
  /** Maximum number of vectors that a search reads from the index, including those that the asker may not see. */
  maxScannedVectors?: number;
}

const MAX_ATTEMPTS = 5;
/** A statement that changes nothing. */
const isRead = (sql: string): boolean =>
  /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(sql);
const STATEMENT_MS = 60_000;
const CONNECT_MS = 10_000;
/** The default of pgvector's `hnsw.max_scan_tuples`. If it ends a search early, all visible vectors are compared (vectors.ts). */
const MAX_SCANNED_VECTORS = 20_000;
/** The longest timer of Node, about 24 days: used while waiting for a lock, which another process may hold for long. */
const UNBOUNDED_MS = 2 ** 31 - 1;

/**
 * @param url `postgres://user:password@host:port/database`
 * @param schema created at the first call if it does not exist
 * @throws from every call: STORE_UNAVAILABLE, DISK_FULL, DATA_NEWER
 */
export const connectPostgres = (
  url: string,
  schema: string,
  { statementMs = STATEMENT_MS, connectMs = CONNECT_MS, maxScannedVectors = MAX_SCANNED_VECTORS }: PostgresOptions = {},
): Postgres => {
  const server = hostOf(url);
  const { pool, inQueue, patiently, onClient, withClient, inTransaction } = createPool(url, schema, {
    statementMs,
    connectMs,
    maxScannedVectors,
  });

  const withServerErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw serverError(error, server);
    }
  };

  let ready: Promise<void> | undefined;
  const prepared = () => {
    ready ??= assertOwnSessions(pool, server)
      .then(() => inTransaction((tx) => migrateSchema(tx, schema, server), false))
      .catch((error) => {
        ready = undefined;
        throw error;
      });
    return ready;
  };

  return {
    rows: <Row>(sql: string, values?: readonly unknown[], statement?: string) =>
      withServerErrors(async () => {
        await prepared();
        const once = () => onClient((client) => session(client).rows<Row>(sql, values, statement));
        return inQueue(() => patiently(once, isRead(sql) ? wasCutOff : wasNotCarriedOut));
      }),
    run: (sql, values, { urgent = false, repeatable = false } = {}) =>
      withServerErrors(async () => {
        await prepared();
        const once = () => onClient((client) => session(client).run(sql, values));
        return inQueue(() => patiently(once, repeatable ? wasCutOff : wasNotCarriedOut), urgent ? 1 : 0);
      }),
    transaction: (work, { undo = false } = {}) =>
      withServerErrors(async () => {
        await prepared();
        let mayBeDone = false;
        const once = () => {
          mayBeDone = false;
          return inTransaction(work, undo, () => {
            mayBeDone = true;
          });
        };
        const mayRepeat = (error: unknown) => (mayBeDone ? wasNotCarriedOut(error) : wasCutOff(error));
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await patiently(once, mayRepeat);
          } catch (error) {
            if (!isTransient(error) || attempt === MAX_ATTEMPTS) throw error;
            await sleep(Math.random() * 20 * 2 ** attempt);
          }
        }
      }),
    withLock: (work, { wait = true } = {}) =>
      withServerErrors(async () => {
        await prepared();
        return withClient((client) => underLock(client, { name: `parley changes ${schema}`, wait, statementMs }, work));
      }),
    reach: () =>
      withServerErrors(async () => {
        await assertOwnSessions(pool, server);
        const { rows } = await pool.query("SELECT current_setting('server_version') AS version");
        return `Postgres ${(rows[0] as { version: string }).version}`;
      }),
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
};

/** `Postgres.withLock` on one connection, whose statements take up to `statementMs` outside of the lock. */
const underLock = async <T>(
  client: pg.PoolClient,
  { name, wait, statementMs }: { name: string; wait: boolean; statementMs: number },
  work: () => Promise<T>,
): Promise<T | undefined> => {
  const key = [name];
  if (wait) {
    await client.query('SET statement_timeout = 0');
    const lock = { text: 'SELECT pg_advisory_lock(hashtextextended($1, 0))', values: key };
    await client.query({ ...lock, query_timeout: UNBOUNDED_MS } as pg.QueryConfig);
  } else {
    const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', key);
    if (!(rows[0] as { held: boolean }).held) return undefined;
  }
  const unlock = async () => {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', key);
    await client.query(`SET statement_timeout = ${statementMs}`);
  };
  try {
    const result = await work();
    await unlock();
    return result;
  } catch (error) {
    await unlock().catch(() => {}); // the first error is the one to report; a lost connection has lost its lock
    throw error;
  }
};
