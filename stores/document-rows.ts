import type { ColumnType, Document, Passage, PassageLink, Scope, Table } from '../core/document.ts';
import type { DocumentStamp } from './documents.ts';

// Rows of documents and their parts in both SQL stores. `Json` is how they give an object: SQLite as text, Postgres parsed.

export interface StampRow<Json> {
  id: string;
  source_id: string;
  title: string;
  content_hash: string;
  url: string | null;
  fetched_at: string;
  updated_at: string | null;
  metadata: Json | null;
  passages: number;
}

export interface DocumentRow<Json> extends Omit<StampRow<Json>, 'passages'> {
  text: string;
  language: string | null;
  follows: string | null;
  own_scopes: Json | null;
}

export interface PassageRow<Json> {
  id: string;
  document_id: string;
  ordinal: number;
  kind: Passage['kind'];
  title: string;
  headings: Json | null;
  text: string;
  start: number;
  end: number;
  table_id: string | null;
  links: Json | null;
  url: string | null;
  updated_at: string | null;
}

export interface TableRow<Json> {
  id: string;
  document_id: string;
  caption: string;
  headings: Json;
  columns: Json;
  rows: Json;
  types: Json;
}

/**
 * The readers of these rows.
 *
 * @param parse gives the object that the store keeps as `Json`
 * @param scopesOf who may see the row, which each store keeps in its own way (`Scoped`)
 */
export const documentRows = <Json, Scoped>(parse: (json: Json) => unknown, scopesOf: (row: Scoped) => Scope[]) => ({
  readStamp: (row: StampRow<Json> & Scoped): DocumentStamp => ({
    id: row.id,
    sourceId: row.source_id,
    title: row.title,
    contentHash: row.content_hash,
    ...(row.url !== null && { url: row.url }),
    fetchedAt: row.fetched_at,
    ...(row.updated_at !== null && { updatedAt: row.updated_at }),
    ...(row.metadata !== null && { metadata: parse(row.metadata) as Record<string, unknown> }),
    scopes: scopesOf(row),
    passages: row.passages,
  }),

  readDocument: (row: DocumentRow<Json> & Scoped): Document => ({
    id: row.id,
    sourceId: row.source_id,
    title: row.title,
    ...(row.url !== null && { url: row.url }),
    text: row.text,
    scopes: scopesOf(row),
    ...(row.follows !== null && {
      follows: { documentId: row.follows, scopes: row.own_scopes === null ? [] : (parse(row.own_scopes) as Scope[]) },
    }),
    ...(row.updated_at !== null && { updatedAt: row.updated_at }),
    fetchedAt: row.fetched_at,
    contentHash: row.content_hash,
    ...(row.language !== null && { language: row.language }),
    ...(row.metadata !== null && { metadata: parse(row.metadata) as Record<string, unknown> }),
  }),

  readPassage: (row: PassageRow<Json> & Scoped): Passage => ({
    id: row.id,
    documentId: row.document_id,
    ordinal: row.ordinal,
    kind: row.kind,
    title: row.title,
    headings: row.headings === null ? [] : (parse(row.headings) as string[]),
    text: row.text,
    start: row.start,
    end: row.end,
    ...(row.table_id !== null && { tableId: row.table_id }),
    links: row.links === null ? [] : (parse(row.links) as PassageLink[]),
    scopes: scopesOf(row),
    ...(row.url !== null && { url: row.url }),
    ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  }),

  readTable: (row: TableRow<Json> & Scoped): Table => ({
    id: row.id,
    documentId: row.document_id,
    caption: row.caption,
    headings: parse(row.headings) as string[],
    columns: parse(row.columns) as string[][],
    rows: parse(row.rows) as string[][],
    types: parse(row.types) as ColumnType[],
    scopes: scopesOf(row),
  }),
});
