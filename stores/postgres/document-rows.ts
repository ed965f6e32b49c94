import type { Scope, Source } from '../../core/document.ts';
import * as shared from '../document-rows.ts';

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

interface Scoped {
  scopes: Scope[];
}
export type DocumentRow = shared.DocumentRow<unknown> & Scoped;
export type StampRow = shared.StampRow<unknown> & Scoped;
export type PassageRow = shared.PassageRow<unknown> & Scoped;
export type TableRow = shared.TableRow<unknown> & Scoped;

export const { readDocument, readStamp, readPassage, readTable } = shared.documentRows<unknown, Scoped>(
  (parsed) => parsed,
  ({ scopes }) => scopes,
);

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
