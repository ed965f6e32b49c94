import type { ConversationStore } from './conversations.ts';
import type { DocumentStore } from './documents.ts';
import type { GraphStore } from './graph.ts';
import type { LexicalIndex } from './lexical.ts';
import type { VectorStore } from './vectors.ts';

export type { Claim, ConversationStore } from './conversations.ts';
export type { DeletionReceipt, DocumentStamp, DocumentStore, IndexedDocument } from './documents.ts';
export type { DocumentKnowledge, GraphStore, Mention, PassageEdge } from './graph.ts';
export type { LexicalIndex, Scored } from './lexical.ts';
export type { PassageVector, VectorStore } from './vectors.ts';

/** The stores that the settings name: embedded by default, each replaced by a server where its URL is set. */
export interface Stores {
  documents: DocumentStore;
  lexical: LexicalIndex;
  vectors: VectorStore;
  graph: GraphStore;
  conversations: ConversationStore;
  /** Closes files and connections; safe to call twice. */
  close(): Promise<void>;
}
