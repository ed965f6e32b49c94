import { join } from 'node:path';
import { isParleyError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import { adoptFile } from './adopt.ts';
import { createChanges } from './apply.ts';
import { openEmbedded } from './embedded/index.ts';
import type { PostgresStores } from './postgres/index.ts';
import { rebuildOf, type Stores, type WritableStores } from './stores.ts';

/** The settings that say where the stores are. */
export type StoreSettings = Pick<Settings, 'PARLEY_DATA'> &
  Partial<
    Pick<Settings, 'PARLEY_NAMESPACE' | 'CHROMA_URL' | 'NEO4J_URL' | 'NEO4J_USER' | 'NEO4J_PASSWORD' | 'POSTGRES_URL'>
  >;

/**
 * Opens the stores that the settings name: a server where its URL is set, the file PARLEY_DATA/parley.db for the rest.
 * Postgres alone holds everything: vectors too where it has pgvector (without it the log says so, and they stay in the
 * file). Chroma and Neo4j take their parts when they are named.
 * Completes changes that a crash cut short; a server that is down then only delays that (the log says so), and shows
 * itself when it is called.
 * @throws DATA_NEWER, DATA_LOCKED, DISK_FULL, STORE_UNAVAILABLE
 */
export const openStores: (settings: StoreSettings, options?: { log?: Log }) => Promise<Stores> = (...of) =>
  openWritableStores(...of);

/** The same with every write, for migration and for the stores' own tests. */
export const openWritableStores = async (
  settings: StoreSettings,
  { log = silentLog }: { log?: Log } = {},
): Promise<WritableStores> => {
  const namespace = settings.PARLEY_NAMESPACE ?? 'parley';
  const { CHROMA_URL, NEO4J_URL, NEO4J_USER: user, NEO4J_PASSWORD: password, POSTGRES_URL } = settings;
  // A server's client is loaded only where its server is used: it costs time, and its package may not be installed.
  const [chroma, postgres, neo4j] = await Promise.all([
    CHROMA_URL
      ? import('./chroma/vectors.ts').then(({ chromaVectors }) => chromaVectors(CHROMA_URL, namespace))
      : undefined,
    POSTGRES_URL
      ? import('./postgres/index.ts').then(({ openPostgres }) => openPostgres(POSTGRES_URL, namespace))
      : undefined,
    NEO4J_URL
      ? import('./neo4j/graph.ts').then(({ neo4jGraph }) => neo4jGraph(NEO4J_URL, { user, password, namespace }))
      : undefined,
  ]);
  const file = openEmbedded(join(settings.PARLEY_DATA, 'parley.db'));
  const reached = await reach(postgres, { vectors: !chroma }, log);
  const ofPostgres = reached.vectors ? postgres?.vectors : undefined;
  const vectors = chroma ?? ofPostgres ?? file.vectors;
  const graph = neo4j?.store ?? postgres?.graph ?? file.graph;
  const inRecords = {
    vectors: vectors === (postgres ? ofPostgres : file.vectors),
    graph: graph === (postgres ?? file).graph,
  };
  const elsewhere = { ...(!inRecords.vectors && { vectors }), ...(!inRecords.graph && { graph }) };
  const changes = createChanges((postgres ?? file).records(inRecords), elsewhere, { vectors, graph });
  const passageIndex = postgres?.passageIndex ?? file.passageIndex;
  const records = postgres ? 'Postgres' : FILE;
  const stores: WritableStores = {
    documents: postgres?.documents ?? file.documents,
    lexical: postgres?.lexical ?? file.lexical,
    passageIndex,
    vectors,
    graph,
    conversations: postgres?.conversations ?? file.conversations,
    keyValues: postgres?.keyValues ?? file.keyValues,
    cases: postgres?.cases ?? file.cases,
    jobs: postgres?.jobs ?? file.jobs,
    relay: postgres?.relay ?? file.relay,
    places: {
      records,
      vectors: chroma ? 'Chroma' : inRecords.vectors ? records : FILE,
      graph: neo4j ? 'Neo4j' : records,
    },
    apply: changes.apply,
    rebuild: rebuildOf({ passageIndex, vectors, graph }),
    async close() {
      await Promise.all([file.close(), postgres?.close(), neo4j?.close()]);
    },
  };
  try {
    // While the server is away every attempt waits for it: one is enough.
    if (!reached.postgres) return stores;
    await changes.resumePending();
    if (postgres) await adopt(file, { documents: postgres.documents, ...inRecordsOf(postgres, inRecords) }, log);
  } catch (error) {
    log.warn({ err: error }, 'a change that was cut short cannot be completed yet; the next one will try again');
  }
  return stores;
};

const FILE = 'the data file';

/**
 * Asks Postgres whether it can hold vectors. A server that is down is taken to be able: nothing works without it, and
 * when it is back its vectors must not be missed.
 */
const reach = async (
  postgres: PostgresStores | undefined,
  wanted: { vectors: boolean },
  log: Log,
): Promise<{ postgres: boolean; vectors: boolean }> => {
  if (!postgres || !wanted.vectors) return { postgres: true, vectors: false };
  try {
    const reason = await postgres.openVectorExtension();
    if (reason !== undefined) log.warn(`${reason}: vectors stay in the data file of this machine (docs/stores.md)`);
    return { postgres: true, vectors: reason === undefined };
  } catch (error) {
    if (!isParleyError(error, 'STORE_UNAVAILABLE')) throw error;
    log.warn({ err: error }, 'Postgres cannot be reached yet; every call tries again');
    return { postgres: false, vectors: true };
  }
};

const inRecordsOf = ({ vectors, graph }: PostgresStores, used: { vectors: boolean; graph: boolean }) => ({
  ...(used.vectors && { vectors }),
  ...(used.graph && { graph }),
});

const adopt = async (file: WritableStores, to: Parameters<typeof adoptFile>[1], log: Log) => {
  const adopted = await adoptFile(file, to);
  if (adopted.vectors > 0 || adopted.facts > 0)
    log.info(adopted, 'moved vectors and facts from the data file to Postgres, which holds them from now on');
};
