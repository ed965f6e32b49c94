import { createChanges } from '../apply.ts';
import { rebuildOf, type WritableStores } from '../stores.ts';
import type { Transactions } from '../transactions.ts';
import { embeddedConversations } from './conversations.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import { embeddedDocuments } from './documents.ts';
import { embeddedEvalCases } from './eval-cases.ts';
import { fileLock } from './file-lock.ts';
import { embeddedGraph } from './graph.ts';
import { embeddedJobs } from './jobs.ts';
import { embeddedKeyValues } from './key-values.ts';
import { embeddedLexical } from './lexical.ts';
import { embeddedPassageIndex } from './passage-index.ts';
import { embeddedRelay } from './relay.ts';
import { embeddedTransactions } from './transactions.ts';
import { embeddedVectors } from './vectors.ts';

/** All stores in one SQLite file. Without other databases, a change to them is one transaction. */
export interface Embedded extends WritableStores {
  /**
   * The file's part of changes that also concern servers.
   * @param used whether vectors and graph are kept in the file too
   */
  records(used: { vectors: boolean; graph: boolean }): Transactions;
}

/**
 * Opens the data file; creates it if it does not exist.
 *
 * @param path the file, or `:memory:`. The `.lock` file beside it serialises changes that also concern servers.
 * @example
 * const stores = openEmbedded('data/parley.db');
 * await stores.apply({ put: [{ document, passages, tables }] });
 * @throws DATA_NEWER, DATA_LOCKED, DISK_FULL, STORE_UNAVAILABLE
 */
export const openEmbedded = (path: string, options?: DatabaseOptions): Embedded => {
  const db = openDatabase(path, options);
  const documents = embeddedDocuments(db);
  const lexical = embeddedLexical(db);
  const passageIndex = embeddedPassageIndex(db);
  const vectors = embeddedVectors(db);
  const graph = embeddedGraph(db);
  const lock = fileLock(`${path.replace(/\.db$/, '')}.lock`);
  const records: Embedded['records'] = (used) =>
    embeddedTransactions(
      db,
      {
        documents: documents.writes,
        lexical: lexical.writes,
        passageIndex: passageIndex.writes,
        ...(used.vectors && { vectors: vectors.writes }),
        ...(used.graph && { graph: graph.writes }),
      },
      lock,
    );
  return {
    documents: documents.store,
    lexical: lexical.store,
    passageIndex: passageIndex.store,
    vectors: vectors.store,
    graph: graph.store,
    conversations: embeddedConversations(db),
    keyValues: embeddedKeyValues(db),
    cases: embeddedEvalCases(db),
    jobs: embeddedJobs(db),
    relay: embeddedRelay(db),
    places: { records: 'the data file', vectors: 'the data file', graph: 'the data file' },
    records,
    rebuild: rebuildOf({ passageIndex: passageIndex.store, vectors: vectors.store, graph: graph.store }),
    apply: createChanges(records({ vectors: true, graph: true }), {}, { vectors: vectors.store, graph: graph.store })
      .apply,
    async close() {
      lock.close();
      if (db.open) db.close();
    },
  };
};
