import type { DeletionReceipt, IndexedDocument } from './documents.ts';
import type { DocumentKnowledge } from './graph.ts';
import type { PassageAnalysis } from './passage-index.ts';
import type { PassageVector, VectorSpace } from './vectors.ts';

/** A document with what each store keeps of it. Fields that are absent are deleted from their store. */
export interface DocumentChange extends IndexedDocument {
  /** One per passage, in the change's `space`; absent when no encoder is set. */
  vectors?: readonly PassageVector[];
  /** One per passage, from `indexDocuments`. */
  analyses?: readonly PassageAnalysis[];
  /** Absent when the document adds nothing to the graph. */
  knowledge?: DocumentKnowledge;
}

/**
 * Documents that ingest, sync or forget writes, replaces or deletes. `Stores.apply` applies a change to every store or to
 * none. If one file holds all stores, that is a transaction. With servers, the records store keeps the change in its outbox
 * until every store has it, and the next process that opens the stores completes a change that a crash interrupted.
 *
 * @example
 * await stores.apply({ put: [{ document, passages, tables, vectors, knowledge }], delete: ['gone.md'] });
 */
export interface Change {
  /** The space of the vectors in `put`. */
  space?: VectorSpace;
  /** Each document once. A few hundred passages per change keep transactions short and memory use constant. */
  put?: readonly DocumentChange[];
  /** Ids of documents to delete from every store, before `put` is written. Unknown ids are ignored. */
  delete?: readonly string[];
}

/** The receipt of a change that removed nothing. */
export const NOTHING_DELETED: DeletionReceipt = {
  documents: 0,
  passages: 0,
  tables: 0,
  vectors: 0,
  triples: 0,
  entities: 0,
};
