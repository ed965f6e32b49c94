import { type Change, NOTHING_DELETED } from '../changes.ts';
import type { DeletionReceipt } from '../documents.ts';
import type { Stores } from '../index.ts';
import { embeddedConversations } from './conversations.ts';
import { openDatabase } from './database.ts';
import { embeddedDocuments } from './documents.ts';
import { embeddedFronts } from './fronts.ts';
import { embeddedGraph } from './graph.ts';
import { embeddedLexical } from './lexical.ts';
import { storageError } from './storage-error.ts';
import { embeddedVectors } from './vectors.ts';

/**
 * All six stores in one SQLite file; a change is one transaction.
 *
 * @param path the file, or `:memory:`
 * @example
 * const stores = openEmbedded('data/parley.db');
 * await stores.apply({ put: [{ document, passages, tables }] });
 * @throws DATA_NEWER, DATA_LOCKED, DISK_FULL, STORE_UNAVAILABLE
 */
export const openEmbedded = (path: string): Stores => {
  const db = openDatabase(path);
  const documents = embeddedDocuments(db);
  const lexical = embeddedLexical(db);
  const vectors = embeddedVectors(db);
  const graph = embeddedGraph(db);

  const remove = (ids: readonly string[]): DeletionReceipt => {
    lexical.writes.deleteDocuments(ids);
    return {
      ...documents.writes.delete(ids),
      vectors: vectors.writes.deleteDocuments(ids),
      ...graph.writes.deleteDocuments(ids),
    };
  };

  const carryOut = ({ put = [], delete: gone = [] }: Change): DeletionReceipt => {
    const receipt = gone.length > 0 ? remove(gone) : { ...NOTHING_DELETED };
    if (put.length === 0) return receipt;
    const ids = put.map(({ document }) => document.id);
    documents.writes.put(put);
    lexical.writes.deleteDocuments(ids);
    lexical.writes.put(put.flatMap(({ passages }) => passages));
    vectors.writes.deleteDocuments(ids);
    vectors.writes.put(put.flatMap((change) => change.vectors ?? []));
    const knowledge = put.flatMap((change) => change.knowledge ?? []);
    graph.writes.put(knowledge);
    const stated = new Set(knowledge.map(({ documentId }) => documentId));
    graph.writes.deleteDocuments(ids.filter((id) => !stated.has(id)));
    return receipt;
  };

  return {
    documents: documents.store,
    lexical: lexical.store,
    vectors: vectors.store,
    graph: graph.store,
    conversations: embeddedConversations(db),
    fronts: embeddedFronts(db),
    async apply(change, { dryRun = false } = {}) {
      try {
        return db.write(() => carryOut(change), { undo: dryRun });
      } catch (error) {
        throw storageError(error);
      }
    },
    async close() {
      if (db.open) db.close();
    },
  };
};
