import type { Change } from './changes.ts';
import type { SharedConnections } from './connections.ts';
import type { ConversationStore } from './conversations.ts';
import type { DeletionReceipt, DocumentStore, WritableDocumentStore } from './documents.ts';
import type { EvalCaseStore } from './eval-cases.ts';
import type { DocumentKnowledge, GraphStore, WritableGraphStore } from './graph.ts';
import type { JobQueue } from './jobs.ts';
import type { KeyValueStore } from './key-values.ts';
import type { LexicalIndex, WritableLexicalIndex } from './lexical.ts';
import type { PassageAnalysis, PassageIndex, WritablePassageIndex } from './passage-index.ts';
import type { Relay } from './relay.ts';
import type { NextVectors, VectorStore, WritableVectorStore } from './vectors.ts';

/**
 * The stores that the settings select: embedded by default, or on a server if its URL is set. Only `apply` writes documents,
 * to every store at once, so the single stores have no writes for them.
 */
export interface Stores {
  documents: DocumentStore;
  lexical: LexicalIndex;
  /** In the same database as the documents. If a set of stores has none, search fuses full text and vectors. */
  passageIndex?: PassageIndex;
  vectors: VectorStore;
  graph: GraphStore;
  conversations: ConversationStore;
  /** What the bots keep between restarts. */
  keyValues: KeyValueStore;
  /** Questions that evals ask again, with their gold answers. */
  cases: EvalCaseStore;
  jobs: JobQueue;
  /** Messages from workers to the processes that wait for their answers. */
  relay: Relay;
  places: StorePlaces;
  /** The connections to Postgres, if records are there. */
  connections?: SharedConnections;
  /**
   * Applies a change of ingest, sync or forget to every store. After a crash, the next process that opens the stores
   * completes it. Idempotent.
   * @returns what `change.delete` removed from all stores, without the old contents of replaced documents
   * @throws EMBEDDING_DIMENSION_CHANGED if `change.space` differs from the space of the stored vectors
   */
  apply(change: Change, options?: { dryRun?: boolean }): Promise<DeletionReceipt>;
  rebuild: Rebuild;
  /** Closes files and connections; safe to call twice. */
  close(): Promise<void>;
}

/** Where each part of the stores is, for operators: `the data file`, or the server's name. */
export interface StorePlaces {
  /** Documents, words, conversations and settings. */
  records: string;
  vectors: string;
  graph: string;
}

/** Writes data that is derived from stored documents, for `reindex` and for merging names. */
export interface Rebuild {
  putAnalyses(analyses: readonly PassageAnalysis[]): Promise<void>;
  /** Replaces the knowledge of these documents in the graph. */
  putKnowledge(batch: readonly DocumentKnowledge[]): Promise<void>;
  vectors: NextVectors & Pick<WritableVectorStore, 'next' | 'swap'>;
}

/** The stores with all writes. Only for use within `stores/`. */
export interface WritableStores extends Stores {
  documents: WritableDocumentStore;
  lexical: WritableLexicalIndex;
  passageIndex?: WritablePassageIndex;
  vectors: WritableVectorStore;
  graph: WritableGraphStore;
}

/** The writes of derived data over these stores. */
export const rebuildOf = ({
  passageIndex,
  vectors,
  graph,
}: Pick<WritableStores, 'passageIndex' | 'vectors' | 'graph'>): Rebuild => ({
  putAnalyses: async (analyses) => passageIndex?.put(analyses),
  putKnowledge: (batch) => graph.put(batch),
  vectors,
});
