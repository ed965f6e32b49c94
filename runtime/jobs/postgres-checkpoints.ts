import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { type Checkpoints, createCheckpoints } from '../../agent/checkpoints.ts';
import type { Log } from '../../core/log.ts';
import { hostOf, serverError } from '../../stores/index.ts';

/** The schema of the checkpoints of a namespace; LangGraph's saver makes and migrates its tables there. */
const checkpointSchema = (namespace: string): string => `${namespace}_checkpoints`;

/** LangGraph's saver, whose failures say what to do. */
class ToldSaver extends PostgresSaver {
  readonly #server: string;

  constructor(pool: pg.Pool, server: string, schema: string) {
    super(pool, undefined, { schema });
    this.#server = server;
  }

  override setup() {
    return this.#told(super.setup());
  }
  override getTuple(...args: Parameters<PostgresSaver['getTuple']>) {
    return this.#told(super.getTuple(...args));
  }
  override put(...args: Parameters<PostgresSaver['put']>) {
    return this.#told(super.put(...args));
  }
  override putWrites(...args: Parameters<PostgresSaver['putWrites']>) {
    return this.#told(super.putWrites(...args));
  }
  override deleteThread(...args: Parameters<PostgresSaver['deleteThread']>) {
    return this.#told(super.deleteThread(...args));
  }

  async #told<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      throw serverError(error, this.#server);
    }
  }
}

/**
 * Keeps questions under way on a Postgres server, by LangGraph's own saver. Nothing is sent before the first question.
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
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    application_name: 'parley checkpoints',
  });
  // A connection that breaks while idle is replaced at the next use; that use reports what is wrong.
  pool.on('error', () => {});
  const saver = new ToldSaver(pool, hostOf(url), checkpointSchema(namespace));
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
