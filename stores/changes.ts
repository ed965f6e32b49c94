import type { DeletionReceipt, IndexedDocument } from './documents.ts';
import type { DocumentKnowledge } from './graph.ts';
import type { PassageAnalysis } from './passage-index.ts';
import type { PassageVector, VectorSpace } from './vectors.ts';

/** A document with what every store keeps of it. What is left out here is gone from its store afterwards. */
export interface DocumentChange extends IndexedDocument {
  /** One a passage, of the change's `space`; absent when no encoder is set. */
  vectors?: readonly PassageVector[];
  /** One a passage; `indexDocuments` makes them. */
  analyses?: readonly PassageAnalysis[];
  /** Absent when the document adds nothing to the graph. */
  knowledge?: DocumentKnowledge;
}

/**
 * What ingest, sync and forget do to the stores: documents written or replaced, documents removed. `Stores.apply` carries a
 * change out in every store or in none. Where one file holds all stores that is a transaction; where servers take part the
 * records store keeps the change in its outbox until every store has it, and a change that a crash cut short is completed
 * by whoever opens the stores next.
 *
 * @example
 * await stores.apply({ put: [{ document, passages, tables, vectors, knowledge }], delete: ['gone.md'] });
 */
export interface Change {
  /** The space of the vectors in `put`, where there are any. */
  space?: VectorSpace;
  /** Each document once; a few hundred passages a change keep transactions short and memory flat. */
  put?: readonly DocumentChange[];
  /** Ids of documents to remove everywhere; unknown ones are not an error. Removed before `put` is written. */
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
