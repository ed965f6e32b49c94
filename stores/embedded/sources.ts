import type { Scope, Source } from '../../core/document.ts';
import { forgottenScope, isRestrictedTo } from '../../core/source-scopes.ts';
import type { DocumentStore } from '../documents.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';
import type { ScopeSets } from './scope-sets.ts';

const SELECT_SOURCE = 'SELECT s.*, count(d.key) AS documents, coalesce(sum(d.passages), 0) AS passages FROM sources s';

/** Sources in the data file. */
export const embeddedSources = (
  db: Database,
  sets: ScopeSets,
): SyncCalls<DocumentStore, 'putSource' | 'sources' | 'deleteSource'> => ({
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
  sources: (scopes) =>
    (scopes
      ? db
          .query<SourceRow>(
            `${SELECT_SOURCE} JOIN documents d ON d.source_id = s.id
             WHERE d.scope_set IN (SELECT value FROM json_each(?)) GROUP BY s.id ORDER BY s.id`,
          )
          .all(sets.visible(scopes))
      : db
          .query<SourceRow>(`${SELECT_SOURCE} LEFT JOIN documents d ON d.source_id = s.id GROUP BY s.id ORDER BY s.id`)
          .all()
    ).map(readSource),
  deleteSource: (id) =>
    db.write(() => {
      db.query('DELETE FROM sources WHERE id = ?').run(id);
      forgetScopesOf(db, id);
    }),
});

/**
 * Takes a source's name out of the sets of scopes that nothing uses. The sets stay without a member: other connections may know
 * their numbers.
 */
const forgetScopesOf = (db: Database, sourceId: string): void => {
  const users = db
    .query<{ name: string; column: string }>(
      `SELECT t.name, k."from" AS column FROM sqlite_schema t, pragma_foreign_key_list(t.name) k
       WHERE t.type = 'table' AND k."table" = 'scope_sets' AND t.name <> 'scope_members'`,
    )
    .all();
  const unused = users.map(({ name, column }) => `AND id NOT IN (SELECT "${column}" FROM "${name}")`).join(' ');
  const sets = db.query<{ id: number; scopes: string }>(`SELECT id, scopes FROM scope_sets WHERE true ${unused}`).all();
  for (const { id, scopes } of sets) {
    if (!(JSON.parse(scopes) as Scope[]).some((scope) => isRestrictedTo(scope, sourceId))) continue;
    db.query('DELETE FROM scope_members WHERE scope_set = ?').run(id);
    db.query('UPDATE scope_sets SET scopes = ? WHERE id = ?').run(JSON.stringify([forgottenScope(id)]), id);
  }
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
