import { join } from 'node:path';
import { type Log, silentLog } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import { createChanges } from './apply.ts';
import { chromaVectors } from './chroma/vectors.ts';
import { openEmbedded } from './embedded/index.ts';
import { neo4jGraph } from './neo4j/graph.ts';
import { openPostgres } from './postgres/index.ts';
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
  const file = openEmbedded(join(settings.PARLEY_DATA, 'parley.db'));
  const postgres = settings.POSTGRES_URL ? openPostgres(settings.POSTGRES_URL, namespace) : undefined;
  const vectors = settings.CHROMA_URL ? chromaVectors(settings.CHROMA_URL, namespace) : file.vectors;
  const neo4j =
    settings.NEO4J_URL === undefined
      ? undefined
      : neo4jGraph(settings.NEO4J_URL, { user: settings.NEO4J_USER, password: settings.NEO4J_PASSWORD, namespace });
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
    apply: changes.apply,
    rebuild: rebuildOf({ passageIndex, vectors, graph }),
    async close() {
      await Promise.all([file.close(), postgres?.close(), neo4j?.close()]);
    },
  };
  try {
    await changes.heal();
  } catch (error) {
    log.warn({ err: error }, 'a change that was cut short cannot be completed yet; the next one will try again');
  }
  return stores;
};
