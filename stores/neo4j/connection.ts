import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type ManagedTransaction, Neo4jError, type Transaction } from 'neo4j-driver';
import { ParleyError } from '../../core/errors.ts';
import { type Labels, labelsOf } from './labels.ts';
import { migrations } from './migrations/index.ts';
import { serverError } from './server-error.ts';

/** Runs Cypher inside a transaction; the rows' shape is the caller's promise. */
export type Run = <Row>(cypher: string, parameters?: Record<string, unknown>) => Promise<Row[]>;

/** A namespace of its own on a Neo4j server, brought up to this version at the first use. */
export interface Neo4j {
  labels: Labels;
  /** One statement that reads, in a transaction whose begin is not waited for: two ways to the server in place of four. */
  rows: Run;
  /** Reads in one transaction. */
  read<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction that no other writer of the namespace shares its time with, repeated when the server asks
   * for it: `work` must be safe to repeat. `undo` rolls back at the end: a dry run.
   */
  write<T>(work: (run: Run) => Promise<T>, options?: { undo?: boolean }): Promise<T>;
  /** Asks whether it is there and lets Parley in. @returns its name and version */
  reach(): Promise<string>;
  close(): Promise<void>;
}

const TRANSACTION_MS = 120_000;
const RETRY_MS = 15_000;

export interface Neo4jOptions {
  /** How long a transaction that the server asks to repeat, or that lost it, is repeated. */
  retryMs?: number;
  /** What takes longer is ended by the server. */
  transactionMs?: number;
}

/**
 * @param url `bolt://host:7687` or `neo4j://…`
 * @throws from every call: STORE_UNAVAILABLE, DATA_NEWER
 */
export const connectNeo4j = (
  url: string,
  { user, password, namespace }: { user?: string; password?: string; namespace: string },
  { retryMs = RETRY_MS, transactionMs = TRANSACTION_MS }: Neo4jOptions = {},
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

  /** One attempt: a server that is not there at all is told at once, one that is lost later is waited for. */
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
      const held = await session.executeRead(
        (tx) => runIn(tx)<{ version: number }>(`MATCH (s:${labels.schema}) RETURN s.version AS version`),
        config,
      );
      const version = held[0]?.version ?? 0;
      if (version > migrations.length)
        throw new ParleyError('DATA_NEWER', {
          message: `The graph ${namespace} was written by a newer Parley (${version}, this one knows ${migrations.length}).`,
          remedy: 'Update Parley, or set PARLEY_NAMESPACE to another name.',
          details: { version, known: migrations.length, server },
        });
      if (version === migrations.length) return;
      const step = (cypher: string) =>
        repeatWhenTransient(() => session.executeWrite((tx) => runIn(tx)(cypher), config));
      // The lock node is unique, or two first writers would each make one.
      await step(`CREATE CONSTRAINT ${labels.schema}_id IF NOT EXISTS FOR (n:${labels.schema}) REQUIRE n.id IS UNIQUE`);
      for (const statements of migrations.slice(version)) for (const cypher of statements(labels)) await step(cypher);
      await session.run('CALL db.awaitIndexes(120)');
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

  /** Whoever writes holds the schema node's lock: a sweep can never miss what another writer is about to state. */
  const alone = (run: Run) => run(`MATCH (s:${labels.schema} {id: 'schema'}) SET s.writtenAt = datetime()`);

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
            await alone(runIn(tx));
            return work(runIn(tx));
          }, config);
        const tx = session.beginTransaction(config);
        try {
          await alone(runIn(tx));
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

/** Schema statements of two first writers deadlock now and then; the loser's does nothing and may run again. */
const repeatWhenTransient = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof Neo4jError && (error.retriable || error.code.includes('.Schema.'));
      if (!passing || tried === 5) throw error;
      await sleep(100 * tried);
    }
  }
};

/** Parameters whose texts can be encoded: a half of a surrogate pair becomes a replacement character. */
const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, wellFormed(part)]));
  return value;
};
