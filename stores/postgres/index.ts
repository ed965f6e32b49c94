import type { DocumentChange } from '../changes.ts';
import type { ConversationStore } from '../conversations.ts';
import type { Follower, WritableDocumentStore } from '../documents.ts';
import type { EvalCaseStore } from '../eval-cases.ts';
import type { WritableGraphStore } from '../graph.ts';
import type { JobQueue } from '../jobs.ts';
import type { KeyValueStore } from '../key-values.ts';
import type { WritableLexicalIndex } from '../lexical.ts';
import type { WritablePassageIndex } from '../passage-index.ts';
import type { Relay } from '../relay.ts';
import type { Committed, OutboxEntry, Transactions } from '../transactions.ts';
import type { WritableVectorStore } from '../vectors.ts';
import { connectPostgres } from './connection.ts';
import { postgresConversations } from './conversations.ts';
import { deleteDocuments, followersOf, putDocuments } from './document-writes.ts';
import { postgresDocuments } from './documents.ts';
import { postgresEvalCases } from './eval-cases.ts';
import { postgresGraph } from './graph.ts';
import { deleteKnowledge, putKnowledge, rescopeKnowledge } from './graph-writes.ts';
import { postgresJobs } from './jobs.ts';
import { postgresKeyValues } from './key-values.ts';
import { deletePassages, postgresLexical, putPassages } from './lexical.ts';
import { deleteAnalyses, postgresPassageIndex, putAnalyses } from './passage-index.ts';
import type { ConnectionOptions, Connections } from './pool.ts';
import { postgresRelay } from './relay.ts';
import type { Session } from './session.ts';
import { openVectorExtension } from './vector-extension.ts';
import { deleteVectors, postgresVectors, putVectors } from './vectors.ts';

/** The stores on a Postgres server. */
export interface PostgresStores {
  documents: WritableDocumentStore;
  lexical: WritableLexicalIndex;
  passageIndex: WritablePassageIndex;
  conversations: ConversationStore;
  keyValues: KeyValueStore;
  cases: EvalCaseStore;
  jobs: JobQueue;
  relay: Relay;
  /** Usable only after `openVectorExtension` returned undefined. */
  vectors: WritableVectorStore;
  graph: WritableGraphStore;
  /** The server's part of a change. @param used whether vectors and graph are on this server too */
  records(used: { vectors: boolean; graph: boolean }): Transactions;
  /** See vector-extension.ts. @returns why pgvector cannot be used; undefined if it can. @throws STORE_UNAVAILABLE */
  openVectorExtension(): Promise<string | undefined>;
  connections: Connections;
  close(): Promise<void>;
}

/**
 * Opens the stores in one schema of a Postgres server. Connects at the first call.
 * @param url POSTGRES_URL
 * @param namespace the schema's name
 */
export const openPostgres = (url: string, namespace: string, options?: ConnectionOptions): PostgresStores => {
  const db = connectPostgres(url, namespace, options);
  const jobs = postgresJobs(db.connections, namespace);
  return {
    connections: db.connections,
    documents: postgresDocuments(db),
    lexical: postgresLexical(db),
    passageIndex: postgresPassageIndex(db),
    conversations: postgresConversations(db),
    keyValues: postgresKeyValues(db),
    cases: postgresEvalCases(db),
    jobs,
    relay: postgresRelay(db),
    vectors: postgresVectors(db),
    graph: postgresGraph(db),
    records: (used) => ({
      commit: (change, { entry, dryRun = false } = {}) =>
        db.transaction((tx) => applyChange(tx, change, used, entry), { undo: dryRun }),
      followers: (ids) => followersOf(db, ids),
      oldestEntry: async () =>
        (await db.rows<OutboxEntry>('SELECT id, note AS content FROM outbox ORDER BY id LIMIT 1'))[0],
      removeEntry: async (entryId) => {
        await db.run('DELETE FROM outbox WHERE id = $1', [entryId], { repeatable: true });
      },
      withLock: db.withLock,
    }),
    openVectorExtension: () => openVectorExtension(db),
    async close() {
      await jobs.close();
      await db.close();
    },
  };
};

/** Applies a change to all stores on this server, inside a transaction. */
const applyChange = async (
  tx: Session,
  { put = [], delete: gone = [] }: Parameters<Transactions['commit']>[0],
  used: { vectors: boolean; graph: boolean },
  entry: Uint8Array | undefined,
): Promise<Committed> => {
  await deletePassages(tx, gone);
  await deleteAnalyses(tx, gone);
  const receipt = gone.length === 0 ? {} : await remove(tx, gone, used);
  const replaced = await putDocuments(tx, put);
  if (replaced.length > 0) await deletePassages(tx, replaced);
  await putPassages(
    tx,
    put.flatMap(({ passages }) => passages),
  );
  await deleteAnalyses(tx, replaced);
  await putAnalyses(
    tx,
    put.flatMap(({ analyses = [] }) => analyses),
  );
  if (used.vectors && put.length > 0) {
    if (replaced.length > 0) await deleteVectors(tx, replaced);
    await putVectors(
      tx,
      put.flatMap(({ vectors = [] }) => vectors),
    );
  }
  if (used.graph && put.length > 0) await putKnowledgeOf(tx, put, replaced);
  if (!entry) return { receipt, replaced };
  const [row] = await tx.rows<{ id: number }>('INSERT INTO outbox (note) VALUES ($1) RETURNING id', [entry]);
  return { receipt, replaced, entryId: row?.id };
};

const remove = async (
  tx: Session,
  ids: readonly string[],
  used: { vectors: boolean; graph: boolean },
): Promise<Committed['receipt']> => ({
  ...(await deleteDocuments(tx, ids)),
  ...(used.vectors && { vectors: await deleteVectors(tx, ids) }),
  ...(used.graph && (await deleteKnowledge(tx, ids))),
});

/** Writes the documents' knowledge and updates the scopes of the knowledge of their followers. */
const putKnowledgeOf = async (tx: Session, put: readonly DocumentChange[], replaced: readonly string[]) => {
  const followers: Follower[] = await followersOf(
    tx,
    put.map(({ document }) => document.id),
  );
  const following = new Map(followers.map(({ documentId, scopes }) => [documentId, scopes]));
  const knowledge = put.flatMap((change) => change.knowledge ?? []);
  const stated = new Set(knowledge.map(({ documentId }) => documentId));
  await putKnowledge(
    tx,
    knowledge.map((each) => ({ ...each, scopes: following.get(each.documentId) ?? each.scopes })),
  );
  await rescopeKnowledge(
    tx,
    followers.filter(({ documentId }) => !stated.has(documentId)),
  );
  await deleteKnowledge(
    tx,
    replaced.filter((id) => !stated.has(id)),
  );
};
