import type { DocumentChangeTime, DocumentStamp, IndexedDocument, WritableDocumentStore } from '../documents.ts';
import type { Database } from './database.ts';
import { documentReads } from './document-reads.ts';
import type { DocumentRow, PassageRow, StampRow, TableRow } from './document-rows.ts';
import { rows as columns, readDocument, readPassage, readStamp, readTable } from './document-rows.ts';
import { type DocumentWrites, documentWrites } from './document-writes.ts';
import { type Immediate, paged, promised } from './promised.ts';
import { type ScopeSets, scopeSets } from './scope-sets.ts';
import { embeddedSources } from './sources.ts';

const PAGE = 200;

/** Documents, passages and tables in the data file. */
export const embeddedDocuments = (db: Database): { store: WritableDocumentStore; writes: DocumentWrites } => {
  const sets = scopeSets(db);
  const writes = documentWrites(db, sets);
  const { put, delete: remove } = writes;
  const calls: Immediate<WritableDocumentStore, Exclude<keyof WritableDocumentStore, 'stamps' | 'hydrate'>> = {
    put,
    delete: remove,
    ...embeddedSources(db),
    ...documentReads(db, sets),
    ...documentCounts(db, sets),
  };
  return { store: { ...promised(calls), ...documentStreams(db, sets) }, writes };
};

/** What ingest and operators ask of all documents, whoever may see them. */
const documentCounts = (
  db: Database,
  sets: ScopeSets,
): Immediate<
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
        .map((row) => [row.id, readStamp(row, sets)]),
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
  // The ids are read from their index alone; their rows, which hold whole texts, only where an id is one of stated facts.
  countUnfollowedFacts: (limit) =>
    db
      .query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT 1 FROM documents
         WHERE key IN (SELECT key FROM documents WHERE instr(id, '/triples/') > 0) AND passages = 0 AND follows IS NULL
           AND metadata ->> '$.triples' > 0 AND metadata ->> '$.factsFormat' IS NULL LIMIT ?)`,
      )
      .get(limit)!.count,
});

/** All documents in the order of their ids, a page of rows at a time. */
const documentStreams = (db: Database, sets: ScopeSets): Pick<WritableDocumentStore, 'stamps' | 'hydrate'> => ({
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
      ).map((row) => readStamp(row, sets)),
    ),
  hydrate: (after = '') =>
    paged<IndexedDocument>((last) =>
      db
        .query<DocumentRow & { key: number }>(
          `SELECT d.key, ${columns.document} FROM documents d WHERE d.id > ? ORDER BY d.id LIMIT ${PAGE}`,
        )
        .all(last?.document.id ?? after)
        .map((row) => ({
          document: readDocument(row, sets),
          passages: db
            .query<PassageRow>(
              `SELECT ${columns.passage} FROM passages p JOIN documents d ON d.key = p.document
               WHERE p.document = ? ORDER BY p.ordinal`,
            )
            .all(row.key)
            .map((passage) => readPassage(passage, sets)),
          tables: db
            .query<TableRow>(
              `SELECT ${columns.table} FROM tables t JOIN documents d ON d.key = t.document
               WHERE t.document = ? ORDER BY t.key`,
            )
            .all(row.key)
            .map((table) => readTable(table, sets)),
        })),
    ),
});
