import type { DocumentChange } from '../changes.ts';
import type { Follower } from '../documents.ts';
import type { Committed, OutboxEntry, Transactions } from '../transactions.ts';
import { toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import type { DocumentWrites } from './document-writes.ts';
import type { fileLock } from './file-lock.ts';
import type { GraphWrites } from './graph-writes.ts';
import type { LexicalWrites } from './lexical.ts';
import type { PassageIndexWrites } from './passage-index-writes.ts';
import type { VectorWrites } from './vectors.ts';

/** The stores that are kept in the data file and take part in its transactions. */
export interface EmbeddedWrites {
  documents: DocumentWrites;
  lexical: LexicalWrites;
  passageIndex: PassageIndexWrites;
  vectors?: VectorWrites;
  graph?: GraphWrites;
}

/** The data file's part of a change: one transaction over the stores that it holds. */
export const embeddedTransactions = (
  db: Database,
  { documents, lexical, passageIndex, vectors, graph }: EmbeddedWrites,
  lock: ReturnType<typeof fileLock>,
): Transactions => {
  const remove = (ids: readonly string[]): Committed['receipt'] => {
    lexical.deleteDocuments(ids);
    passageIndex.deleteDocuments(ids);
    return {
      ...documents.delete(ids),
      ...(vectors && { vectors: vectors.deleteDocuments(ids) }),
      ...graph?.deleteDocuments(ids),
    };
  };

  const applyChange: (...values: Parameters<Transactions['commit']>) => Committed = (
    { put = [], delete: gone = [] },
    { entry } = {},
  ) => {
    const receipt = gone.length > 0 ? remove(gone) : {};
    const entryId = entry && Number(db.query('INSERT INTO outbox (note) VALUES (?)').run(entry).lastInsertRowid);
    if (put.length === 0) return { receipt, replaced: [], entryId };
    const ids = put.map(({ document }) => document.id);
    const replaced = db
      .query<{ id: string }>('SELECT id FROM documents WHERE id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(ids))
      .map(({ id }) => id);
    documents.put(put);
    lexical.deleteDocuments(replaced);
    lexical.put(put.flatMap(({ passages }) => passages));
    passageIndex.deleteDocuments(replaced);
    passageIndex.put(put.flatMap((change) => change.analyses ?? []));
    vectors?.deleteDocuments(replaced);
    vectors?.put(put.flatMap((change) => change.vectors ?? []));
    const stated = graph && putKnowledge(graph, put, documents.followers(ids));
    graph?.deleteDocuments(replaced.filter((id) => !stated?.has(id)));
    return { receipt, replaced, entryId };
  };

  return {
    ...toAsync({
      commit: (...[change, options = {}]: Parameters<Transactions['commit']>) =>
        db.write(() => applyChange(change, options), { undo: options.dryRun }),
      oldestEntry: () => db.query<OutboxEntry>('SELECT id, note AS content FROM outbox ORDER BY id LIMIT 1').get(),
      followers: (ids: readonly string[]) => documents.followers(ids),
      removeEntry: (entryId: number) => db.write(() => void db.query('DELETE FROM outbox WHERE id = ?').run(entryId)),
    }),
    withLock: lock.withLock,
  };
};

/**
 * Writes the documents' knowledge and updates the scopes of the knowledge of their followers.
 * @returns the ids of the documents that have knowledge
 */
const putKnowledge = (
  graph: GraphWrites,
  put: readonly DocumentChange[],
  followers: readonly Follower[],
): Set<string> => {
  const following = new Map(followers.map(({ documentId, scopes }) => [documentId, scopes]));
  const knowledge = put.flatMap((change) => change.knowledge ?? []);
  const stated = new Set(knowledge.map(({ documentId }) => documentId));
  graph.put(knowledge.map((each) => ({ ...each, scopes: following.get(each.documentId) ?? each.scopes })));
  graph.rescope(followers.filter(({ documentId }) => !stated.has(documentId)));
  return stated;
};
