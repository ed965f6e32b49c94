import type { ColumnType, Document, Passage, PassageLink, Scope, Source, Table } from '../../core/document.ts';
import type { DocumentStamp } from '../documents.ts';

/** The statements that each reader below needs. Aliases: `d` documents, `s` scope sets, `p` passages, `t` tables. */
export const SELECT_DOCUMENT = 'SELECT d.*, s.scopes FROM documents d JOIN scope_sets s ON s.id = d.scope_set';
export const SELECT_STAMP = `SELECT d.id, d.source_id, d.title, d.content_hash, d.url, d.fetched_at, d.updated_at, d.metadata,
  d.passages, s.scopes FROM documents d JOIN scope_sets s ON s.id = d.scope_set`;
export const SELECT_PASSAGE = `SELECT p.id, d.id AS document_id, p.ordinal, p.kind, d.title, p.headings, p.text, p.start, p."end",
  p.table_id, p.links, s.scopes, coalesce(p.url, d.url) AS url, d.updated_at
  FROM passages p JOIN documents d ON d.key = p.document JOIN scope_sets s ON s.id = d.scope_set`;
export const SELECT_TABLE = `SELECT t.id, d.id AS document_id, t.caption, t.headings, t.columns, t.rows, t.types, s.scopes
  FROM tables t JOIN documents d ON d.key = t.document JOIN scope_sets s ON s.id = d.scope_set`;

export interface SourceRow {
  id: string;
  kind: Source['kind'];
  location: string;
  scopes: Scope[];
  options: Record<string, unknown> | null;
  synced_at: string | null;
  documents: number;
  passages: number;
}

export interface StampRow {
  id: string;
  source_id: string;
  title: string;
  content_hash: string;
  url: string | null;
  fetched_at: string;
  updated_at: string | null;
  metadata: Record<string, unknown> | null;
  passages: number;
  scopes: Scope[];
}

export interface DocumentRow extends StampRow {
  text: string;
  language: string | null;
  follows: string | null;
  own_scopes: Scope[] | null;
}

export interface PassageRow {
  id: string;
  document_id: string;
  ordinal: number;
  kind: Passage['kind'];
  title: string;
  headings: string[];
  text: string;
  start: number;
  end: number;
  table_id: string | null;
  links: PassageLink[];
  scopes: Scope[];
  url: string | null;
  updated_at: string | null;
}

export interface TableRow {
  id: string;
  document_id: string;
  caption: string;
  headings: string[];
  columns: string[][];
  rows: string[][];
  types: ColumnType[];
  scopes: Scope[];
}

export const readSource = (row: SourceRow): Source & { documents: number; passages: number } => ({
  id: row.id,
  kind: row.kind,
  location: row.location,
  scopes: row.scopes,
  ...(row.options !== null && { options: row.options }),
  ...(row.synced_at !== null && { syncedAt: row.synced_at }),
  documents: row.documents,
  passages: row.passages,
});

export const readStamp = (row: StampRow): DocumentStamp => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.title,
  contentHash: row.content_hash,
  ...(row.url !== null && { url: row.url }),
  fetchedAt: row.fetched_at,
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  ...(row.metadata !== null && { metadata: row.metadata }),
  scopes: row.scopes,
  passages: row.passages,
});

export const readDocument = (row: DocumentRow): Document => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.title,
  ...(row.url !== null && { url: row.url }),
  text: row.text,
  scopes: row.scopes,
  ...(row.follows !== null && { follows: { documentId: row.follows, scopes: row.own_scopes ?? [] } }),
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  fetchedAt: row.fetched_at,
  contentHash: row.content_hash,
  ...(row.language !== null && { language: row.language }),
  ...(row.metadata !== null && { metadata: row.metadata }),
});

export const readPassage = (row: PassageRow): Passage => ({
  id: row.id,
  documentId: row.document_id,
  ordinal: row.ordinal,
  kind: row.kind,
  title: row.title,
  headings: row.headings,
  text: row.text,
  start: row.start,
  end: row.end,
  ...(row.table_id !== null && { tableId: row.table_id }),
  links: row.links,
  scopes: row.scopes,
  ...(row.url !== null && { url: row.url }),
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
});

export const readTable = (row: TableRow): Table => ({
  id: row.id,
  documentId: row.document_id,
  caption: row.caption,
  headings: row.headings,
  columns: row.columns,
  rows: row.rows,
  types: row.types,
  scopes: row.scopes,
});
