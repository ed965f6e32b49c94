import type { Document, Scope } from '../../core/document.ts';
import { scopesOfBoth } from '../../core/source-scopes.ts';
import type { Follower, IndexedDocument, WritableDocumentStore } from '../documents.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';
import type { ScopeSets } from './scope-sets.ts';

const json = JSON.stringify;

/** The calls that `Stores.apply` makes in its transaction. */
export interface DocumentWrites extends SyncCalls<WritableDocumentStore, 'put' | 'delete'> {
  /** The documents among `ids` that follow another document, and all documents that follow one of `ids`. */
  followers(ids: readonly string[]): Follower[];
}

/** Writes and removes documents with their passages and tables, and records the changes for `DocumentStore.changes`. */
export const documentWrites = (db: Database, sets: ScopeSets): DocumentWrites => {
  const following = followingScopes(db, sets);

  const noteChange = (id: string) =>
    db
      .query('INSERT INTO document_changes (id, at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at')
      .run(id, Date.now());

  const keyOf = (id: string) => db.query<{ key: number }>('SELECT key FROM documents WHERE id = ?').get(id)?.key;

  const putDocument = ({ id, ...document }: Document, passages: number): number => {
    const { follows } = document;
    const values = [
      document.sourceId,
      document.title,
      document.url ?? null,
      sets.intern(follows ? following.scopesOf(follows) : document.scopes),
      document.updatedAt ?? null,
      document.fetchedAt,
      document.contentHash,
      document.language ?? null,
      document.metadata ? json(document.metadata) : null,
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
    dropContents(db, key);
    noteChange(id);
    db.query(
      `UPDATE documents SET source_id = ?, title = ?, url = ?, scope_set = ?, updated_at = ?, fetched_at = ?,
       content_hash = ?, language = ?, metadata = ?, passages = ?, text = ?, follows = ?,
       own_scopes = ? WHERE key = ?`,
    ).run(...values, key);
    return key;
  };

  return {
    put: (batch) =>
      db.write(() => {
        for (const indexed of batch) putContents(db, putDocument(indexed.document, indexed.passages.length), indexed);
        following.propagate(batch.map(({ document }) => document.id));
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
            const contents = dropContents(db, key);
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
};

/** Scopes of documents that follow others: only people who may see both documents may see the follower. */
const followingScopes = (db: Database, sets: ScopeSets) => {
  /** Only the follower's own scopes while the followed document does not exist. */
  const scopesOf = ({ documentId, scopes }: NonNullable<Document['follows']>): Scope[] => {
    const followed = db
      .query<{ scope_set: number }>('SELECT scope_set FROM documents WHERE id = ?')
      .get(documentId)?.scope_set;
    return followed === undefined ? scopes : scopesOfBoth(scopes, sets.scopesOf(followed));
  };
  return {
    scopesOf,
    /** Updates the scopes of all documents that follow one of these. */
    propagate(ids: readonly string[]) {
      const rows = db
        .query<{ key: number; follows: string; own_scopes: string }>(
          'SELECT key, follows, own_scopes FROM documents WHERE follows IN (SELECT value FROM json_each(?))',
        )
        .all(json(ids));
      for (const { key, follows, own_scopes } of rows) {
        const scopes = scopesOf({ documentId: follows, scopes: JSON.parse(own_scopes) as Scope[] });
        db.query('UPDATE documents SET scope_set = ? WHERE key = ?').run(sets.intern(scopes), key);
      }
    },
  };
};

const putContents = (db: Database, key: number, { document, passages, tables }: IndexedDocument) => {
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

const dropContents = (db: Database, key: number) => ({
  passages: db.query('DELETE FROM passages WHERE document = ?').run(key).changes,
  tables: db.query('DELETE FROM tables WHERE document = ?').run(key).changes,
});
