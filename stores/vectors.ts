import type { Scope } from '../core/document.ts';
import type { Scored } from './lexical.ts';

/** A passage's vector with the fields that searches and deletions filter by. */
export interface PassageVector {
  passageId: string;
  documentId: string;
  scopes: Scope[];
  vector: Float32Array;
}

/** The document and scopes stored with a vector. */
export type VectorStamp = Pick<PassageVector, 'documentId' | 'scopes'>;

/** The encoder of an index's vectors and their length. */
export interface VectorSpace {
  encoder: string;
  dimensions: number;
}

/** Dense vectors of passages, compared by cosine. All vectors of an index are from one encoder. */
export interface VectorStore {
  /** The space of the index; undefined until `open` declared one. */
  space(): Promise<VectorSpace | undefined>;
  /**
   * The k nearest passages that are visible with these scopes, best first; the score is the cosine in [-1, 1].
   * @param among searches these passages only, exactly; at most some thousands
   */
  search(query: Float32Array, k: number, scopes: readonly Scope[], among?: readonly string[]): Promise<Scored[]>;
  /** The vectors of these passages; unknown ids are left out. */
  vectors(passageIds: readonly string[]): Promise<Map<string, Float32Array>>;
  /** The stamps of these passages' vectors; unknown ids are left out. */
  stampsOf(passageIds: readonly string[]): Promise<Map<string, VectorStamp>>;
  count(): Promise<number>;
}

/** The vector store with its writes, which only `Stores.apply`, `Stores.rebuild` and migration may call. */
export interface WritableVectorStore extends VectorStore {
  /** Declares the space before the first `put`. @throws EMBEDDING_DIMENSION_CHANGED if the index has another space */
  open(space: VectorSpace): Promise<void>;
  put(vectors: readonly PassageVector[]): Promise<void>;
  /** @returns how many vectors were deleted, or with `dryRun` would be */
  deleteDocuments(documentIds: readonly string[], options?: { dryRun?: boolean }): Promise<number>;
  /**
   * A second index that `reindex` fills with another encoder's vectors. Searches do not use it until `swap`. Deleting a
   * document deletes it there too, so that `swap` never brings back vectors of an older text.
   */
  readonly next: NextVectors;
  /** Drops every vector and the space. */
  clear(): Promise<void>;
  /** Replaces this index by the next one, atomically for readers, and deletes the old one. */
  swap(): Promise<void>;
}

/** The index that `reindex` fills. `clear` discards it. */
export type NextVectors = Pick<WritableVectorStore, 'space' | 'open' | 'put' | 'vectors' | 'count' | 'clear'>;
