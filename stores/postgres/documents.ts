import type { ColumnType, Document, Passage, PassageLink, Scope, Source, Table } from '../../core/document.ts';
import { scopesOfBoth } from '../../core/source-scopes.ts';
import { storable } from '../../core/text/storable.ts';
import type {
  DocumentChangeTime,
  DocumentStamp,
  Follower,
  IndexedDocument,
  WritableDocumentStore,
} from '../documents.ts';
import { paged } from '../paged.ts';
import { type Postgres, type Session, singleRow } from './connection.ts';
import { internScopes, visible } from './scope-sets.ts';
import { storableJson } from './storable.ts';

/** Rows per statement, which keeps a message to the server within a few megabytes. */
const BATCH = 500;

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
    );
  },
  async sources() {
    const rows = await db.rows<SourceRow>(
      `SELECT s.*, count(d.key) AS documents, coalesce(sum(d.passages), 0) AS passages
       FROM sources s LEFT JOIN documents d ON d.source_id = s.id GROUP BY s.id ORDER BY s.id`,
    );
    return rows.map(readSource);
  },
  async forgetChanges(ids) {
    await db.run('DELETE FROM document_changes WHERE id = ANY ($1::text[])', [ids]);
  },
  async deleteSource(id) {
    await db.run('DELETE FROM sources WHERE id = $1', [id]);
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
  const sets = await internScopes(
    tx,
    batch.map(({ document }) => document.follows?.scopes ?? document.scopes),
  );
  const rows = await tx.rows<{ id: string; key: number; replaced: boolean }>(
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
  if (tables.length > 0)
    await tx.run(
      `INSERT INTO tables (id, document, position, caption, headings, columns, types, rows)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (id text, document bigint, position integer, caption text,
         headings jsonb, columns jsonb, types jsonb, rows jsonb)`,
      [storableJson(tables)],
    );
  return replaced.map(({ id }) => id);
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

const SELECT_DOCUMENT = 'SELECT d.*, s.scopes FROM documents d JOIN scope_sets s ON s.id = d.scope_set';
const SELECT_STAMP = `SELECT d.id, d.source_id, d.title, d.content_hash, d.url, d.fetched_at, d.updated_at, d.metadata,
  d.passages, s.scopes FROM documents d JOIN scope_sets s ON s.id = d.scope_set`;
const SELECT_PASSAGE = `SELECT p.id, d.id AS document_id, p.ordinal, p.kind, d.title, p.headings, p.text, p.start, p."end",
  p.table_id, p.links, s.scopes, coalesce(p.url, d.url) AS url, d.updated_at
  FROM passages p JOIN documents d ON d.key = p.document JOIN scope_sets s ON s.id = d.scope_set`;
const SELECT_TABLE = `SELECT t.id, d.id AS document_id, t.caption, t.headings, t.columns, t.rows, t.types, s.scopes
  FROM tables t JOIN documents d ON d.key = t.document JOIN scope_sets s ON s.id = d.scope_set`;

interface SourceRow {
  id: string;
  kind: Source['kind'];
  location: string;
  scopes: Scope[];
  options: Record<string, unknown> | null;
  synced_at: string | null;
  documents: number;
  passages: number;
}

interface StampRow {
  id: string;
  source_id: string;
  title: string;
  content_hash: string;
  url: string | null;
  fetched_at: string;
  updated_at: string | null;
  metadata: Record<string, unknown> | null;
  passages: number;
  scopes: Scope[];
}

interface DocumentRow extends StampRow {
  text: string;
  language: string | null;
  follows: string | null;
  own_scopes: Scope[] | null;
}

interface PassageRow {
  id: string;
  document_id: string;
  ordinal: number;
  kind: Passage['kind'];
  title: string;
  headings: string[];
  text: string;
  start: number;
  end: number;
  table_id: string | null;
  links: PassageLink[];
  scopes: Scope[];
  url: string | null;
  updated_at: string | null;
}

interface TableRow {
  id: string;
  document_id: string;
  caption: string;
  headings: string[];
  columns: string[][];
  rows: string[][];
  types: ColumnType[];
  scopes: Scope[];
}

const readSource = (row: SourceRow): Source & { documents: number; passages: number } => ({
  id: row.id,
  kind: row.kind,
  location: row.location,
  scopes: row.scopes,
  ...(row.options !== null && { options: row.options }),
  ...(row.synced_at !== null && { syncedAt: row.synced_at }),
  documents: row.documents,
  passages: row.passages,
});

const readStamp = (row: StampRow): DocumentStamp => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.title,
  contentHash: row.content_hash,
  ...(row.url !== null && { url: row.url }),
  fetchedAt: row.fetched_at,
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  ...(row.metadata !== null && { metadata: row.metadata }),
  scopes: row.scopes,
  passages: row.passages,
});

const readDocument = (row: DocumentRow): Document => ({
  id: row.id,
  sourceId: row.source_id,
  title: row.title,
  ...(row.url !== null && { url: row.url }),
  text: row.text,
  scopes: row.scopes,
  ...(row.follows !== null && { follows: { documentId: row.follows, scopes: row.own_scopes ?? [] } }),
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
  fetchedAt: row.fetched_at,
  contentHash: row.content_hash,
  ...(row.language !== null && { language: row.language }),
  ...(row.metadata !== null && { metadata: row.metadata }),
});

const readPassage = (row: PassageRow): Passage => ({
  id: row.id,
  documentId: row.document_id,
  ordinal: row.ordinal,
  kind: row.kind,
  title: row.title,
  headings: row.headings,
  text: row.text,
  start: row.start,
  end: row.end,
  ...(row.table_id !== null && { tableId: row.table_id }),
  links: row.links,
  scopes: row.scopes,
  ...(row.url !== null && { url: row.url }),
  ...(row.updated_at !== null && { updatedAt: row.updated_at }),
});

const readTable = (row: TableRow): Table => ({
  id: row.id,
  documentId: row.document_id,
  caption: row.caption,
  headings: row.headings,
  columns: row.columns,
  rows: row.rows,
  types: row.types,
  scopes: row.scopes,
});
