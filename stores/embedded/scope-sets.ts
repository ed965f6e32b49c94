import type { Scope } from '../../core/document.ts';
import type { Database } from './database.ts';

/**
 * Sets of scopes as integers. Documents share few distinct sets (such as one per channel), so a row stores its set's number,
 * and an asker's scopes become a short list of set numbers that every query filters by.
 */
export interface ScopeSets {
  /** Returns the set's number; stores a new set. Call it inside the transaction that uses the number. */
  intern(scopes: readonly Scope[]): number;
  scopesOf(set: number): Scope[];
  /** The sets that share a scope with the asker, as a JSON array to bind to `json_each(?)`. */
  visible(scopes: readonly Scope[]): string;
}

/** The sets of a data file. They are cached, since a set never changes. */
export const scopeSets = (db: Database): ScopeSets => {
  // Never invalidated: a set's members do not change, and its number is not reused.
  const known = new Map<number, Scope[]>();
  /** `visible` by scopes. Cleared when a new set was stored. */
  const seen = new Map<string, string>();
  let last = -1;
  return {
    intern(scopes) {
      const distinct = [...new Set(scopes)];
      const key = JSON.stringify(distinct);
      const found = db.query<{ id: number }>('SELECT id FROM scope_sets WHERE scopes = ?').get(key);
      if (found) return found.id;
      const id = Number(db.query('INSERT INTO scope_sets (scopes) VALUES (?)').run(key).lastInsertRowid);
      for (const scope of distinct)
        db.query('INSERT INTO scope_members (scope, scope_set) VALUES (?, ?)').run(scope, id);
      return id;
    },
    scopesOf(set) {
      let scopes = known.get(set);
      if (!scopes) {
        const row = db.query<{ scopes: string }>('SELECT scopes FROM scope_sets WHERE id = ?').get(set);
        scopes = row ? (JSON.parse(row.scopes) as Scope[]) : [];
        known.set(set, scopes);
      }
      return [...scopes];
    },
    visible(scopes) {
      const newest = db.query<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM scope_sets').get()!.id;
      if (newest !== last || seen.size >= MAX_ASKERS) seen.clear();
      last = newest;
      const asked = JSON.stringify(scopes);
      let visible = seen.get(asked);
      if (visible === undefined) {
        const rows = db
          .query<{ id: number }>(
            'SELECT DISTINCT scope_set AS id FROM scope_members WHERE scope IN (SELECT value FROM json_each(?)) ORDER BY id',
          )
          .all(asked);
        visible = JSON.stringify(rows.map((row) => row.id));
        seen.set(asked, visible);
      }
      return visible;
    },
  };
};

/** Maximum number of cached results of `visible`. */
const MAX_ASKERS = 1000;
