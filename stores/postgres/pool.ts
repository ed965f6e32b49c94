import type { Socket } from 'node:net';
import pg from 'pg';
import { type Log, silentLog } from '../../core/log.ts';
import type { SharedConnections } from '../connections.ts';
import { createConnectionGate, type LeasedConnection } from './connection-gate.ts';
import { createPatience } from './patiently.ts';
import { hostOf } from './server-error.ts';

/** Lets the server's own timeout error arrive before the client gives up. */
const GRACE_MS = 5_000;

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

export interface ConnectionOptions {
  /**
   * The server cancels statements that take longer, in milliseconds. `GRACE_MS` later, a connection without an answer counts
   * as lost.
   */
  statementMs?: number;
  /** Timeout for a new connection, in milliseconds. */
  connectMs?: number;
  /** Maximum number of vectors that a search reads from the index, including those that the asker may not see. */
  maxScannedVectors?: number;
  /** The most connections: PARLEY_POSTGRES_CONNECTIONS. */
  connections?: number;
  log?: Pick<Log, 'warn'>;
}

/** The connections of one process to a server. All its parts share them: the stores, pg-boss and LangGraph's saver. */
export interface Connections extends SharedConnections {
  readonly statementMs: number;
  /** Runs `work` on a connection that is its own meanwhile. @param options as those of `ConnectionGate.acquire` */
  use<T>(work: (client: pg.PoolClient) => Promise<T>, options?: { priority?: number; waitMs?: number }): Promise<T>;
  /** A connection until it is released. @throws as `ConnectionGate.acquire` */
  acquire(options?: { waitMs?: number }): Promise<LeasedConnection>;
  /** Runs these statements on each new connection, before anything else. */
  prepareWith(statements: readonly string[]): void;
  close(): Promise<void>;
}

const STATEMENT_MS = 60_000;
const CONNECT_MS = 10_000;
/** The default of pgvector's `hnsw.max_scan_tuples`. If it ends a search early, all visible vectors are compared (vectors.ts). */
const MAX_SCANNED_VECTORS = 20_000;
/** Enough for 16 questions at once, of which few wait for the server at the same time. */
const CONNECTIONS = 15;

/** Opens no connection yet. @param schema whose tables can be named without it */
export const openConnections = (
  url: string,
  schema: string,
  {
    statementMs = STATEMENT_MS,
    connectMs = CONNECT_MS,
    maxScannedVectors = MAX_SCANNED_VECTORS,
    connections: most = CONNECTIONS,
    log = silentLog,
  }: ConnectionOptions = {},
): Connections => {
  let first: readonly string[] = [];
  /** Those that wait for the server. A pool that is closed waits for them too, unless they are cut off. */
  const connecting = new Set<pg.Client>();
  class TrackedClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      connecting.add(this);
      this.once('end', () => connecting.delete(this));
    }
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    keepAlive: true,
    query_timeout: statementMs + GRACE_MS,
    application_name: sessionName(schema),
    types: integers,
    Client: TrackedClient,
    onConnect: async (client: pg.ClientBase) => {
      const text = `${searchPath(schema)}; ${vectorSearch(maxScannedVectors)}; SET random_page_cost = 1.1; SET statement_timeout = ${statementMs}`;
      // A pooler may take a connection at once and keep its first statement waiting for a session.
      for (const statement of [text, ...first])
        await client.query({ text: statement, query_timeout: connectMs } as pg.QueryConfig).catch(asUnconnected);
      connecting.delete(client as pg.Client);
    },
  } as pg.PoolConfig);
  // The pool replaces a connection that breaks while idle. If the server is down, the next use reports it.
  pool.on('error', () => {});

  const server = hostOf(url);
  const patiently = createPatience(connectMs);
  const gate = createConnectionGate(pool, {
    most,
    connectMs,
    maxWaitMs: statementMs + GRACE_MS,
    server,
    patiently,
    log,
  });

  return {
    server,
    statementMs,
    patiently,
    async use(work, options) {
      const { client, release } = await gate.acquire(options);
      try {
        const result = await work(client);
        release();
        return result;
      } catch (error) {
        // After an error that is not from the server, the connection's state is unknown.
        release(error instanceof pg.DatabaseError ? undefined : (error as Error));
        throw error;
      }
    },
    acquire: gate.acquire,
    prepareWith(statements) {
      first = statements;
    },
    state: gate.state,
    async close() {
      if (pool.ending) return;
      const ended = pool.end();
      for (const client of connecting) streamOf(client)?.destroy();
      await ended;
    },
  };
};

/** A client's socket, which the driver's pool destroys too: the driver's own `end` waits for an answer. */
const streamOf = (client: pg.Client): Socket | undefined =>
  (client as unknown as { connection?: { stream?: Socket } }).connection?.stream;

/** Converts the driver's error for a statement without an answer to its error for a connection that was not made in time. */
const asUnconnected = (error: unknown): never => {
  if (error instanceof Error && error.message === 'Query read timeout')
    throw new Error('timeout exceeded when trying to connect', { cause: error });
  throw error;
};
