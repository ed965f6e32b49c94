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

/** The stores of one SQLite file; by themselves a change to them is one transaction. */
export interface Embedded extends WritableStores {
  /** The file's side of a change of which servers have a part. @param used which of the other two stores are the file's */
  records(used: { vectors: boolean; graph: boolean }): Transactions;
}

/**
 * Opens the data file, made when it is not there.
 *
 * @param path the file (`parley.lock` beside it is for changes that reach servers too), or `:memory:`
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
