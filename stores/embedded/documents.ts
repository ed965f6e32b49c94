import type { Document, Scope, Source } from '../../core/document.ts';
import { scopesOfBoth } from '../../core/source-scopes.ts';
import type {
  DocumentChangeTime,
  DocumentStamp,
  Follower,
  IndexedDocument,
  WritableDocumentStore,
} from '../documents.ts';
import type { Database } from './database.ts';
import type { DocumentRow, PassageRow, StampRow, TableRow } from './document-rows.ts';
import { rows as columns, readDocument, readPassage, readStamp, readTable } from './document-rows.ts';
import { type Immediate, paged, promised } from './promised.ts';
import { scopeSets } from './scope-sets.ts';

const json = JSON.stringify;
const orNull = (value: unknown) => (value === undefined ? null : json(value));
const PAGE = 200;

/** The calls that take part in a change over several stores. */
export interface DocumentWrites extends Immediate<WritableDocumentStore, 'put' | 'delete'> {
  /** Those of these documents that follow others, and those that follow one of these. */
  followers(ids: readonly string[]): Follower[];
}

/** Documents, passages and tables in the data file. */
export const embeddedDocuments = (db: Database): { store: WritableDocumentStore; writes: DocumentWrites } => {
  const sets = scopeSets(db);

  const dropContents = (key: number) => ({
    passages: db.query('DELETE FROM passages WHERE document = ?').run(key).changes,
    tables: db.query('DELETE FROM tables WHERE document = ?').run(key).changes,
  });

  const noteChange = (id: string) =>
    db
      .query('INSERT INTO document_changes (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at')
      .run(id, Date.now());

  const keyOf = (id: string) => db.query<{ key: number }>('SELECT key FROM documents WHERE id = ?').get(id)?.key;

  const scopeSetOf = (id: string) =>
    db.query<{ scope_set: number }>('SELECT scope_set FROM documents WHERE id = ?').get(id)?.scope_set;

  /** The scopes of a document that follows another: its own while that one is not there. */
  const scopesFollowing = ({ documentId, scopes }: NonNullable<Document['follows']>): Scope[] => {
    const set = scopeSetOf(documentId);
    return set === undefined ? scopes : scopesOfBoth(scopes, sets.scopesOf(set));
  };

  /** Brings the documents that follow one of these to its scopes. */
  const propagateScopes = (ids: readonly string[]) => {
    const rows = db
      .query<{ key: number; follows: string; own_scopes: string }>(
        'SELECT key, follows, own_scopes FROM documents WHERE follows IN (SELECT value FROM json_each(?))',
      )
      .all(json(ids));
    for (const { key, follows, own_scopes } of rows) {
      const scopes = scopesFollowing({ documentId: follows, scopes: JSON.parse(own_scopes) as Scope[] });
      db.query('UPDATE documents SET scope_set = ? WHERE key = ?').run(sets.intern(scopes), key);
    }
  };

  const putDocument = ({ id, ...document }: Document, passages: number): number => {
    const { follows } = document;
    const values = [
      document.sourceId,
      document.title,
      document.url ?? null,
      sets.intern(follows ? scopesFollowing(follows) : document.scopes),
      document.updatedAt ?? null,
      document.fetchedAt,
      document.contentHash,
      document.language ?? null,
      orNull(document.metadata),
      passages,
      document.text,
      follows?.documentId ?? null,
      follows ? json(follows.scopes) : null,
    ];
    const key = keyOf(id);
    if (key === undefined)
      return Number(
        db
          .query(
            `INSERT INTO documents (id, source_id, title, url, scope_set, updated_at, fetched_at, content_hash, language,
             metadata, passages, text, follows, own_scopes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(id, ...values).lastInsertRowid,
      );
    dropContents(key);
    noteChange(id);
    db.query(
      `UPDATE documents SET source_id = ?, title = ?, url = ?, scope_set = ?, updated_at = ?, fetched_at = ?,
       content_hash = ?, language = ?, metadata = ?, passages = ?, text = ?, follows = ?,
       own_scopes = ? WHERE key = ?`,
    ).run(...values, key);
    return key;
  };

  const putContents = (key: number, { document, passages, tables }: IndexedDocument) => {
    const passage = db.query(
      `INSERT INTO passages (id, document, ordinal, kind, headings, start, "end", table_id, links, url, text)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const p of passages)
      passage.run(
        p.id,
        key,
        p.ordinal,
        p.kind,
        p.headings.length ? json(p.headings) : null,
        p.start,
        p.end,
        p.tableId ?? null,
        p.links.length ? json(p.links) : null,
        p.url === document.url ? null : (p.url ?? null),
        p.text,
      );
    const table = db.query(
      'INSERT INTO tables (id, document, caption, headings, columns, types, rows) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    for (const t of tables)
      table.run(t.id, key, t.caption, json(t.headings), json(t.columns), json(t.types), json(t.rows));
  };

  const writes: DocumentWrites = {
    put: (batch) =>
      db.write(() => {
        for (const indexed of batch) putContents(putDocument(indexed.document, indexed.passages.length), indexed);
        propagateScopes(batch.map(({ document }) => document.id));
      }),
    followers: (ids) =>
      db
        .query<{ id: string; scope_set: number }>(
          `SELECT id, scope_set FROM documents WHERE follows IN (SELECT value FROM json_each(?))
           UNION SELECT id, scope_set FROM documents WHERE id IN (SELECT value FROM json_each(?)) AND follows IS NOT NULL`,
        )
        .all(json(ids), json(ids))
        .map((row) => ({ documentId: row.id, scopes: sets.scopesOf(row.scope_set) })),
    delete: (documentIds, { dryRun = false } = {}) =>
      db.write(
        () => {
          const removed = { documents: 0, passages: 0, tables: 0 };
          for (const id of new Set(documentIds)) {
            const key = keyOf(id);
            if (key === undefined) continue;
            const contents = dropContents(key);
            noteChange(id);
            db.query('DELETE FROM documents WHERE key = ?').run(key);
            removed.documents += 1;
            removed.passages += contents.passages;
            removed.tables += contents.tables;
          }
          return removed;
        },
        { undo: dryRun },
      ),
  };

  /** Rows of `table` by id, in the order asked, each once. */
  const inOrder = <Row extends { id: string }>(ids: readonly string[], rows: Row[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  };

  const calls: Immediate<WritableDocumentStore, Exclude<keyof WritableDocumentStore, 'stamps' | 'hydrate'>> = {
    put: writes.put,
    delete: writes.delete,
    putSource: (source) =>
      db.write(() => {
        db.query(
          `INSERT INTO sources (id, kind, location, scopes, options, synced_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, location = excluded.location, scopes = excluded.scopes,
           options = excluded.options, synced_at = excluded.synced_at`,
        ).run(
          source.id,
          source.kind,
          source.location,
          json(source.scopes),
          orNull(source.options),
          source.syncedAt ?? null,
        );
      }),
    sources: () =>
      db
        .query<SourceRow>(
          `SELECT s.*, count(d.key) AS documents, coalesce(sum(d.passages), 0) AS passages
           FROM sources s LEFT JOIN documents d ON d.source_id = s.id GROUP BY s.id ORDER BY s.id`,
        )
        .all()
        .map(readSource),
    forgetChanges: (ids) =>
      db.write(() => {
        db.query('DELETE FROM document_changes WHERE id IN (SELECT value FROM json_each(?))').run(JSON.stringify(ids));
      }),
    deleteSource: (id) =>
      db.write(() => {
        db.query('DELETE FROM sources WHERE id = ?').run(id);
      }),
    document(id, scopes) {
      const row = db
        .query<DocumentRow>(
          `SELECT ${columns.document} FROM documents d WHERE id = ? AND scope_set IN (SELECT value FROM json_each(?))`,
        )
        .get(id, sets.visible(scopes));
      return row && readDocument(row, sets);
    },
    passages: (ids, scopes) =>
      inOrder(
        ids,
        db
          .query<PassageRow>(
            `SELECT ${columns.passage} FROM passages p JOIN documents d ON d.key = p.document
             WHERE p.id IN (SELECT value FROM json_each(?)) AND d.scope_set IN (SELECT value FROM json_each(?))`,
          )
          .all(json(ids), sets.visible(scopes)),
      ).map((row) => readPassage(row, sets)),
    passagesOf: (documentId, scopes) =>
      db
        .query<PassageRow>(
          `SELECT ${columns.passage} FROM documents d JOIN passages p ON p.document = d.key
           WHERE d.id = ? AND d.scope_set IN (SELECT value FROM json_each(?)) ORDER BY p.ordinal`,
        )
        .all(documentId, sets.visible(scopes))
        .map((row) => readPassage(row, sets)),
    tables: (ids, scopes) =>
      inOrder(
        ids,
        db
          .query<TableRow>(
            `SELECT ${columns.table} FROM tables t JOIN documents d ON d.key = t.document
             WHERE t.id IN (SELECT value FROM json_each(?)) AND d.scope_set IN (SELECT value FROM json_each(?))`,
          )
          .all(json(ids), sets.visible(scopes)),
      ).map((row) => readTable(row, sets)),
    tablesOf: (documentIds, scopes) =>
      db
        .query<TableRow>(
          `SELECT ${columns.table} FROM json_each(?) asked JOIN documents d ON d.id = asked.value
           JOIN tables t ON t.document = d.key WHERE d.scope_set IN (SELECT value FROM json_each(?))
           ORDER BY asked.key, t.key`,
        )
        .all(json([...new Set(documentIds)]), sets.visible(scopes))
        .map((row) => readTable(row, sets)),
    stampsOf: (ids) =>
      new Map(
        db
          .query<StampRow>(`SELECT ${columns.stamp} FROM documents d WHERE d.id IN (SELECT value FROM json_each(?))`)
          .all(json(ids))
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
        .query<DocumentChangeTime>(
          'SELECT at, id FROM document_changes WHERE (at, id) > (?, ?) ORDER BY at, id LIMIT ?',
        )
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
  };

  const stamps = (sourceId?: string): AsyncIterable<DocumentStamp> =>
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
    );

  const hydrate = (after = ''): AsyncIterable<IndexedDocument> =>
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
    );

  return { store: { ...promised(calls), stamps, hydrate }, writes };
};

interface SourceRow {
  id: string;
  kind: Source['kind'];
  location: string;
  scopes: string;
  options: string | null;
  synced_at: string | null;
  documents: number;
  passages: number;
}

const readSource = (row: SourceRow): Source & { documents: number; passages: number } => ({
  id: row.id,
  kind: row.kind,
  location: row.location,
  scopes: JSON.parse(row.scopes) as Scope[],
  ...(row.options !== null && { options: JSON.parse(row.options) as Record<string, unknown> }),
  ...(row.synced_at !== null && { syncedAt: row.synced_at }),
  documents: row.documents,
  passages: row.passages,
});
