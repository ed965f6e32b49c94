import type { Scored } from '../lexical.ts';
import { dimensionChanged, spaceNotOpen } from '../vector-space.ts';
import type { VectorStore } from '../vectors.ts';
import type { Database } from './database.ts';
import { type Immediate, promised } from './promised.ts';
import { scopeSets } from './scope-sets.ts';

/** The calls that take part in a change over several stores. */
export type VectorWrites = Immediate<VectorStore, 'put' | 'deleteDocuments'>;

interface Space {
  encoder: string;
  dimensions: number;
}

/** sqlite-vec's own bound on k. */
const MOST_NEIGHBOURS = 4096;

/** Vectors in a vec0 table: every search compares with all visible ones, linear but fast (SIMD over 1,024 at a time). */
export const embeddedVectors = (db: Database): { store: VectorStore; writes: VectorWrites } => {
  const sets = scopeSets(db);

  const space = () => db.query<Space>('SELECT encoder, dimensions FROM vector_space').get();

  const dropKeys = (keys: { key: number }[]) => {
    for (const { key } of keys) db.query('DELETE FROM passage_vectors WHERE rowid = ?').run(BigInt(key));
  };

  const writes: VectorWrites = {
    put: (vectors) =>
      db.write(() => {
        if (vectors.length === 0) return;
        const held = space();
        if (!held) throw spaceNotOpen();
        for (const { passageId, documentId, scopes, vector } of vectors) {
          if (vector.length !== held.dimensions) throw dimensionChanged(held, { dimensions: vector.length });
          const set = sets.intern(scopes);
          dropKeys(db.query<{ key: number }>('SELECT key FROM vector_passages WHERE passage_id = ?').all(passageId));
          const { key } = db
            .query<{ key: number }>(
              `INSERT INTO vector_passages (passage_id, document_id, scope_set) VALUES (?, ?, ?)
               ON CONFLICT (passage_id) DO UPDATE SET document_id = excluded.document_id, scope_set = excluded.scope_set
               RETURNING key`,
            )
            .get(passageId, documentId, set)!;
          db.query('INSERT INTO passage_vectors (rowid, scope_set, vector) VALUES (?, ?, ?)').run(
            BigInt(key),
            BigInt(set),
            bytes(vector),
          );
        }
      }),
    deleteDocuments: (documentIds, { dryRun = false } = {}) =>
      db.write(
        () => {
          let deleted = 0;
          for (const id of new Set(documentIds)) {
            dropKeys(db.query<{ key: number }>('SELECT key FROM vector_passages WHERE document_id = ?').all(id));
            deleted += db.query('DELETE FROM vector_passages WHERE document_id = ?').run(id).changes;
          }
          return deleted;
        },
        { undo: dryRun },
      ),
  };

  const calls: Immediate<VectorStore, keyof VectorStore> = {
    ...writes,
    space,
    open: ({ encoder, dimensions }) =>
      db.write(() => {
        const held = space();
        if (held && held.encoder === encoder && held.dimensions === dimensions) return;
        if (held) throw dimensionChanged(held, { encoder, dimensions });
        db.query('INSERT INTO vector_space (only, encoder, dimensions) VALUES (1, ?, ?)').run(encoder, dimensions);
        db.exec(
          `CREATE VIRTUAL TABLE passage_vectors USING vec0 (scope_set INTEGER, vector FLOAT[${Math.trunc(dimensions)}] distance_metric = cosine)`,
        );
      }),
    search(query, k, scopes) {
      const held = space();
      if (!held || k <= 0) return [];
      if (query.length !== held.dimensions) throw dimensionChanged(held, { dimensions: query.length });
      return db
        .query<Scored>(
          `SELECT p.passage_id AS id, 1 - v.distance AS score
           FROM (SELECT rowid, distance FROM passage_vectors
                 WHERE vector MATCH ? AND k = ? AND scope_set IN (SELECT value FROM json_each(?))) v
           JOIN vector_passages p ON p.key = v.rowid ORDER BY v.distance, p.passage_id`,
        )
        .all(bytes(query), Math.min(k, MOST_NEIGHBOURS), sets.visible(scopes));
    },
    vectors(passageIds) {
      if (!space()) return new Map();
      const rows = db
        .query<{ id: string; vector: Buffer }>(
          `SELECT p.passage_id AS id, v.vector FROM vector_passages p JOIN passage_vectors v ON v.rowid = p.key
           WHERE p.passage_id IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(passageIds));
      return new Map(rows.map(({ id, vector }) => [id, floats(vector)]));
    },
    count: () => db.query<{ count: number }>('SELECT count(*) AS count FROM vector_passages').get()!.count,
    clear: () =>
      db.write(() => {
        db.exec('DELETE FROM vector_passages; DELETE FROM vector_space; DROP TABLE IF EXISTS passage_vectors');
      }),
  };

  return { store: promised(calls), writes };
};

const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** A copy: a Buffer from SQLite need not begin at a multiple of four. */
const floats = (buffer: Buffer) => new Float32Array(new Uint8Array(buffer).buffer);
