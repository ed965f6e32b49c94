import type { Passage, Scope } from '../core/document.ts';

/** A passage and its score; higher is better, whatever the store's own convention. */
export interface Scored {
  id: string;
  score: number;
}

/**
 * Full-text search by BM25 (k1 1.2, b 0.75, Porter stems for English) over passages (title + text).
 * Terms are words, never query syntax: whatever a person types is a plain question.
 */
export interface LexicalIndex {
  /** The k best passages that any of the scopes may see, best first. */
  search(question: string, k: number, scopes: readonly Scope[]): Promise<Scored[]>;
  count(): Promise<number>;
}

/** The full text with its writes, for `Stores.apply` and migration alone. */
export interface WritableLexicalIndex extends LexicalIndex {
  put(passages: readonly Passage[]): Promise<void>;
  deleteDocuments(documentIds: readonly string[]): Promise<void>;
}
