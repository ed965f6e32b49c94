import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { type Checkpoints, createCheckpoints } from '../../agent/checkpoints.ts';
import type { Log } from '../../core/log.ts';
import { type SharedConnections, serverError, wasCutOff } from '../../stores/index.ts';

/** The schema for a namespace's checkpoints, in which LangGraph's saver creates and migrates its tables. */
const checkpointSchema = (namespace: string): string => `${namespace}_checkpoints`;

/** What the saver uses of a pool, over connections that others use too. Its statements name their schema. */
const poolOver = ({ use, acquire }: SharedConnections): pg.Pool => {
  const asked = (text: string, values?: unknown[]) => ({ text, values, types: pg.types }) as pg.QueryConfig;
  const pool: Pick<pg.Pool, 'connect' | 'query'> = {
    connect: (async () => {
      const { client, release } = await acquire();
      const query = (text: string, values?: unknown[]) => client.query(asked(text, values));
      return { query, release };
    }) as pg.Pool['connect'],
    query: ((text: string, values?: unknown[]) =>
      use((client) => client.query(asked(text, values)))) as pg.Pool['query'],
  };
  return pool as pg.Pool;
};

/**
 * LangGraph's saver with Parley's errors. A call that a broken connection ended is made again: it reads, or writes what it
 * replaces when it is repeated.
 */
class SaverWithParleyErrors extends PostgresSaver {
  readonly #connections: SharedConnections;

  constructor(connections: SharedConnections, schema: string) {
    super(poolOver(connections), undefined, { schema });
    this.#connections = connections;
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
      return await this.#connections.patiently(work, wasCutOff);
    } catch (error) {
      throw serverError(error, this.#connections.server);
    }
  }
}

/**
 * Stores checkpoints of questions in progress on a Postgres server with LangGraph's saver, in tables that are made at the first
 * question.
 * @param connections closed by whoever opened them
 * @throws from every call: STORE_UNAVAILABLE, DISK_FULL
 */
export const postgresCheckpoints = (connections: SharedConnections, namespace: string, log: Log): Checkpoints => {
  const saver = new SaverWithParleyErrors(connections, checkpointSchema(namespace));
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
    async removeFinished(isOver) {
      await setUp();
      return inner.removeFinished(isOver);
    },
    async of(questionId, made) {
      await setUp();
      return inner.of(questionId, made);
    },
  };
};
