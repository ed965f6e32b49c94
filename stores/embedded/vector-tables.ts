import { BLOCK_SIZE } from '../posting.ts';
import { dimensionChanged, spaceNotOpen } from '../vector-space.ts';
import type { PassageVector } from '../vectors.ts';
import type { Database } from './database.ts';
import type { ScopeSets } from './scope-sets.ts';
import { storedBlocks } from './stored-blocks.ts';
import { type Slot, storedCodes } from './stored-codes.ts';
import { codeOf, codeWords } from './vector-codes.ts';

interface Space {
  encoder: string;
  dimensions: number;
}

/** Reads and writes of both sets of vector tables: the one that searches use, and the next, which `reindex` fills. */
export const vectorTables = (db: Database, sets: ScopeSets) => {
  const serving = (): Slot => db.query<{ serving: Slot }>('SELECT serving FROM vector_slot').get()!.serving;
  const next = (): Slot => (serving() === '' ? '_b' : '');

  const spaceOf = (slot: Slot) => db.query<Space>(`SELECT encoder, dimensions FROM vector_space${slot}`).get();

  const put = (slot: Slot, vectors: readonly PassageVector[]) => {
    if (vectors.length === 0) return;
    const held = spaceOf(slot);
    if (!held) throw spaceNotOpen();
    const blocks = storedBlocks(db, `vector_blocks${slot}`);
    const codes = storedCodes(db, slot, codeWords(held.dimensions));
    for (const { passageId, documentId, scopes, vector } of vectors) {
      if (vector.length !== held.dimensions) throw dimensionChanged(held, { dimensions: vector.length });
      const old = db
        .query<{ key: number }>(`DELETE FROM vectors${slot} WHERE passage_id = ? RETURNING key`)
        .get(passageId);
      if (old) blocks.release(old.key, 0);
      const key = blocks.allocate(sets.intern(scopes), 0);
      db.query(`INSERT INTO vectors${slot} (key, passage_id, document_id, vector) VALUES (?, ?, ?, ?)`).run(
        key,
        passageId,
        documentId,
        bytes(vector),
      );
      codes.set(key, codeOf(vector));
    }
    blocks.write();
    codes.write();
  };

  const remove = (slot: Slot, documentIds: readonly string[]): number => {
    const blocks = storedBlocks(db, `vector_blocks${slot}`);
    let deleted = 0;
    for (const id of new Set(documentIds))
      for (const { key } of db
        .query<{ key: number }>(`DELETE FROM vectors${slot} WHERE document_id = ? RETURNING key`)
        .all(id)) {
        blocks.release(key, 0);
        deleted += 1;
      }
    blocks.write();
    return deleted;
  };

  const clear = (slot: Slot) => {
    for (const table of ['vectors', 'vector_blocks', 'vector_codes', 'vector_space'])
      db.exec(`DELETE FROM ${table}${slot}`);
  };

  const open = (slot: Slot, { encoder, dimensions }: Space) => {
    const held = spaceOf(slot);
    if (held && held.encoder === encoder && held.dimensions === dimensions) return;
    if (held) throw dimensionChanged(held, { encoder, dimensions });
    db.query(`INSERT INTO vector_space${slot} (only, encoder, dimensions) VALUES (1, ?, ?)`).run(encoder, dimensions);
  };

  const vectorsOf = (slot: Slot, passageIds: readonly string[]) =>
    new Map(
      db
        .query<{ id: string; vector: Uint8Array }>(
          `SELECT passage_id AS id, vector FROM vectors${slot} WHERE passage_id IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(passageIds))
        .map(({ id, vector }) => [id, floats(vector)]),
    );

  const stampsOf = (slot: Slot, passageIds: readonly string[]) =>
    new Map(
      db
        .query<{ id: string; documentId: string; scope_set: number }>(
          `SELECT v.passage_id AS id, v.document_id AS documentId, b.scope_set FROM vectors${slot} v
           JOIN vector_blocks${slot} b ON b.block = v.key / ${BLOCK_SIZE}
           WHERE v.passage_id IN (SELECT value FROM json_each(?))`,
        )
        .all(JSON.stringify(passageIds))
        .map(({ id, documentId, scope_set }) => [id, { documentId, scopes: sets.scopesOf(scope_set) }]),
    );

  const countOf = (slot: Slot) =>
    db.query<{ count: number }>(`SELECT coalesce(sum(passages), 0) AS count FROM vector_blocks${slot}`).get()!.count;

  return { serving, next, spaceOf, put, remove, clear, open, vectorsOf, stampsOf, countOf };
};

/** The vector's bytes, as the tables store it; shares the vector's memory. */
export const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** The blob as numbers; copies it only if it is not aligned to four bytes. */
const floats = (blob: Uint8Array) =>
  blob.byteOffset % 4 === 0
    ? new Float32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4)
    : new Float32Array(Uint8Array.from(blob).buffer);
