import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import neo4j from 'neo4j-driver';
import pg from 'pg';
import { type ServerSetting, serversIn } from '../../core/servers.ts';
import { chromaVectors } from '../chroma/vectors.ts';
import { labelsOf } from '../neo4j/labels.ts';
import { openWritableStores, type StoreSettings } from '../open.ts';
import type { WritableStores } from '../stores.ts';

/** The servers for stores, by the environment variable with their URL for the tests. */
export type Server = ServerSetting | 'PGVECTOR_URL';

/** Parley's setting for a server; PGVECTOR_URL is a Postgres too. */
export const settingOf = (server: Server): ServerSetting => (server === 'PGVECTOR_URL' ? 'POSTGRES_URL' : server);

/** What a contract suite tests: data of its own, and the stores over it that its interface needs. */
export interface StoreUnderTest<Opened> {
  /** Opens further connections to the same data, like another process; closed by `dispose`. */
  open(): Promise<Opened>;
  /** Closes everything and empties the data. */
  reset(): Promise<void>;
  /** Closes everything and removes the data. */
  dispose(): Promise<void>;
}

/** Why tests with these servers cannot run; undefined if they can. */
export const missing = (servers: readonly Server[]): string | undefined => {
  const unset = servers.filter((server) => !process.env[server]);
  return unset.length > 0 ? `${unset.join(', ')} not set` : undefined;
};

/** Separate stores for a test: a new data folder, and a new namespace on each server. */
export interface TestStores extends StoreUnderTest<WritableStores> {
  settings: StoreSettings;
}

/**
 * Opens separate stores for a test.
 * @param servers the servers to use; all other stores are embedded
 */
export const testStores = (servers: readonly Server[] = []): TestStores => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stores-'));
  const urls = Object.fromEntries(servers.map((server) => [settingOf(server), process.env[server]]));
  const settings: StoreSettings = {
    PARLEY_DATA: folder,
    PARLEY_NAMESPACE: `test_${randomBytes(6).toString('hex')}`,
    NEO4J_USER: process.env.NEO4J_USER,
    NEO4J_PASSWORD: process.env.NEO4J_PASSWORD,
    ...urls,
  };
  const opened: WritableStores[] = [];
  const closeAll = () => Promise.all(opened.splice(0).map((stores) => stores.close()));
  return {
    settings,
    async open() {
      const stores = await openWritableStores(settings);
      opened.push(stores);
      return stores;
    },
    async reset() {
      await closeAll();
      rmSync(folder, { recursive: true, force: true });
      for (const server of serversIn(settings)) await CLEAN[server].empty(settings[server]!, settings);
    },
    async dispose() {
      await closeAll();
      rmSync(folder, { recursive: true, force: true });
      for (const server of serversIn(settings)) await CLEAN[server].remove(settings[server]!, settings);
    },
  };
};

/** How a test's data on each server is emptied between tests, and removed at the end with its tables. */
const CLEAN: Readonly<
  Record<ServerSetting, Record<'empty' | 'remove', (url: string, settings: StoreSettings) => Promise<unknown>>>
> = {
  CHROMA_URL: {
    empty: (url, settings) => chromaVectors(url, settings.PARLEY_NAMESPACE!).clear(),
    remove: (url, settings) => chromaVectors(url, settings.PARLEY_NAMESPACE!).clear(),
  },
  NEO4J_URL: {
    empty: (_url, settings) => emptyGraph(settings),
    remove: (_url, settings) => emptyGraph(settings, { schema: true }),
  },
  POSTGRES_URL: {
    empty: (url, settings) => emptySchema(url, settings.PARLEY_NAMESPACE!),
    remove: (url, settings) => dropSchema(url, settings.PARLEY_NAMESPACE!),
  },
};

const onPostgres = async (connectionString: string, work: (client: pg.Client) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await work(client).finally(() => client.end());
};

const emptySchema = (url: string, schema: string) =>
  onPostgres(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
       WHERE (schemaname = $1 AND tablename <> 'schema_version') OR (schemaname = $1 || '_jobs' AND tablename = 'job')`,
      [schema],
    );
    if (rows.length === 0) return;
    await client.query(`SET session_replication_role = replica; SET search_path = "${schema}"`);
    await client.query(rows.map(({ name }) => `DELETE FROM ${name}`).join('; '));
  });

const dropSchema = (url: string, schema: string) =>
  onPostgres(url, (client) =>
    client.query(
      `SET client_min_messages = warning; DROP SCHEMA IF EXISTS "${schema}", "${schema}_jobs", "${schema}_checkpoints" CASCADE`,
    ),
  );

const emptyGraph = async (settings: StoreSettings, { schema = false } = {}) => {
  const auth = settings.NEO4J_USER ? neo4j.auth.basic(settings.NEO4J_USER, settings.NEO4J_PASSWORD ?? '') : undefined;
  const driver = neo4j.driver(settings.NEO4J_URL!, auth);
  const labels = labelsOf(settings.PARLEY_NAMESPACE!);
  const session = driver.session();
  for (const label of [labels.passage, labels.value, labels.triple, labels.document, labels.entity])
    await session.run(`MATCH (n:${label}) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS`);
  if (schema) {
    await session.run(`MATCH (n:${labels.schema}) DETACH DELETE n`);
    await session.run(`DROP INDEX ${labels.words} IF EXISTS`);
    for (const label of [labels.passage, labels.triple, labels.document, labels.entity, labels.schema])
      await session.run(`DROP CONSTRAINT ${label}_id IF EXISTS`);
    await session.run(`DROP CONSTRAINT ${labels.value}_key IF EXISTS`);
  }
  await session.close();
  await driver.close();
};
