import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type ManagedTransaction, Neo4jError, type Transaction } from 'neo4j-driver';
import { ParleyError } from '../../core/errors.ts';
import { type Labels, labelsOf } from './labels.ts';
import { migrations } from './migrations/index.ts';
import { serverError } from './server-error.ts';

/** Runs Cypher. `Row` is declared by the caller and not checked. */
export type Run = <Row>(cypher: string, parameters?: Record<string, unknown>) => Promise<Row[]>;

/** One namespace on a Neo4j server. Its schema is migrated to this version at the first use. */
export interface Neo4j {
  labels: Labels;
  /** Runs one read statement in a pipelined transaction, which takes two round trips instead of four. */
  rows: Run;
  /** Reads in one transaction. */
  read<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction that excludes other writers of the namespace. It is retried on transient errors, so `work`
   * must be safe to repeat. `undo` rolls back at the end, for a dry run.
   */
  write<T>(work: (run: Run) => Promise<T>, options?: { undo?: boolean }): Promise<T>;
  /** Checks that the server answers and accepts the credentials. @returns its name and version */
  reach(): Promise<string>;
  close(): Promise<void>;
}

const TRANSACTION_TIMEOUT_MS = 120_000;
const RETRY_MS = 15_000;

export interface Neo4jOptions {
  /** How long a transaction is retried after transient errors or a lost connection, in milliseconds. */
  retryMs?: number;
  /** The server terminates transactions that take longer, in milliseconds. */
  transactionMs?: number;
}

/**
 * @param url `bolt://host:7687` or `neo4j://…`
 * @throws from every call: STORE_UNAVAILABLE, DATA_NEWER
 */
export const connectNeo4j = (
  url: string,
  { user, password, namespace }: { user?: string; password?: string; namespace: string },
  { retryMs = RETRY_MS, transactionMs = TRANSACTION_TIMEOUT_MS }: Neo4jOptions = {},
): Neo4j => {
  const labels = labelsOf(namespace);
  const server = new URL(url).host;
  const auth = user || password ? neo4j.auth.basic(user ?? 'neo4j', password ?? '') : undefined;
  const driver = neo4j.driver(url, auth, {
    disableLosslessIntegers: true,
    maxTransactionRetryTime: retryMs,
    connectionTimeout: 10_000,
    connectionAcquisitionTimeout: 20_000,
    maxConnectionPoolSize: 20,
    userAgent: 'parley',
  });

  const runIn =
    (tx: ManagedTransaction | Transaction): Run =>
    async <Row>(cypher: string, parameters: Record<string, unknown> = {}) =>
      (await tx.run(cypher, wellFormed(parameters) as Record<string, unknown>)).records.map(
        (record) => record.toObject() as Row,
      );

  const inSession = async <T>(
    mode: 'READ' | 'WRITE',
    work: (session: ReturnType<typeof driver.session>) => Promise<T>,
  ) => {
    const session = driver.session({ defaultAccessMode: mode });
    try {
      return await work(session);
    } catch (error) {
      throw serverError(error, server);
    } finally {
      await session.close();
    }
  };
  const config = { timeout: transactionMs };

  /** Makes one attempt, so an unreachable server is reported at once. Later calls retry if the connection is lost. */
  const reach = async () => {
    try {
      const { agent = 'Neo4j' } = await driver.getServerInfo();
      return agent.replace('/', ' ');
    } catch (error) {
      throw serverError(error, server);
    }
  };

  const migrate = async () => {
    await reach();
    await inSession('WRITE', async (session) => {
      const stored = await session.executeRead(
        (tx) => runIn(tx)<{ version: number }>(`MATCH (s:${labels.schema}) RETURN s.version AS version`),
        config,
      );
      const version = stored[0]?.version ?? 0;
      if (version > migrations.length)
        throw new ParleyError('DATA_NEWER', {
          message: `The graph ${namespace} was written by a newer Parley (${version}, this one knows ${migrations.length}).`,
          remedy: 'Update Parley, or set PARLEY_NAMESPACE to another name.',
          details: { version, known: migrations.length, server },
        });
      if (version === migrations.length) return;
      const step = (cypher: string) => retryTransient(() => session.executeWrite((tx) => runIn(tx)(cypher), config));
      // Without this constraint, two processes at their first use could each create a schema node.
      await step(`CREATE CONSTRAINT ${labels.schema}_id IF NOT EXISTS FOR (n:${labels.schema}) REQUIRE n.id IS UNIQUE`);
      for (const statements of migrations.slice(version)) for (const cypher of statements(labels)) await step(cypher);
      // Only those of this namespace: another program's index on the same server may be in the making, or failed, for hours.
      const own = new Set(Object.values(labels));
      const indexes = await session.executeRead(
        (tx) => runIn(tx)<{ name: string; on: string[] | null }>('SHOW INDEXES YIELD name, labelsOrTypes AS on'),
        config,
      );
      for (const { name, on } of indexes)
        if (on?.some((label) => own.has(label))) await session.run('CALL db.awaitIndex($name, 120)', { name });
      await step(`MERGE (s:${labels.schema} {id: 'schema'}) SET s.version = ${migrations.length}`);
    });
  };

  let ready: Promise<void> | undefined;
  const prepared = () => {
    ready ??= migrate().catch((error) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };

  /** Locks the schema node, so that deleting unstated entities cannot miss statements of a concurrent writer. */
  const lockForWriting = (run: Run) => run(`MATCH (s:${labels.schema} {id: 'schema'}) SET s.writtenAt = datetime()`);

  return {
    labels,
    async rows<Row>(cypher: string, parameters: Record<string, unknown> = {}) {
      await prepared();
      try {
        const { records } = await driver.executeQuery(cypher, wellFormed(parameters) as Record<string, unknown>, {
          routing: neo4j.routing.READ,
          bookmarkManager: null,
          transactionConfig: config,
        });
        return records.map((record) => record.toObject() as Row);
      } catch (error) {
        throw serverError(error, server);
      }
    },
    async read(work) {
      await prepared();
      return inSession('READ', (session) => session.executeRead((tx) => work(runIn(tx)), config));
    },
    async write(work, { undo = false } = {}) {
      await prepared();
      return inSession('WRITE', async (session) => {
        if (!undo)
          return session.executeWrite(async (tx) => {
            await lockForWriting(runIn(tx));
            return work(runIn(tx));
          }, config);
        const tx = session.beginTransaction(config);
        try {
          await lockForWriting(runIn(tx));
          return await work(runIn(tx));
        } finally {
          await tx.rollback();
        }
      });
    },
    reach,
    close: () => driver.close(),
  };
};

/** Concurrent schema statements of two processes may deadlock. They are idempotent, so the failed one is repeated. */
const retryTransient = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isTransient = error instanceof Neo4jError && (error.retriable || error.code.includes('.Schema.'));
      if (!isTransient || attempt === 5) throw error;
      await sleep(100 * attempt);
    }
  }
};

/** Replaces unpaired surrogates in texts by U+FFFD, because the driver cannot encode them. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, wellFormed(part)]));
  return value;
};
