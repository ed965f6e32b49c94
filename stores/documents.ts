import type { Document, Passage, Scope, Source, Table } from '../core/document.ts';

/** A document with its passages and tables; they are written and replaced together. */
export interface IndexedDocument {
  document: Document;
  passages: Passage[];
  tables: Table[];
}

/** A document without its text: enough for ingest to see whether it changed. `passages` is their number. */
export interface DocumentStamp {
  id: string;
  sourceId: string;
  title: string;
  contentHash: string;
  url?: string;
  fetchedAt: string;
  updatedAt?: string;
  metadata?: Record<string, unknown>;
  scopes: Scope[];
  passages: number;
}

/** The last time at which a document was replaced or removed, in milliseconds since 1970. */
export interface DocumentChangeTime {
  at: number;
  id: string;
}

/** What a deletion removed; the receipt that `forget` prints. */
export interface DeletionReceipt {
  documents: number;
  passages: number;
  tables: number;
  vectors: number;
  triples: number;
  entities: number;
}

/**
 * Sources, documents, passages and tables. Reads that serve an answer take the asker's scopes and return nothing outside
 * them; reads that serve ingest (`stamps`, `hydrate`) see everything and are never reached from a question.
 */
export interface DocumentStore {
  putSource(source: Source): Promise<void>;
  /**
   * All sources, by id, with the numbers of their documents and passages. With scopes only those that hold a document
   * visible with them, and the numbers of such documents: whether there is more is nobody's business.
   */
  sources(scopes?: readonly Scope[]): Promise<(Source & { documents: number; passages: number })[]>;
  deleteSource(id: string): Promise<void>;
  document(id: string, scopes: readonly Scope[]): Promise<Document | undefined>;
  /** The ids among these whose documents exist and are visible with these scopes. One query, which reads no text. */
  visible(ids: readonly string[], scopes: readonly Scope[]): Promise<Set<string>>;
  /** In the order of `ids`; ids that do not exist or are not visible are left out. */
  passages(ids: readonly string[], scopes: readonly Scope[]): Promise<Passage[]>;
  /** The passages of one document, in reading order. */
  passagesOf(documentId: string, scopes: readonly Scope[]): Promise<Passage[]>;
  tables(ids: readonly string[], scopes: readonly Scope[]): Promise<Table[]>;
  tablesOf(documentIds: readonly string[], scopes: readonly Scope[]): Promise<Table[]>;
  /** Streams the stamps of a source's documents, or of all documents, in id order. */
  stamps(sourceId?: string): AsyncIterable<DocumentStamp>;
  /** The stamps of these ids, in one query; unknown ids are left out. */
  stampsOf(ids: readonly string[]): Promise<Map<string, DocumentStamp>>;
  /**
   * Documents that were replaced or removed after `after`, in order of their last change. Keepers of citations poll this
   * instead of each document. A document's first version is not a change.
   */
  changes(after: DocumentChangeTime | undefined, limit: number): Promise<DocumentChangeTime[]>;
  /** Removes documents from the list of changes, for an erasure that must not keep their ids. */
  forgetChanges(ids: readonly string[]): Promise<void>;
  /** Streams whole documents in id order, those after the id `after`; for reindex, migrate and export. */
  hydrate(after?: string): AsyncIterable<IndexedDocument>;
  count(): Promise<{ documents: number; passages: number; tables: number }>;
  /** All scopes that documents have; an unknown `--scope` is detected with these. */
  scopes(): Promise<Scope[]>;
  /**
   * Counts, up to `limit`, documents of stated facts that were ingested before such facts took the scopes of the document
   * that they name. That document's id was not stored, so these facts may be visible to more people than it is.
   */
  countUnfollowedFacts(limit: number): Promise<number>;
}

/** Value of `factsFormat` in the metadata of stated facts: since 2, facts take the scopes of the document that they name. */
export const FACTS_FORMAT = 2;

/** The current scopes of a document that follows another. */
export interface Follower {
  documentId: string;
  scopes: Scope[];
}

/** The document store with its writes, which only `Stores.apply` and migration may call. */
export interface WritableDocumentStore extends DocumentStore {
  /** Writes or replaces documents in one transaction. Idempotent. */
  put(batch: readonly IndexedDocument[]): Promise<void>;
  /** Removes documents with their passages and tables in one transaction. Unknown ids are ignored. */
  delete(
    documentIds: readonly string[],
    options?: { dryRun?: boolean },
  ): Promise<{ documents: number; passages: number; tables: number }>;
}
