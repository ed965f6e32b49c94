import type { Scope } from '../core/document.ts';
import type { Scored } from './lexical.ts';

/** A passage's vector, with what a query filters by. */
export interface PassageVector {
  passageId: string;
  documentId: string;
  scopes: Scope[];
  vector: Float32Array;
}

/** Whose vector is stored, and who may see it. */
export type VectorStamp = Pick<PassageVector, 'documentId' | 'scopes'>;

/** The encoder that made an index's vectors, and their length. */
export interface VectorSpace {
  encoder: string;
  dimensions: number;
}

/** Dense vectors of passages, compared by cosine. An index holds the vectors of one encoder, and its name with them. */
export interface VectorStore {
  /** The space that the index holds, or undefined while it is empty. */
  space(): Promise<VectorSpace | undefined>;
  /**
   * The k nearest that any of the scopes may see, best first; score is cosine in [-1, 1].
   * @param among of these passages alone, some thousands at most: each is compared
   */
  search(query: Float32Array, k: number, scopes: readonly Scope[], among?: readonly string[]): Promise<Scored[]>;
  /** Vectors of these passages, for scoring a candidate set; unknown ids are left out. */
  vectors(passageIds: readonly string[]): Promise<Map<string, Float32Array>>;
  /** What is stored with the vectors of these passages, without them; unknown ones are left out. */
  stampsOf(passageIds: readonly string[]): Promise<Map<string, VectorStamp>>;
  count(): Promise<number>;
}

/** The vectors with their writes, for `Stores.apply`, `Stores.rebuild` and migration alone. */
export interface WritableVectorStore extends VectorStore {
  /** Declares the space before the first put. @throws EMBEDDING_DIMENSION_CHANGED when the index holds another. */
  open(space: VectorSpace): Promise<void>;
  put(vectors: readonly PassageVector[]): Promise<void>;
  /** @returns how many vectors went, or with `dryRun` would go */
  deleteDocuments(documentIds: readonly string[], options?: { dryRun?: boolean }): Promise<number>;
  /**
   * A second index that `reindex` fills for another encoder while this one serves; searches never see it. Deleting a
   * document here deletes it there too, so that the vectors of an older text are never swapped in.
   */
  readonly next: NextVectors;
  /** Drops every vector and the space. */
  clear(): Promise<void>;
  /** Makes the next index the one that serves, in one step for readers; the old one goes. */
  swap(): Promise<void>;
}

/** The index that is being filled. `clear` gives it up. */
export type NextVectors = Pick<WritableVectorStore, 'space' | 'open' | 'put' | 'vectors' | 'count' | 'clear'>;
