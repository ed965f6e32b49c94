import type { Scope } from '../../core/document.ts';
import { scopesOfBoth } from '../../core/source-scopes.ts';
import { storable } from '../../core/text/storable.ts';
import type { Follower, IndexedDocument } from '../documents.ts';
import { internScopes } from './scope-sets.ts';
import type { Session } from './session.ts';
import { storableJson } from './storable.ts';

/** Rows per statement, which keeps a message to the server within a few megabytes. */
const BATCH = 500;

/** Writes or replaces documents inside the caller's transaction. @returns the ids of replaced documents */
export const putDocuments = async (tx: Session, batch: readonly IndexedDocument[]): Promise<string[]> => {
  // If a document is in the batch twice, the last version wins. All writers lock rows in id order, which avoids deadlocks.
  const latest = [...new Map(batch.map((indexed) => [indexed.document.id, indexed])).values()].sort((a, b) =>
    a.document.id < b.document.id ? -1 : 1,
  );
  const replaced: string[] = [];
  for (let at = 0; at < latest.length; at += BATCH)
    replaced.push(...(await putBatch(tx, latest.slice(at, at + BATCH))));
  await propagateScopes(
    tx,
    latest.map(({ document }) => document.id),
  );
  return replaced;
};

/** The documents among `ids` that follow another document, and all documents that follow one of `ids`. */
export const followersOf = async (db: Session, ids: readonly string[]): Promise<Follower[]> =>
  (
    await db.rows<{ id: string; scopes: Scope[] }>(
      `SELECT d.id, s.scopes FROM documents d JOIN scope_sets s ON s.id = d.scope_set
       WHERE d.follows = ANY ($1::text[]) OR (d.id = ANY ($1::text[]) AND d.follows IS NOT NULL) ORDER BY d.id`,
      [ids.map(storable)],
    )
  ).map(({ id, scopes }) => ({ documentId: id, scopes }));

/** Updates the scopes of all followers among and of these documents: only people who may see both may see a follower. */
const propagateScopes = async (tx: Session, ids: readonly string[]): Promise<void> => {
  const rows = await tx.rows<{ key: number; own_scopes: Scope[]; followed: Scope[] }>(
    `SELECT f.key, f.own_scopes, s.scopes AS followed FROM documents f
     JOIN documents d ON d.id = f.follows JOIN scope_sets s ON s.id = d.scope_set
     WHERE f.follows = ANY ($1::text[]) OR (f.id = ANY ($1::text[]) AND f.follows IS NOT NULL) ORDER BY f.id`,
    [ids.map(storable)],
  );
  if (rows.length === 0) return;
  const sets = await internScopes(
    tx,
    rows.map((row) => scopesOfBoth(row.own_scopes, row.followed)),
  );
  await tx.run(
    `UPDATE documents d SET scope_set = row.scope_set FROM unnest($1::bigint[], $2::integer[]) AS row (key, scope_set)
     WHERE d.key = row.key`,
    [rows.map(({ key }) => key), sets],
  );
};

const putBatch = async (tx: Session, batch: readonly IndexedDocument[]): Promise<string[]> => {
  const rows = await upsertDocuments(tx, batch);
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const replaced = rows.filter((row) => row.replaced);
  if (replaced.length > 0) {
    await noteChanges(
      tx,
      replaced.map(({ id }) => id),
    );
    const old = [replaced.map(({ key }) => key)];
    await tx.run('DELETE FROM passages WHERE document = ANY ($1::bigint[])', old);
    await tx.run('DELETE FROM tables WHERE document = ANY ($1::bigint[])', old);
  }
  await insertPassages(tx, batch, keys);
  await insertTables(tx, batch, keys);
  return replaced.map(({ id }) => id);
};

const upsertDocuments = async (
  tx: Session,
  batch: readonly IndexedDocument[],
): Promise<{ id: string; key: number; replaced: boolean }[]> => {
  const sets = await internScopes(
    tx,
    batch.map(({ document }) => document.follows?.scopes ?? document.scopes),
  );
  return tx.rows(
    `INSERT INTO documents (id, source_id, title, url, scope_set, updated_at, fetched_at, content_hash, language, metadata,
       passages, text, follows, own_scopes)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (id text, source_id text, title text, url text, scope_set integer,
       updated_at text, fetched_at text, content_hash text, language text, metadata jsonb, passages integer, text text,
       follows text, own_scopes text[])
     ON CONFLICT (id) DO UPDATE SET source_id = excluded.source_id, title = excluded.title, url = excluded.url,
       scope_set = excluded.scope_set, updated_at = excluded.updated_at, fetched_at = excluded.fetched_at,
       content_hash = excluded.content_hash, language = excluded.language, metadata = excluded.metadata,
       passages = excluded.passages, text = excluded.text, follows = excluded.follows, own_scopes = excluded.own_scopes
     RETURNING id, key, xmax <> 0 AS replaced`,
    [
      storableJson(
        batch.map(({ document, passages }, i) => ({
          id: document.id,
          source_id: document.sourceId,
          title: document.title,
          url: document.url,
          scope_set: sets[i],
          updated_at: document.updatedAt,
          fetched_at: document.fetchedAt,
          content_hash: document.contentHash,
          language: document.language,
          metadata: document.metadata,
          passages: passages.length,
          text: document.text,
          follows: document.follows?.documentId,
          own_scopes: document.follows?.scopes,
        })),
      ),
    ],
  );
};

/** @param keys the key of each document, by its id as it is stored */
const insertPassages = async (
  tx: Session,
  batch: readonly IndexedDocument[],
  keys: ReadonlyMap<string, number>,
): Promise<void> => {
  const passages = batch.flatMap(({ document, passages }) =>
    passages.map((p) => ({
      id: p.id,
      document: keys.get(storable(document.id)),
      ordinal: p.ordinal,
      kind: p.kind,
      headings: p.headings,
      start: p.start,
      end: p.end,
      table_id: p.tableId,
      links: p.links,
      url: p.url === document.url ? undefined : p.url,
      text: p.text,
    })),
  );
  for (let at = 0; at < passages.length; at += BATCH)
    await tx.run(
      `INSERT INTO passages (id, document, ordinal, kind, headings, start, "end", table_id, links, url, text)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (id text, document bigint, ordinal integer, kind text,
         headings jsonb, start integer, "end" integer, table_id text, links jsonb, url text, text text)`,
      [storableJson(passages.slice(at, at + BATCH))],
    );
};

const insertTables = async (
  tx: Session,
  batch: readonly IndexedDocument[],
  keys: ReadonlyMap<string, number>,
): Promise<void> => {
  const tables = batch.flatMap(({ document, tables }) =>
    tables.map(({ id, caption, headings, columns, types, rows }, position) => ({
      id,
      document: keys.get(storable(document.id)),
      position,
      caption,
      headings,
      columns,
      types,
      rows,
    })),
  );
  if (tables.length === 0) return;
  await tx.run(
    `INSERT INTO tables (id, document, position, caption, headings, columns, types, rows)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (id text, document bigint, position integer, caption text,
       headings jsonb, columns jsonb, types jsonb, rows jsonb)`,
    [storableJson(tables)],
  );
};

/** Records changes with the time of the database's clock, which all writers share. */
const noteChanges = (tx: Session, ids: readonly string[]) =>
  tx.run(
    `INSERT INTO document_changes (id, at)
     SELECT id, (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM unnest($1::text[]) AS id ORDER BY id
     ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
    [ids],
  );

/** Removes documents inside the caller's transaction. */
export const deleteDocuments = async (
  tx: Session,
  ids: readonly string[],
): Promise<{ documents: number; passages: number; tables: number }> => {
  const found = await tx.rows<{ id: string; key: number }>(
    'SELECT id, key FROM documents WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE',
    [ids],
  );
  await noteChanges(
    tx,
    found.map(({ id }) => id),
  );
  const keys = found.map(({ key }) => key);
  return {
    passages: await tx.run('DELETE FROM passages WHERE document = ANY ($1::bigint[])', [keys]),
    tables: await tx.run('DELETE FROM tables WHERE document = ANY ($1::bigint[])', [keys]),
    documents: await tx.run('DELETE FROM documents WHERE key = ANY ($1::bigint[])', [keys]),
  };
};
