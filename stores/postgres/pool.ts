import pg from 'pg';
import { createConnectionQueue } from './connection-queue.ts';
import { createPatience } from './patiently.ts';
import { hostOf, wasCutOff } from './server-error.ts';
import { type Session, session } from './session.ts';

/** Size of the connection pool of one process. pg-boss has further connections (job-server.ts). */
const MAX_CONNECTIONS = 8;
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

/**
 * The connections of one process to a schema.
 * @param limits in milliseconds, and in vectors: those of `PostgresOptions`
 */
export const createPool = (
  url: string,
  schema: string,
  { statementMs, connectMs, maxScannedVectors }: { statementMs: number; connectMs: number; maxScannedVectors: number },
) => {
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

  const inQueue = createConnectionQueue(MAX_CONNECTIONS, statementMs + GRACE_MS, hostOf(url));
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

  return { pool, inQueue, patiently, onClient, withClient, inTransaction };
};
