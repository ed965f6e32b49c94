import type { Scope, Source } from '../../core/document.ts';
import type { DocumentStore } from '../documents.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';

/** Sources in the data file. */
export const embeddedSources = (db: Database): SyncCalls<DocumentStore, 'putSource' | 'sources' | 'deleteSource'> => ({
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
        JSON.stringify(source.scopes),
        source.options ? JSON.stringify(source.options) : null,
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
  deleteSource: (id) =>
    db.write(() => {
      db.query('DELETE FROM sources WHERE id = ?').run(id);
    }),
});

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
