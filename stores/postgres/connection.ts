import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import pg from 'pg';
import { ParleyError } from '../../core/errors.ts';
import { migrations, WORKS_SINCE } from './migrations/index.ts';
import { hostOf, isTransient, serverError } from './server-error.ts';
import { storableValue } from './storable.ts';

/** The row of a statement that always gives one, such as a count. */
export const singleRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
};

/** Runs statements, in a transaction or each by itself. */
export interface Session {
  /**
   * The rows, whose shape is the caller's promise.
   * @param prepared a name for the statement: each connection then reads and plans it once. For those of a search, which
   *   take the server less time than their planning
   */
  rows<Row>(sql: string, values?: readonly unknown[], prepared?: string): Promise<Row[]>;
  /**
   * How many rows a statement changed.
   * @param options `urgent`: goes before what waits for a connection, such as a claim that would be lost otherwise
   */
  run(sql: string, values?: readonly unknown[], options?: { urgent?: boolean }): Promise<number>;
}

/** A schema of its own on a Postgres server, brought up to this version at the first use. */
export interface Postgres extends Session {
  /**
   * Runs `work` in a transaction, again from its start after a deadlock: `work` must be safe to repeat.
   * `undo` rolls back at the end: a dry run.
   */
  transaction<T>(work: (session: Session) => Promise<T>, options?: { undo?: boolean }): Promise<T>;
  /**
   * Runs `work` while no other process with the same schema runs its own; undefined at once when one does and `wait` is
   * false. The server releases the lock with the connection: a killed process leaves no lock behind.
   */
  withLock<T>(work: () => Promise<T>, options?: { wait?: boolean }): Promise<T | undefined>;
  /** Asks whether it is there and lets Parley in. @returns its name and version */
  reach(): Promise<string>;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** A statement that takes longer is ended by the server; one that is not answered a little later counts as lost. */
  statementMs?: number;
  /** How long the making of a connection may take. */
  connectMs?: number;
  /** Most vectors that one search reads from the index, including those that the asker may not see. */
  maxScannedVectors?: number;
}

const TRIES = 5;
/** Connections of one process for its statements. */
const MAX_CONNECTIONS = 8;
const STATEMENT_MS = 60_000;
const CONNECT_MS = 10_000;
/** For an answer that is under way when the server's own bound has passed. */
const GRACE_MS = 5_000;
/** pgvector's own default; what then is missing is found by comparing every visible vector (vectors.ts). */
const MAX_SCANNED_VECTORS = 20_000;
/** For a lock that another process may hold as long as it likes. */
const UNBOUNDED_MS = 2 ** 31 - 1;

/**
 * The schema, then the one that the extension `vector` is in, whose types and operators are named without it. `public`
 * where there is none yet: Parley makes it there (vector-extension.ts).
 */
const searchPath = (schema: string) =>
  `SELECT set_config('search_path', quote_ident('${schema}') || ', ' || coalesce((SELECT quote_ident(nspname)
     FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'), 'public'), false)`;

/**
 * How pgvector reads its index: at least this many candidates, and on from there until the filter leaves enough, in
 * whatever order (the true cosine sorts them), within this many vectors and four times work_mem. Without the extension
 * these are names that nobody reads.
 */
const vectorSearch = (maxScanned: number) => `SET hnsw.ef_search = 250; SET hnsw.iterative_scan = relaxed_order;
  SET hnsw.max_scan_tuples = ${maxScanned}; SET hnsw.scan_mem_multiplier = 4`;

const integers: pg.CustomTypesConfig = {
  // count() and sum() of integers come as int8; Parley's stay far below 2^53.
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === 20
      ? (text: string) => Number(text)
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/**
 * @param url `postgres://user:password@host:port/database`
 * @param schema made when it is not there
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
    application_name: 'parley',
    types: integers,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(
        `${searchPath(schema)}; ${vectorSearch(maxScannedVectors)}; SET random_page_cost = 1.1; SET statement_timeout = ${statementMs}`,
      );
    },
  } as pg.PoolConfig);
  // A connection that breaks while idle is replaced at the next use; that use reports what is wrong.
  pool.on('error', () => {});

  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw serverError(error, server);
    }
  };

  const whenFree = createConnectionLine(statementMs + GRACE_MS, server);

  /** Connections are used again only after success or an error of the server's own. */
  const withClient = <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => whenFree(() => onClient(work));
  const onClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
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

  const inTransaction = async <T>(work: (session: Session) => Promise<T>, undo: boolean): Promise<T> =>
    withClient(async (client) => {
      await client.query('BEGIN');
      try {
        const result = await work(session(client));
        await client.query(undo ? 'ROLLBACK' : 'COMMIT');
        return result;
      } catch (error) {
        // The first error says what happened; a connection that is given up takes its transaction with it.
        if (error instanceof pg.DatabaseError) await client.query('ROLLBACK').catch(() => {});
        throw error;
      }
    });

  let ready: Promise<void> | undefined;
  const prepared = () => {
    ready ??= inTransaction((tx) => migrate(tx, schema, server), false).catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  return {
    rows: <Row>(sql: string, values?: readonly unknown[], statement?: string) =>
      told(async () => {
        await prepared();
        return whenFree(() => session(pool).rows<Row>(sql, values, statement));
      }),
    run: (sql, values, { urgent = false } = {}) =>
      told(async () => {
        await prepared();
        return whenFree(() => session(pool).run(sql, values), urgent ? 1 : 0);
      }),
    transaction: (work, { undo = false } = {}) =>
      told(async () => {
        await prepared();
        for (let tried = 1; ; tried += 1) {
          try {
            return await inTransaction(work, undo);
          } catch (error) {
            if (!isTransient(error) || tried === TRIES) throw error;
            await sleep(Math.random() * 20 * 2 ** tried);
          }
        }
      }),
    withLock: (work, { wait = true } = {}) =>
      told(async () => {
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
            await unlock().catch(() => {}); // the first error says what happened; a lost connection has lost its lock
            throw error;
          }
        });
      }),
    reach: () =>
      told(async () => {
        const { rows } = await pool.query("SELECT current_setting('server_version') AS version");
        return `Postgres ${(rows[0] as { version: string }).version}`;
      }),
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
};

/**
 * Lets as many work at once as there are connections, the more urgent first. The pool's own bound is for making a connection,
 * and would count the wait for a free one too: a process with many questions under way would take a busy server for one that
 * is gone.
 * @param maxWaitMs who waits longer fails with STORE_UNAVAILABLE
 */
const createConnectionLine = (maxWaitMs: number, server: string) => {
  const line = new PQueue({ concurrency: MAX_CONNECTIONS });
  return async <T>(work: () => Promise<T>, priority = 0): Promise<T> => {
    const waits = line.pending >= MAX_CONNECTIONS;
    const tooLong = waits ? AbortSignal.timeout(maxWaitMs) : undefined;
    let begun = false;
    const begin = () => {
      begun = true;
      return work();
    };
    try {
      return await line.add(begin, { priority, ...(tooLong && { signal: tooLong }) });
    } catch (error) {
      if (begun || !tooLong?.aborted) throw error;
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: 'Postgres has more to do for Parley than it can.',
        remedy: 'Look at its load, or let fewer questions run at once (PARLEY_AT_ONCE).',
        cause: error,
        details: { server },
      });
    }
  };
};

const session = (client: pg.ClientBase | pg.Pool): Session => ({
  rows: async <Row>(sql: string, values: readonly unknown[] = [], prepared?: string) =>
    (await client.query({ text: sql, values: values.map(storableValue), ...(prepared && { name: prepared }) }))
      .rows as Row[],
  run: async (sql, values = []) => (await client.query(sql, values.map(storableValue))).rowCount ?? 0,
});

/**
 * Brings the schema up to date; whoever comes second waits and finds it done. One of a newer Parley is used as it is where it
 * says that this version still works on it.
 * @throws DATA_NEWER
 */
const migrate = async (tx: Session, schema: string, server: string) => {
  await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`parley schema ${schema}`]);
  await tx.run(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  await tx.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  // Read as JSON: the table of an older Parley has no such column.
  const [held] = await tx.rows<{ version: number; worksSince: number | null }>(
    `SELECT version, (to_jsonb(held)->>'works_since')::integer AS "worksSince" FROM schema_version held`,
  );
  const version = held?.version ?? 0;
  const known = migrations.length;
  if (version > known) {
    if (held?.worksSince != null && held.worksSince <= known) return;
    throw new ParleyError('DATA_NEWER', {
      message: `The schema ${schema} was written by a newer Parley (${version}, this one knows ${known}).`,
      remedy: 'Update Parley, or set PARLEY_NAMESPACE to another name.',
      details: { version, known, server },
    });
  }
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
