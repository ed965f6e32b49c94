import type { Document, Passage, Scope, Source, Table } from '../core/document.ts';

/** A document with all that was made from it; written and replaced as one. */
export interface IndexedDocument {
  document: Document;
  passages: Passage[];
  tables: Table[];
}

/** What ingest needs to know to tell whether a document changed, without reading its text. */
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

/** That a document was replaced or removed at a moment, in milliseconds of wall time. */
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
  sources(): Promise<(Source & { documents: number; passages: number })[]>;
  deleteSource(id: string): Promise<void>;
  document(id: string, scopes: readonly Scope[]): Promise<Document | undefined>;
  /** Those of these documents that exist and may be seen; one query a call, and no text is read. */
  visible(ids: readonly string[], scopes: readonly Scope[]): Promise<Set<string>>;
  /** In the order asked; ids that do not exist or may not be seen are left out. */
  passages(ids: readonly string[], scopes: readonly Scope[]): Promise<Passage[]>;
  /** Of one document, in reading order. */
  passagesOf(documentId: string, scopes: readonly Scope[]): Promise<Passage[]>;
  tables(ids: readonly string[], scopes: readonly Scope[]): Promise<Table[]>;
  tablesOf(documentIds: readonly string[], scopes: readonly Scope[]): Promise<Table[]>;
  /** Streams what is stored of a source (or of all), ordered by id, without the texts. */
  stamps(sourceId?: string): AsyncIterable<DocumentStamp>;
  /** The stamps of these ids; unknown ones are left out. One query a call, whatever the number. */
  stampsOf(ids: readonly string[]): Promise<Map<string, DocumentStamp>>;
  /**
   * Documents that were replaced or removed, by the time of their last change, after `after`: so that whoever cites
   * some learns of it without asking for each. A document's first version is no change.
   */
  changes(after: DocumentChangeTime | undefined, limit: number): Promise<DocumentChangeTime[]>;
  /** Removes these documents from the list of changes: not even their ids are to be kept. */
  forgetChanges(ids: readonly string[]): Promise<void>;
  /** Streams whole documents in id order, for reindex, migrate and export. */
  hydrate(after?: string): AsyncIterable<IndexedDocument>;
  count(): Promise<{ documents: number; passages: number; tables: number }>;
  /** Every scope that some document has; an unknown `--scope` is told from these. */
  scopes(): Promise<Scope[]>;
  /**
   * Counts, up to `limit`, documents of stated facts that were ingested before facts followed the document that they name.
   * What such facts are about was not kept, so they may be seen more widely than their document.
   */
  countUnfollowedFacts(limit: number): Promise<number>;
}

/** In the metadata of a document of stated facts, beside `triples`: facts of this format follow the document that they name. */
export const FACTS_FORMAT = 2;

/** The scopes of a document that follows another, as they are now. */
export interface Follower {
  documentId: string;
  scopes: Scope[];
}

/** The documents with their writes, for `Stores.apply` and migration alone. */
export interface WritableDocumentStore extends DocumentStore {
  /** Writes or replaces documents in one transaction, in the order given; idempotent. */
  put(batch: readonly IndexedDocument[]): Promise<void>;
  /** Removes documents with their passages and tables in one transaction; unknown ids are not an error. */
  delete(
    documentIds: readonly string[],
    options?: { dryRun?: boolean },
  ): Promise<{ documents: number; passages: number; tables: number }>;
}
