import type { ColumnType, Document, Passage, PassageLink, Scope, Table } from '../../core/document.ts';
import type { DocumentStamp } from '../documents.ts';
import type { ScopeSets } from './scope-sets.ts';

/** The columns that each reader below needs. Aliases: `d` documents, `p` passages, `t` tables. */
export const columns = {
  document:
    'd.id, d.source_id, d.title, d.url, d.text, d.scope_set, d.updated_at, d.fetched_at, d.content_hash, d.language, d.metadata, d.follows, d.own_scopes',
  stamp:
    'd.id, d.source_id, d.title, d.content_hash, d.url, d.fetched_at, d.updated_at, d.metadata, d.scope_set, d.passages',
  passage: `p.id, d.id AS document_id, p.ordinal, p.kind, d.title, p.headings, p.text, p.start, p."end", p.table_id, p.links,
    d.scope_set, coalesce(p.url, d.url) AS url, d.updated_at`,
  table: 't.id, d.id AS document_id, t.caption, t.headings, t.columns, t.rows, t.types, d.scope_set',
};

export interface DocumentRow {
  id: string;
  source_id: string;
  title: string;
  url: string | null;
  text: string;
  scope_set: number;
  updated_at: string | null;
  fetched_at: string;
  content_hash: string;
  language: string | null;
  metadata: string | null;
  follows: string | null;
  own_scopes: string | null;
}

export interface StampRow {
  id: string;
  source_id: string;
  title: string;
  content_hash: string;
  url: string | null;
  fetched_at: string;
  updated_at: string | null;
  metadata: string | null;
  scope_set: number;
  passages: number;
}

export interface PassageRow {
  id: string;
  document_id: string;
  ordinal: number;
  kind: 'text' | 'table';
  title: string;
  headings: string | null;
  text: string;
  start: number;
  end: number;
  table_id: string | null;
  links: string | null;
  scope_set: number;
  url: string | null;
  updated_at: string | null;
}

export interface TableRow {
  id: string;
  document_id: string;
  caption: string;
  headings: string;
  columns: string;
  rows: string;
  types: string;
  scope_set: number;
}

const parse = <T>(text: string) => JSON.parse(text) as T;

export const readDocument = (row: DocumentRow, sets: ScopeSets): Document => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.title,
  ...(row.url !== null && { url: row.url }),
  text: row.text,
  scopes: sets.scopesOf(row.scope_set),
  ...(row.follows !== null && {
    follows: { documentId: row.follows, scopes: parse<Scope[]>(row.own_scopes ?? '[]') },
  }),
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  fetchedAt: row.fetched_at,
  contentHash: row.content_hash,
  ...(row.language !== null && { language: row.language }),
  ...(row.metadata !== null && { metadata: parse<Record<string, unknown>>(row.metadata) }),
});

export const readStamp = (row: StampRow, sets: ScopeSets): DocumentStamp => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.title,
  contentHash: row.content_hash,
  ...(row.url !== null && { url: row.url }),
  fetchedAt: row.fetched_at,
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  ...(row.metadata !== null && { metadata: parse<Record<string, unknown>>(row.metadata) }),
  scopes: sets.scopesOf(row.scope_set),
  passages: row.passages,
});

export const readPassage = (row: PassageRow, sets: ScopeSets): Passage => ({
  id: row.id,
  documentId: row.document_id,
  ordinal: row.ordinal,
  kind: row.kind,
  title: row.title,
  headings: row.headings === null ? [] : parse<string[]>(row.headings),
  text: row.text,
  start: row.start,
  end: row.end,
  ...(row.table_id !== null && { tableId: row.table_id }),
  links: row.links === null ? [] : parse<PassageLink[]>(row.links),
  scopes: sets.scopesOf(row.scope_set),
  ...(row.url !== null && { url: row.url }),
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
});

export const readTable = (row: TableRow, sets: ScopeSets): Table => ({
  id: row.id,
  documentId: row.document_id,
  caption: row.caption,
  headings: parse<string[]>(row.headings),
  columns: parse<string[][]>(row.columns),
  rows: parse<string[][]>(row.rows),
  types: parse<ColumnType[]>(row.types),
  scopes: sets.scopesOf(row.scope_set),
});
