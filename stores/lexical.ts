import type { Passage, Scope } from '../core/document.ts';

/** A passage id and its score. Higher is better in every store. */
export interface Scored {
  id: string;
  score: number;
}

/**
 * Full-text search with BM25 (k1 1.2, b 0.75, Porter stemmer for English) over passages' titles, headings and text.
 * Questions are plain words: query syntax of the database in them has no effect.
 */
export interface LexicalIndex {
  /** The k best passages that are visible with these scopes, best first. */
  search(question: string, k: number, scopes: readonly Scope[]): Promise<Scored[]>;
  count(): Promise<number>;
}

/** The full-text index with its writes, which only `Stores.apply` and migration may call. */
export interface WritableLexicalIndex extends LexicalIndex {
  put(passages: readonly Passage[]): Promise<void>;
  deleteDocuments(documentIds: readonly string[]): Promise<void>;
}
