import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { type Checkpoints, createCheckpoints } from '../../agent/checkpoints.ts';
import type { Log } from '../../core/log.ts';
import { createPatience, hostOf, serverError, wasCutOff } from '../../stores/index.ts';

/** The schema for a namespace's checkpoints, in which LangGraph's saver creates and migrates its tables. */
const checkpointSchema = (namespace: string): string => `${namespace}_checkpoints`;

/** Timeout for a new connection, in milliseconds. */
const CONNECT_MS = 10_000;

/**
 * LangGraph's saver with Parley's errors. A call that a broken connection ended is made again: it reads, or writes what it
 * replaces when it is repeated.
 */
class SaverWithParleyErrors extends PostgresSaver {
  readonly #server: string;
  readonly #patiently = createPatience(CONNECT_MS);

  constructor(pool: pg.Pool, server: string, schema: string) {
    super(pool, undefined, { schema });
    this.#server = server;
  }

  override setup() {
    return this.#withParleyErrors(() => super.setup());
  }
  override getTuple(...args: Parameters<PostgresSaver['getTuple']>) {
    return this.#withParleyErrors(() => super.getTuple(...args));
  }
  override put(...args: Parameters<PostgresSaver['put']>) {
    return this.#withParleyErrors(() => super.put(...args));
  }
  override putWrites(...args: Parameters<PostgresSaver['putWrites']>) {
    return this.#withParleyErrors(() => super.putWrites(...args));
  }
  override deleteThread(...args: Parameters<PostgresSaver['deleteThread']>) {
    return this.#withParleyErrors(() => super.deleteThread(...args));
  }

  async #withParleyErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#patiently(work, wasCutOff);
    } catch (error) {
      throw serverError(error, this.#server);
    }
  }
}

/**
 * Stores checkpoints of questions in progress on a Postgres server with LangGraph's saver. Connects at the first question.
 * @throws from every call: STORE_UNAVAILABLE, DISK_FULL
 */
export const openPostgresCheckpoints = (
  url: string,
  namespace: string,
  log: Log,
): { checkpoints: Checkpoints; close(): Promise<void> } => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    application_name: 'parley checkpoints',
  });
  // The pool replaces a connection that breaks while idle. If the server is down, the next use reports it.
  pool.on('error', () => {});
  const saver = new SaverWithParleyErrors(pool, hostOf(url), checkpointSchema(namespace));
  let ready: Promise<void> | undefined;
  const setUp = () => {
    ready ??= saver.setup().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
  const inner = createCheckpoints(saver, log);
  return {
    checkpoints: {
      async removeFinished(isOver) {
        await setUp();
        return inner.removeFinished(isOver);
      },
      async of(questionId, made) {
        await setUp();
        return inner.of(questionId, made);
      },
    },
    close: () => pool.end(),
  };
};
