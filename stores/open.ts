import { join } from 'node:path';
import { type Log, silentLog } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import { createChanges } from './apply.ts';
import { openEmbedded } from './embedded/index.ts';
import { rebuildOf, type Stores, type WritableStores } from './stores.ts';

/** The settings that say where the stores are. */
export type StoreSettings = Pick<Settings, 'PARLEY_DATA'> &
  Partial<
    Pick<Settings, 'PARLEY_NAMESPACE' | 'CHROMA_URL' | 'NEO4J_URL' | 'NEO4J_USER' | 'NEO4J_PASSWORD' | 'POSTGRES_URL'>
  >;

/**
 * Opens the stores that the settings name: a server where its URL is set, the file PARLEY_DATA/parley.db for the rest.
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
  const vectors = chroma ?? file.vectors;
  const graph = neo4j?.store ?? file.graph;
  const together = (store: unknown, ofFile: unknown) => !postgres && store === ofFile;
  const used = { vectors: together(vectors, file.vectors), graph: together(graph, file.graph) };
  const elsewhere = { ...(!used.vectors && { vectors }), ...(!used.graph && { graph }) };
  const changes = createChanges(postgres?.records ?? file.records(used), elsewhere, { vectors, graph });
  const passageIndex = postgres?.passageIndex ?? file.passageIndex;
  const stores: WritableStores = {
    documents: postgres?.documents ?? file.documents,
    lexical: postgres?.lexical ?? file.lexical,
    passageIndex,
    vectors,
    graph,
    conversations: postgres?.conversations ?? file.conversations,
    keyValues: postgres?.keyValues ?? file.keyValues,
    cases: postgres?.cases ?? file.cases,
    apply: changes.apply,
    rebuild: rebuildOf({ passageIndex, vectors, graph }),
    async close() {
      await Promise.all([file.close(), postgres?.close(), neo4j?.close()]);
    },
  };
  try {
    await changes.resumePending();
  } catch (error) {
    log.warn({ err: error }, 'a change that was cut short cannot be completed yet; the next one will try again');
  }
  return stores;
};
