import * as shared from '../document-rows.ts';
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

/** Whose scopes are a set, named by its number. */
interface Scoped {
  scope_set: number;
}
export type DocumentRow = shared.DocumentRow<string> & Scoped;
export type StampRow = shared.StampRow<string> & Scoped;
export type PassageRow = shared.PassageRow<string> & Scoped;
export type TableRow = shared.TableRow<string> & Scoped;

/**
 * The reader of documents, passages and tables from SQLite's rows, whose JSON is text and whose scopes are a set's
 * number.
 */
export const documentRows = (sets: ScopeSets) =>
  shared.documentRows<string, Scoped>(JSON.parse, ({ scope_set }) => sets.scopesOf(scope_set));
export type DocumentRows = ReturnType<typeof documentRows>;
