import type { DocumentChangeTime, DocumentStamp, IndexedDocument, WritableDocumentStore } from '../documents.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import { documentReads } from './document-reads.ts';
import type { DocumentRow, DocumentRows, PassageRow, StampRow, TableRow } from './document-rows.ts';
import { columns, documentRows } from './document-rows.ts';
import { type DocumentWrites, documentWrites } from './document-writes.ts';
import { scopeSets } from './scope-sets.ts';
import { embeddedSources } from './sources.ts';

const PAGE = 200;

/** Documents, passages and tables in the data file. */
export const embeddedDocuments = (db: Database): { store: WritableDocumentStore; writes: DocumentWrites } => {
  const sets = scopeSets(db);
  const rows = documentRows(sets);
  const writes = documentWrites(db, sets);
  const { put, delete: remove } = writes;
  const calls: SyncCalls<WritableDocumentStore, Exclude<keyof WritableDocumentStore, 'stamps' | 'hydrate'>> = {
    put,
    delete: remove,
    ...embeddedSources(db, sets),
    ...documentReads(db, sets, rows),
    ...documentCounts(db, rows),
  };
  return { store: { ...toAsync(calls), ...documentStreams(db, rows) }, writes };
};

/** Reads over all documents, without scopes, for ingest and operators. */
const documentCounts = (
  db: Database,
  { readStamp }: DocumentRows,
): SyncCalls<
  WritableDocumentStore,
  'stampsOf' | 'count' | 'changes' | 'forgetChanges' | 'scopes' | 'countUnfollowedFacts'
> => ({
  forgetChanges: (ids) =>
    db.write(() => {
      db.query('DELETE FROM document_changes WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids));
    }),
  stampsOf: (ids) =>
    new Map(
      db
        .query<StampRow>(`SELECT ${columns.stamp} FROM documents d WHERE d.id IN (SELECT value FROM json_each(?))`)
        .all(JSON.stringify(ids))
        .map((row) => [row.id, readStamp(row)]),
    ),
  count: () =>
    db
      .query<{ documents: number; passages: number; tables: number }>(
        `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM passages) AS passages,
         (SELECT count(*) FROM tables) AS tables`,
      )
      .get()!,
  changes: (after, limit) =>
    db
      .query<DocumentChangeTime>('SELECT at, id FROM document_changes WHERE (at, id) > (?, ?) ORDER BY at, id LIMIT ?')
      .all(after?.at ?? 0, after?.id ?? '', limit),
  scopes: () =>
    db
      .query<{ scope: string }>(
        `SELECT DISTINCT scope FROM scope_members m
         WHERE EXISTS (SELECT 1 FROM documents d WHERE d.scope_set = m.scope_set) ORDER BY scope`,
      )
      .all()
      .map((row) => row.scope),
  // The subquery scans the index of ids only. Rows, which contain whole texts, are read only for ids of stated facts.
  countUnfollowedFacts: (limit) =>
    db
      .query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT 1 FROM documents
         WHERE key IN (SELECT key FROM documents WHERE instr(id, '/triples/') > 0) AND passages = 0 AND follows IS NULL
           AND metadata ->> '$.triples' > 0 AND metadata ->> '$.factsFormat' IS NULL LIMIT ?)`,
      )
      .get(limit)!.count,
});

/** Streams of all documents in id order, read in pages. */
const documentStreams = (
  db: Database,
  { readDocument, readPassage, readStamp, readTable }: DocumentRows,
): Pick<WritableDocumentStore, 'stamps' | 'hydrate'> => ({
  stamps: (sourceId) =>
    paged<DocumentStamp>((last) =>
      (sourceId === undefined
        ? db
            .query<StampRow>(`SELECT ${columns.stamp} FROM documents d WHERE d.id > ? ORDER BY d.id LIMIT 1000`)
            .all(last?.id ?? '')
        : db
            .query<StampRow>(
              `SELECT ${columns.stamp} FROM documents d WHERE d.source_id = ? AND d.id > ? ORDER BY d.id LIMIT 1000`,
            )
            .all(sourceId, last?.id ?? '')
      ).map(readStamp),
    ),
  hydrate: (after = '') =>
    paged<IndexedDocument>((last) =>
      db
        .query<DocumentRow & { key: number }>(
          `SELECT d.key, ${columns.document} FROM documents d WHERE d.id > ? ORDER BY d.id LIMIT ${PAGE}`,
        )
        .all(last?.document.id ?? after)
        .map((row) => ({
          document: readDocument(row),
          passages: db
            .query<PassageRow>(
              `SELECT ${columns.passage} FROM passages p JOIN documents d ON d.key = p.document
               WHERE p.document = ? ORDER BY p.ordinal`,
            )
            .all(row.key)
            .map(readPassage),
          tables: db
            .query<TableRow>(
              `SELECT ${columns.table} FROM tables t JOIN documents d ON d.key = t.document
               WHERE t.document = ? ORDER BY t.key`,
            )
            .all(row.key)
            .map(readTable),
        })),
    ),
});
