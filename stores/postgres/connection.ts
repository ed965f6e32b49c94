import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrateSchema } from './migrate-schema.ts';
import { type ConnectionOptions, type Connections, openConnections } from './pool.ts';
import { assertOwnSessions } from './pooler.ts';
import { isTransient, serverError, wasCutOff, wasNotCarriedOut } from './server-error.ts';
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
  /** Shared with pg-boss and LangGraph's saver, which have schemas of their own. */
  readonly connections: Connections;
  close(): Promise<void>;
}

const MAX_ATTEMPTS = 5;
/** A statement that changes nothing. */
const isRead = (sql: string): boolean =>
  /^\s*(?:SELECT|WITH)\b/i.test(sql) && !/\b(?:INSERT|UPDATE|DELETE)\b/i.test(sql);
/** The longest timer of Node, about 24 days: used while waiting for a lock, which another process may hold for long. */
const UNBOUNDED_MS = 2 ** 31 - 1;

/**
 * @param url `postgres://user:password@host:port/database`
 * @param schema created at the first call if it does not exist
 * @throws from every call: STORE_UNAVAILABLE, DISK_FULL, DATA_NEWER
 */
export const connectPostgres = (url: string, schema: string, options: ConnectionOptions = {}): Postgres => {
  const connections = openConnections(url, schema, options);
  const { server, statementMs, patiently, use } = connections;

  const withServerErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw serverError(error, server);
    }
  };

  /** @param committing called before the transaction is committed: after that, only the server says whether it was */
  const inTransaction = async <T>(
    work: (session: Session) => Promise<T>,
    undo: boolean,
    committing: () => void = () => {},
  ): Promise<T> =>
    use(async (client) => {
      await client.query('BEGIN');
      try {
        const result = await work(session(client));
        committing();
        await client.query(undo ? 'ROLLBACK' : 'COMMIT');
        return result;
      } catch (error) {
        // Ignores errors of ROLLBACK: the first error is the one to report. A destroyed connection rolls back by itself.
        if (error instanceof pg.DatabaseError) await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });

  let ready: Promise<void> | undefined;
  const prepared = () => {
    ready ??= assertOwnSessions(connections)
      .then(() => inTransaction((tx) => migrateSchema(tx, schema, server), false))
      .catch((error) => {
        ready = undefined;
        throw error;
      });
    return ready;
  };

  return {
    connections,
    rows: <Row>(sql: string, values?: readonly unknown[], statement?: string) =>
      withServerErrors(async () => {
        await prepared();
        const once = () => use((client) => session(client).rows<Row>(sql, values, statement));
        return patiently(once, isRead(sql) ? wasCutOff : wasNotCarriedOut);
      }),
    run: (sql, values, { urgent = false, repeatable = false } = {}) =>
      withServerErrors(async () => {
        await prepared();
        const once = () => use((client) => session(client).run(sql, values), { priority: urgent ? 1 : 0 });
        return patiently(once, repeatable ? wasCutOff : wasNotCarriedOut);
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
        return use((client) => underLock(client, { name: `parley changes ${schema}`, wait, statementMs }, work));
      }),
    reach: () =>
      withServerErrors(async () => {
        await assertOwnSessions(connections);
        const { rows } = await use((client) => client.query("SELECT current_setting('server_version') AS version"));
        return `Postgres ${(rows[0] as { version: string }).version}`;
      }),
    close: connections.close,
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
