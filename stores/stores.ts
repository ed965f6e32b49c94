import type { Change } from './changes.ts';
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
 * The stores that the settings name: embedded by default, each replaced by a server where its URL is set. Documents are
 * written by `apply` alone, in every store at once, so the single stores offer no writes for them.
 */
export interface Stores {
  documents: DocumentStore;
  lexical: LexicalIndex;
  /** In the same database as the records; absent where that cannot hold one: search then fuses words and vectors. */
  passageIndex?: PassageIndex;
  vectors: VectorStore;
  graph: GraphStore;
  conversations: ConversationStore;
  /** What the chat platforms keep between restarts. */
  keyValues: KeyValueStore;
  /** Questions that evals ask again, with their gold answers. */
  cases: EvalCaseStore;
  /** Work that is to be done by whichever process comes to it. */
  jobs: JobQueue;
  /** What workers tell the processes that wait for their answers. */
  relay: Relay;
  /** Which part is where, in words for an operator. */
  places: StorePlaces;
  /**
   * Carries a change out in every store, or (after a crash, by the next opener) completes it; safe to repeat. This is how
   * ingest, sync and forget write documents.
   * @returns what `change.delete` removed, over all stores; what replaced documents lost is not counted
   * @throws EMBEDDING_DIMENSION_CHANGED when `change.space` is not the space that the vectors hold
   */
  apply(change: Change, options?: { dryRun?: boolean }): Promise<DeletionReceipt>;
  rebuild: Rebuild;
  /** Closes files and connections; safe to call twice. */
  close(): Promise<void>;
}

/** Where each part of the stores is: `the data file`, or the server's name. */
export interface StorePlaces {
  /** Documents, words, conversations and settings. */
  records: string;
  vectors: string;
  graph: string;
}

/** Writes what is made from stored documents, without the documents: for `reindex` and for the merging of names. */
export interface Rebuild {
  putAnalyses(analyses: readonly PassageAnalysis[]): Promise<void>;
  /** Replaces what these documents add to the graph. */
  putKnowledge(batch: readonly DocumentKnowledge[]): Promise<void>;
  vectors: NextVectors & Pick<WritableVectorStore, 'next' | 'swap'>;
}

/** The stores with every write, as they are opened; only `stores/` uses these. */
export interface WritableStores extends Stores {
  documents: WritableDocumentStore;
  lexical: WritableLexicalIndex;
  passageIndex?: WritablePassageIndex;
  vectors: WritableVectorStore;
  graph: WritableGraphStore;
}

export const rebuildOf = ({
  passageIndex,
  vectors,
  graph,
}: Pick<WritableStores, 'passageIndex' | 'vectors' | 'graph'>): Rebuild => ({
  putAnalyses: async (analyses) => passageIndex?.put(analyses),
  putKnowledge: (batch) => graph.put(batch),
  vectors,
});
