import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pg from 'pg';
import { ParleyError } from '../../core/errors.ts';
import { migrations, WORKS_SINCE } from './migrations/index.ts';
import { createPatience } from './patiently.ts';
import { assertOwnSessions } from './pooler.ts';
import { newerVersion, type StoredVersion } from './schema-version.ts';
import { hostOf, isTransient, serverError, wasCutOff, wasNotCarriedOut } from './server-error.ts';
import { storableValue } from './storable.ts';

/** The row of a statement that always returns one, such as a count. */
export const singleRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
};

/** Runs statements, in one transaction or each in its own. */
export interface Session {
  /**
   * Returns a statement's rows. `Row` is declared by the caller and not checked.
   * @param prepared a name, with which each connection parses and plans the statement only once. Worth it for statements of
   *   a search, which take the server less time than planning
   */
  rows<Row>(sql: string, values?: readonly unknown[], prepared?: string): Promise<Row[]>;
  /**
   * Runs a statement and returns the number of changed rows.
   * @param options `urgent`: goes first in the queue for a connection, such as a claim's renewal. `repeatable`: done twice it
   *   changes no more than done once, and nobody needs the number, so it is repeated when its answer was lost
   */
  run(sql: string, values?: readonly unknown[], options?: { urgent?: boolean; repeatable?: boolean }): Promise<number>;
}

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
   * The server cancels statements that take longer, in milliseconds. `GRACE_MS` later, a connection without an answer
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
/** Size of the connection pool of one process. pg-boss has further connections (job-server.ts). */
const MAX_CONNECTIONS = 8;
const STATEMENT_MS = 60_000;
const CONNECT_MS = 10_000;
/** Lets the server's own timeout error arrive before the client gives up. */
const GRACE_MS = 5_000;
/** The default of pgvector's `hnsw.max_scan_tuples`. If it ends a search early, all visible vectors are compared (vectors.ts). */
const MAX_SCANNED_VECTORS = 20_000;
/** The longest timer of Node, about 24 days: used while waiting for a lock, which another process may hold for long. */
const UNBOUNDED_MS = 2 ** 31 - 1;

/**
 * Sets the search path to Parley's schema and the schema of the extension `vector`, whose types and operators are used
 * unqualified. That is `public` if there is no extension yet, where vector-extension.ts creates it.
 */
const searchPath = (schema: string) =>
  `SELECT set_config('search_path', quote_ident('${schema}') || ', ' || coalesce((SELECT quote_ident(nspname)
     FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'), 'public'), false)`;

/**
 * Settings of pgvector's iterative index scan: it reads 250 candidates, and then more until enough pass the filter, up to
 * `maxScanned` vectors and four times work_mem. A relaxed order suffices, because the exact cosine sorts the results. The
 * settings have no effect without the extension.
 */
const vectorSearch = (maxScanned: number) => `SET hnsw.ef_search = 250; SET hnsw.iterative_scan = relaxed_order;
  SET hnsw.max_scan_tuples = ${maxScanned}; SET hnsw.scan_mem_multiplier = 4`;

const integers: pg.CustomTypesConfig = {
  // count() and sum() of integers return int8 (OID 20). Parley's numbers stay far below 2^53.
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === 20
      ? (text: string) => Number(text)
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * The name by which a server's list of sessions tells who uses a schema; the server cuts longer names. Old versions call
 * themselves `parley`, whatever their schema.
 */
export const sessionName = (schema: string): string => `parley ${schema}`.slice(0, 63);

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
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    keepAlive: true,
    query_timeout: statementMs + GRACE_MS,
    application_name: sessionName(schema),
    types: integers,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(
        `${searchPath(schema)}; ${vectorSearch(maxScannedVectors)}; SET random_page_cost = 1.1; SET statement_timeout = ${statementMs}`,
      );
    },
  } as pg.PoolConfig);
  // The pool replaces a connection that breaks while idle. If the server is down, the next use reports it.
  pool.on('error', () => {});

  const withServerErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw serverError(error, server);
    }
  };

  const inQueue = createConnectionQueue(statementMs + GRACE_MS, server);

  const patiently = createPatience(connectMs);

  /** Destroys the connection after errors that are not from the server, because its state is then unknown. */
  const withClient = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => inQueue(() => onClient(work));
  const onClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await patiently(() => pool.connect(), wasCutOff);
    let broken: Error | undefined;
    const onError = (error: Error) => {
      broken = error;
    };
    client.on('error', onError);
    try {
      return await work(client);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) broken ??= error as Error;
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  };

  /** @param committing called before the transaction is committed: after that, only the server says whether it was */
  const inTransaction = async <T>(
    work: (session: Session) => Promise<T>,
    undo: boolean,
    committing: () => void = () => {},
  ): Promise<T> =>
    withClient(async (client) => {
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
    ready ??= assertOwnSessions(pool, server)
      .then(() => inTransaction((tx) => migrate(tx, schema, server), false))
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
        return withClient(async (client) => {
          const key = [`parley changes ${schema}`];
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
        });
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

/**
 * A queue for the pool's connections, by priority. The pool's own timeout is meant for new connections but also counts the
 * wait for a free one, so a process with many questions would report a busy server as unreachable.
 * @param maxWaitMs a longer wait throws STORE_UNAVAILABLE
 */
const createConnectionQueue = (maxWaitMs: number, server: string) => {
  const queue = new PQueue({ concurrency: MAX_CONNECTIONS });
  return async <T>(work: () => Promise<T>, priority = 0): Promise<T> => {
    const mustWait = queue.pending >= MAX_CONNECTIONS;
    const timeout = mustWait ? AbortSignal.timeout(maxWaitMs) : undefined;
    let hasStarted = false;
    const start = () => {
      hasStarted = true;
      return work();
    };
    try {
      return await queue.add(start, { priority, ...(timeout && { signal: timeout }) });
    } catch (error) {
      if (hasStarted || !timeout?.aborted) throw error;
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: 'Postgres has more to do for Parley than it can.',
        remedy: 'Look at its load, or let fewer questions run at once (PARLEY_AT_ONCE).',
        cause: error,
        details: { server },
      });
    }
  };
};

const session = (client: pg.ClientBase): Session => ({
  rows: async <Row>(sql: string, values: readonly unknown[] = [], prepared?: string) =>
    (await client.query({ text: sql, values: values.map(storableValue), ...(prepared && { name: prepared }) }))
      .rows as Row[],
  run: async (sql, values = []) => (await client.query(sql, values.map(storableValue))).rowCount ?? 0,
});

/**
 * Migrates the schema to this version. A lock makes concurrent processes wait. The schema of a newer version is left
 * unchanged, and accepted if its `works_since` says that this version can use it.
 * @throws DATA_NEWER
 */
const migrate = async (tx: Session, schema: string, server: string) => {
  await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`parley schema ${schema}`]);
  await tx.run(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  await tx.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  // Reads `works_since` through JSON, because the table of an older version lacks the column.
  const [held] = await tx.rows<StoredVersion>(
    `SELECT version, (to_jsonb(held)->>'works_since')::integer AS "worksSince" FROM schema_version held`,
  );
  const newer = newerVersion(held, { schema, server });
  if (newer) throw newer;
  const version = held?.version ?? 0;
  const known = migrations.length;
  if (version > known) return;
  if (version === known && held?.worksSince === WORKS_SINCE) return;
  for (const step of migrations.slice(version)) await tx.run(step);
  await tx.run('ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS works_since integer');
  await tx.run(
    held
      ? 'UPDATE schema_version SET version = $1, works_since = $2'
      : 'INSERT INTO schema_version (version, works_since) VALUES ($1, $2)',
    [known, WORKS_SINCE],
  );
};
