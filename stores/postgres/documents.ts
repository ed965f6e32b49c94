import type { DocumentChangeTime, IndexedDocument, WritableDocumentStore } from '../documents.ts';
import { paged } from '../paged.ts';
import type { Postgres } from './connection.ts';
import {
  type DocumentRow,
  type PassageRow,
  readDocument,
  readPassage,
  readSource,
  readStamp,
  readTable,
  SELECT_DOCUMENT,
  SELECT_PASSAGE,
  SELECT_STAMP,
  SELECT_TABLE,
  type SourceRow,
  type StampRow,
  type TableRow,
} from './document-rows.ts';
import { deleteDocuments, putDocuments } from './document-writes.ts';
import { forgetScopesOf, visible } from './scope-sets.ts';
import { type Session, singleRow } from './session.ts';
import { storableJson } from './storable.ts';

/** Documents, passages and tables on a Postgres server. */
export const postgresDocuments = (db: Postgres): WritableDocumentStore => ({
  async putSource(source) {
    await db.run(
      `INSERT INTO sources (id, kind, location, scopes, options, synced_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, location = excluded.location, scopes = excluded.scopes,
       options = excluded.options, synced_at = excluded.synced_at`,
      [
        source.id,
        source.kind,
        source.location,
        source.scopes,
        source.options ? storableJson(source.options) : null,
        source.syncedAt ?? null,
      ],
      { repeatable: true },
    );
  },
  async sources(scopes) {
    const documents = scopes
      ? `JOIN documents d ON d.source_id = s.id WHERE ${visible('d.scope_set', 1)}`
      : 'LEFT JOIN documents d ON d.source_id = s.id';
    const rows = await db.rows<SourceRow>(
      `SELECT s.*, count(d.key) AS documents, coalesce(sum(d.passages), 0) AS passages
       FROM sources s ${documents} GROUP BY s.id ORDER BY s.id`,
      scopes ? [scopes] : [],
    );
    return rows.map(readSource);
  },
  async forgetChanges(ids) {
    await db.run('DELETE FROM document_changes WHERE id = ANY ($1::text[])', [ids], { repeatable: true });
  },
  async deleteSource(id) {
    await db.transaction(async (tx) => {
      await tx.run('DELETE FROM sources WHERE id = $1', [id]);
      await forgetScopesOf(tx, id);
    });
  },
  put: (batch) => db.transaction((tx) => putDocuments(tx, batch)).then(() => {}),
  delete: (ids, { dryRun = false } = {}) => db.transaction((tx) => deleteDocuments(tx, ids), { undo: dryRun }),
  async document(id, scopes) {
    const [row] = await db.rows<DocumentRow>(`${SELECT_DOCUMENT} WHERE d.id = $1 AND ${visible('d.scope_set', 2)}`, [
      id,
      scopes,
    ]);
    return row && readDocument(row);
  },
  visible: async (ids, scopes) =>
    new Set(
      (
        await db.rows<{ id: string }>(
          `SELECT d.id FROM documents d WHERE d.id = ANY ($1::text[]) AND ${visible('d.scope_set', 2)}`,
          [ids, scopes],
        )
      ).map(({ id }) => id),
    ),
  passages: async (ids, scopes) =>
    (
      await db.rows<PassageRow>(
        `${SELECT_PASSAGE} JOIN (SELECT id, min(place) AS place FROM unnest($1::text[]) WITH ORDINALITY AS list (id, place)
           GROUP BY id) asked ON asked.id = p.id WHERE ${visible('d.scope_set', 2)} ORDER BY asked.place`,
        [ids, scopes],
      )
    ).map(readPassage),
  passagesOf: async (documentId, scopes) =>
    (
      await db.rows<PassageRow>(
        `${SELECT_PASSAGE} WHERE d.id = $1 AND ${visible('d.scope_set', 2)} ORDER BY p.ordinal`,
        [documentId, scopes],
      )
    ).map(readPassage),
  tables: async (ids, scopes) =>
    (
      await db.rows<TableRow>(
        `${SELECT_TABLE} JOIN (SELECT id, min(place) AS place FROM unnest($1::text[]) WITH ORDINALITY AS list (id, place)
           GROUP BY id) asked ON asked.id = t.id WHERE ${visible('d.scope_set', 2)} ORDER BY asked.place`,
        [ids, scopes],
      )
    ).map(readTable),
  tablesOf: async (documentIds, scopes) =>
    (
      await db.rows<TableRow>(
        `${SELECT_TABLE} JOIN (SELECT id, min(place) AS place FROM unnest($1::text[]) WITH ORDINALITY AS list (id, place)
           GROUP BY id) asked ON asked.id = d.id WHERE ${visible('d.scope_set', 2)} ORDER BY asked.place, t.position`,
        [documentIds, scopes],
      )
    ).map(readTable),
  async *stamps(sourceId) {
    const ofSource = sourceId === undefined ? '' : 'AND d.source_id = $2';
    const rows = paged<StampRow>((last) =>
      db.rows(`${SELECT_STAMP} WHERE d.id > $1 ${ofSource} ORDER BY d.id LIMIT 1000`, [
        last?.id ?? '',
        ...(sourceId === undefined ? [] : [sourceId]),
      ]),
    );
    for await (const row of rows) yield readStamp(row);
  },
  async stampsOf(ids) {
    const rows = await db.rows<StampRow>(`${SELECT_STAMP} WHERE d.id = ANY ($1::text[])`, [ids]);
    return new Map(rows.map((row) => [row.id, readStamp(row)]));
  },
  hydrate: (after = '') => paged((last) => hydratePage(db, last?.document.id ?? after)),
  async count() {
    return singleRow(
      await db.rows<{ documents: number; passages: number; tables: number }>(
        `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM passages) AS passages,
         (SELECT count(*) FROM tables) AS tables`,
      ),
    );
  },
  async changes(after, limit) {
    const rows = await db.rows<DocumentChangeTime>(
      'SELECT at, id FROM document_changes WHERE (at, id) > ($1, $2) ORDER BY at, id LIMIT $3',
      [after?.at ?? 0, after?.id ?? '', limit],
    );
    return rows.map(({ at, id }) => ({ at: Number(at), id }));
  },
  async scopes() {
    // One index lookup per scope set. With EXISTS, the planner may choose a join that reads all documents.
    const rows = await db.rows<{ scope: string }>(
      `SELECT DISTINCT unnest(s.scopes) COLLATE "C" AS scope FROM scope_sets s
       WHERE (SELECT true FROM documents d WHERE d.scope_set = s.id LIMIT 1) ORDER BY scope`,
    );
    return rows.map(({ scope }) => scope);
  },
  async countUnfollowedFacts(limit) {
    const rows = await db.rows<{ count: number }>(
      `SELECT count(*)::integer AS count FROM (SELECT 1 FROM documents
       WHERE position('/triples/' IN id) > 0 AND passages = 0 AND follows IS NULL
         AND (metadata ->> 'triples')::integer > 0 AND NOT metadata ? 'factsFormat' LIMIT $1) AS facts`,
      [limit],
    );
    return singleRow(rows).count;
  },
});

const hydratePage = async (db: Session, after: string): Promise<IndexedDocument[]> => {
  const documents = await db.rows<DocumentRow & { key: number }>(
    `${SELECT_DOCUMENT} WHERE d.id > $1 ORDER BY d.id LIMIT 200`,
    [after],
  );
  const keys = [documents.map(({ key }) => key)];
  const passages = await db.rows<PassageRow>(
    `${SELECT_PASSAGE} WHERE d.key = ANY ($1::bigint[]) ORDER BY p.ordinal`,
    keys,
  );
  const tables = await db.rows<TableRow>(`${SELECT_TABLE} WHERE d.key = ANY ($1::bigint[]) ORDER BY t.position`, keys);
  const passagesOf = Map.groupBy(passages, (row) => row.document_id);
  const tablesOf = Map.groupBy(tables, (row) => row.document_id);
  return documents.map((row) => ({
    document: readDocument(row),
    passages: (passagesOf.get(row.id) ?? []).map(readPassage),
    tables: (tablesOf.get(row.id) ?? []).map(readTable),
  }));
};
