import type { DocumentStore } from '../documents.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';
import { columns, type DocumentRow, type DocumentRows, type PassageRow, type TableRow } from './document-rows.ts';
import type { ScopeSets } from './scope-sets.ts';

const json = JSON.stringify;

/** Reads that serve answers: they return only documents, passages and tables that are visible with the asker's scopes. */
export const documentReads = (
  db: Database,
  sets: ScopeSets,
  { readDocument, readPassage, readTable }: DocumentRows,
): SyncCalls<DocumentStore, 'document' | 'visible' | 'passages' | 'passagesOf' | 'tables' | 'tablesOf'> => ({
  document(id, scopes) {
    const row = db
      .query<DocumentRow>(
        `SELECT ${columns.document} FROM documents d WHERE id = ? AND scope_set IN (SELECT value FROM json_each(?))`,
      )
      .get(id, sets.visible(scopes));
    return row && readDocument(row);
  },
  visible: (ids, scopes) =>
    new Set(
      db
        .query<{ id: string }>(
          `SELECT d.id FROM json_each(?) asked JOIN documents d ON d.id = asked.value
           WHERE d.scope_set IN (SELECT value FROM json_each(?))`,
        )
        .all(json(ids), sets.visible(scopes))
        .map(({ id }) => id),
    ),
  passages: (ids, scopes) =>
    inOrder(
      ids,
      db
        .query<PassageRow>(
          `SELECT ${columns.passage} FROM passages p JOIN documents d ON d.key = p.document
           WHERE p.id IN (SELECT value FROM json_each(?)) AND d.scope_set IN (SELECT value FROM json_each(?))`,
        )
        .all(json(ids), sets.visible(scopes)),
    ).map(readPassage),
  passagesOf: (documentId, scopes) =>
    db
      .query<PassageRow>(
        `SELECT ${columns.passage} FROM documents d JOIN passages p ON p.document = d.key
         WHERE d.id = ? AND d.scope_set IN (SELECT value FROM json_each(?)) ORDER BY p.ordinal`,
      )
      .all(documentId, sets.visible(scopes))
      .map(readPassage),
  tables: (ids, scopes) =>
    inOrder(
      ids,
      db
        .query<TableRow>(
          `SELECT ${columns.table} FROM tables t JOIN documents d ON d.key = t.document
           WHERE t.id IN (SELECT value FROM json_each(?)) AND d.scope_set IN (SELECT value FROM json_each(?))`,
        )
        .all(json(ids), sets.visible(scopes)),
    ).map(readTable),
  tablesOf: (documentIds, scopes) =>
    db
      .query<TableRow>(
        `SELECT ${columns.table} FROM json_each(?) asked JOIN documents d ON d.id = asked.value
         JOIN tables t ON t.document = d.key WHERE d.scope_set IN (SELECT value FROM json_each(?))
         ORDER BY asked.key, t.key`,
      )
      .all(json([...new Set(documentIds)]), sets.visible(scopes))
      .map(readTable),
});

/** The rows in the order of `ids`, each once. */
const inOrder = <Row extends { id: string }>(ids: readonly string[], rows: Row[]) => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
};
