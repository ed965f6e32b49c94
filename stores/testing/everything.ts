import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ChromaClient } from 'chromadb';
import neo4j from 'neo4j-driver';
import pg from 'pg';
import * as sqliteVec from 'sqlite-vec';
import { type ServerSetting, serversIn } from '../../core/servers.ts';
import { labelsOf } from '../neo4j/labels.ts';
import type { TestStores } from './test-stores.ts';

/** A row that contains a text: its table, collection or label, and the row as text. */
export interface Found {
  place: string;
  row: string;
}

/** All rows of all tables, collections and labels of a test's stores that contain one of these texts. */
export const everywhere = async ({ settings }: TestStores, texts: readonly string[]): Promise<Found[]> => {
  const rows = inFile(join(settings.PARLEY_DATA, 'parley.db'));
  for (const server of serversIn(settings)) rows.push(...(await ROWS_OF[server](settings)));
  return rows.filter(({ row }) => texts.some((text) => row.includes(text)));
};

/** All rows of a test's namespace on each server. */
const ROWS_OF: Readonly<Record<ServerSetting, (settings: TestStores['settings']) => Promise<Found[]>>> = {
  CHROMA_URL: (settings) => inChroma(settings.CHROMA_URL!, settings.PARLEY_NAMESPACE!),
  NEO4J_URL: (settings) => inNeo4j(settings, settings.PARLEY_NAMESPACE!),
  POSTGRES_URL: (settings) => inPostgres(settings.POSTGRES_URL!, settings.PARLEY_NAMESPACE!),
};

const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (part instanceof Uint8Array) return Buffer.from(part).toString('latin1');
    if (typeof part === 'object' && part !== null && (part as { type?: string }).type === 'Buffer')
      return Buffer.from((part as { data: number[] }).data).toString('latin1');
    return typeof part === 'bigint' ? String(part) : part;
  });

const inFile = (path: string): Found[] => {
  const db = new Sqlite(path, { readonly: true });
  try {
    sqliteVec.load(db);
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
    return tables.flatMap((table) =>
      db
        .prepare(`SELECT * FROM "${table}"`)
        .all()
        .map((row) => ({ place: `file ${table}`, row: asText(row) })),
    );
  } finally {
    db.close();
  }
};

const inPostgres = async (url: string, namespace: string): Promise<Found[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables WHERE schemaname = $1 OR schemaname LIKE $1 || '\\_%'`,
      [namespace],
    );
    const found: Found[] = [];
    for (const { schema, name } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM "${schema}"."${name}"`);
      found.push(...rows.map((row) => ({ place: `Postgres ${schema}.${name}`, row: asText(row) })));
    }
    return found;
  } finally {
    await client.end();
  }
};

const inChroma = async (url: string, namespace: string): Promise<Found[]> => {
  const { hostname, port } = new URL(url);
  const client = new ChromaClient({ host: hostname, port: Number(port), ssl: false });
  const found: Found[] = [];
  for (const collection of await client.listCollections({ limit: 1000 })) {
    if (!collection.name.startsWith(namespace)) continue;
    found.push({ place: `Chroma ${collection.name}`, row: asText(collection.metadata) });
    const { ids, metadatas, documents } = await collection.get();
    for (const [at, id] of ids.entries())
      found.push({ place: `Chroma ${collection.name}`, row: asText([id, metadatas[at], documents[at]]) });
  }
  return found;
};

const inNeo4j = async (settings: TestStores['settings'], namespace: string): Promise<Found[]> => {
  const auth = settings.NEO4J_USER ? neo4j.auth.basic(settings.NEO4J_USER, settings.NEO4J_PASSWORD ?? '') : undefined;
  const driver = neo4j.driver(settings.NEO4J_URL!, auth);
  const found: Found[] = [];
  try {
    for (const label of Object.values(labelsOf(namespace)).slice(0, 6)) {
      const { records } = await driver.executeQuery(
        `MATCH (n:${label}) OPTIONAL MATCH (n)-[r]-() RETURN properties(n) AS node, collect(properties(r)) AS edges`,
      );
      found.push(...records.map((record) => ({ place: `Neo4j ${label}`, row: asText(record.toObject()) })));
    }
    return found;
  } finally {
    await driver.close();
  }
};
