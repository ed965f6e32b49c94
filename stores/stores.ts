import type { Change } from './changes.ts';
import type { ConversationStore } from './conversations.ts';
import type { DeletionReceipt, DocumentStore } from './documents.ts';
import type { GraphStore } from './graph.ts';
import type { KeyValueStore } from './key-values.ts';
import type { LexicalIndex } from './lexical.ts';
import type { PassageIndex } from './passage-index.ts';
import type { VectorStore } from './vectors.ts';

/** The stores that the settings name: embedded by default, each replaced by a server where its URL is set. */
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
  /**
   * Carries a change out in every store, or (after a crash, by the next opener) completes it; safe to repeat. This is how
   * ingest, sync and forget write documents: `put` and `delete` of the single stores know nothing of each other.
   * @returns what `change.delete` removed, over all stores; what replaced documents lost is not counted
   */
  apply(change: Change, options?: { dryRun?: boolean }): Promise<DeletionReceipt>;
  /** Closes files and connections; safe to call twice. */
  close(): Promise<void>;
}
