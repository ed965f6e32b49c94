import { join } from 'node:path';
import { isParleyError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import { SERVERS, type ServerSetting } from '../core/servers.ts';
import type { Settings } from '../core/settings.ts';
import { adoptFile } from './adopt.ts';
import { createChanges } from './apply.ts';
import { openEmbedded } from './embedded/index.ts';
import type { PostgresStores } from './postgres/index.ts';
import { rebuildOf, type Stores, type WritableStores } from './stores.ts';

/** The settings that say where the stores are. */
export type StoreSettings = Pick<Settings, 'PARLEY_DATA'> &
  Partial<
    Pick<Settings, 'PARLEY_NAMESPACE' | 'PARLEY_POSTGRES_CONNECTIONS' | ServerSetting | 'NEO4J_USER' | 'NEO4J_PASSWORD'>
  >;

/** Where opening the stores and their connections are logged; not at all by default. */
interface StoreLogs {
  log?: Log;
  /** What becomes of connections while the stores are used; `log` by default. */
  connectionLog?: Pick<Log, 'warn'>;
}

/**
 * Opens the stores that the settings select: servers whose URL is set, and the file PARLEY_DATA/parley.db for the rest.
 * Postgres holds everything that Chroma and Neo4j do not. Without pgvector, vectors stay in the file, with a warning in the
 * log. Completes changes that a crash interrupted. An unreachable server only delays that, with a warning; calls that need
 * the server fail.
 * @throws DATA_NEWER, DATA_LOCKED, DISK_FULL, STORE_UNAVAILABLE
 */
export const openStores: (settings: StoreSettings, options?: StoreLogs) => Promise<Stores> = (...of) =>
  openWritableStores(...of);

/** `openStores` with all writes, for migration and the tests of the stores. */
export const openWritableStores = async (
  settings: StoreSettings,
  { log = silentLog, connectionLog = log }: StoreLogs = {},
): Promise<WritableStores> => {
  const namespace = settings.PARLEY_NAMESPACE ?? 'parley';
  const { CHROMA_URL, NEO4J_URL, NEO4J_USER: user, NEO4J_PASSWORD: password, POSTGRES_URL } = settings;
  // Imports a server's client only if the server is used: it takes time, and its package may not be installed.
  const [chroma, postgres, neo4j] = await Promise.all([
    CHROMA_URL
      ? import('./chroma/vectors.ts').then(({ chromaVectors }) => chromaVectors(CHROMA_URL, namespace))
      : undefined,
    POSTGRES_URL
      ? import('./postgres/index.ts').then(({ openPostgres }) =>
          openPostgres(POSTGRES_URL, namespace, {
            connections: settings.PARLEY_POSTGRES_CONNECTIONS,
            log: connectionLog,
          }),
        )
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
  const separate = { ...(!inRecords.vectors && { vectors }), ...(!inRecords.graph && { graph }) };
  const changes = createChanges((postgres ?? file).records(inRecords), separate, { vectors, graph });
  const passageIndex = postgres?.passageIndex ?? file.passageIndex;
  const records = postgres ? SERVERS.POSTGRES_URL.name : FILE;
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
      vectors: chroma ? SERVERS.CHROMA_URL.name : inRecords.vectors ? records : FILE,
      graph: neo4j ? SERVERS.NEO4J_URL.name : records,
    },
    ...(postgres && { connections: postgres.connections }),
    apply: changes.apply,
    rebuild: rebuildOf({ passageIndex, vectors, graph }),
    async close() {
      changes.close();
      await Promise.all([file.close(), postgres?.close(), neo4j?.close()]);
    },
  };
  try {
    // An unreachable server was waited for once already, so do not call it again.
    if (!reached.postgres) return stores;
    await changes.resumePending();
    if (postgres) await adopt(file, { documents: postgres.documents, ...inRecordsOf(postgres, inRecords) }, log);
  } catch (error) {
    log.warn({ err: error }, 'a change that was cut short cannot be completed yet; it will be tried again');
  }
  return stores;
};

const FILE = 'the data file';

/**
 * Checks whether Postgres has pgvector. Assumes so if the server is unreachable: nothing works until it is back, and its
 * vectors must be used then.
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
