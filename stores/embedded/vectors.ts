import type { Scored } from '../lexical.ts';
import { BLOCK_SIZE } from '../posting.ts';
import { dimensionChanged, spaceNotOpen } from '../vector-space.ts';
import type { NextVectors, PassageVector, WritableVectorStore } from '../vectors.ts';
import { type CodeMemory, openCodeMemory, type VisibleBlock } from './code-memory.ts';
import type { Database } from './database.ts';
import { type Immediate, promised } from './promised.ts';
import { scopeSets } from './scope-sets.ts';
import { storedBlocks } from './stored-blocks.ts';
import { codeOf, codeWords } from './vector-codes.ts';

/** The calls that take part in a change over several stores. */
export type VectorWrites = Immediate<WritableVectorStore, 'put' | 'deleteDocuments'>;

interface Space {
  encoder: string;
  dimensions: number;
}

/** Vectors whose true cosine is taken, at least and for each result asked for: as many as codes need to be right. */
const CANDIDATES = 500;
const CANDIDATES_EACH = 10;

/**
 * Vectors in the data file. A search compares binary codes with all visible ones (48 bytes each at 384 dimensions instead of
 * 1,536), then takes the true cosine of the nearest by sqlite-vec; up to `CANDIDATES` visible vectors it is exact.
 */
export const embeddedVectors = (db: Database): { store: WritableVectorStore; writes: VectorWrites } => {
  const sets = scopeSets(db);

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
      const key = blocks.allot(sets.intern(scopes), 0);
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

  const countOf = (slot: Slot) =>
    db.query<{ count: number }>(`SELECT coalesce(sum(passages), 0) AS count FROM vector_blocks${slot}`).get()!.count;

  let held: { slot: Slot; words: number; codes: CodeMemory } | undefined;
  /** The codes of the tables that serve; another slot's or another encoder's are let go. */
  const codesOf = (slot: Slot, words: number): CodeMemory => {
    if (held?.slot !== slot || held.words !== words) {
      const codes = db.query<{ codes: Uint8Array }>(`SELECT codes FROM vector_codes${slot} WHERE block = ?`);
      held = { slot, words, codes: openCodeMemory(words, (block) => codes.get(block)!.codes) };
    }
    return held.codes;
  };

  const writes: VectorWrites = {
    put: (vectors) => db.write(() => put(serving(), vectors)),
    deleteDocuments: (documentIds, { dryRun = false } = {}) =>
      db.write(
        () => {
          remove(next(), documentIds);
          return remove(serving(), documentIds);
        },
        { undo: dryRun },
      ),
  };

  const calls: Immediate<WritableVectorStore, Exclude<keyof WritableVectorStore, 'next'>> = {
    ...writes,
    space: () => spaceOf(serving()),
    open: (space) => db.write(() => open(serving(), space)),
    search(query, k, scopes, among) {
      const slot = serving();
      const space = spaceOf(slot);
      if (!space || k <= 0) return [];
      if (query.length !== space.dimensions) throw dimensionChanged(space, { dimensions: query.length });
      if (among)
        return db
          .query<Scored>(
            `SELECT v.passage_id AS id, coalesce(1 - vec_distance_cosine(v.vector, ?), 0) AS score
             FROM json_each(?) asked CROSS JOIN vectors${slot} v ON v.passage_id = asked.value
             WHERE v.key / ${BLOCK_SIZE} IN (SELECT block FROM vector_blocks${slot}
               WHERE scope_set IN (SELECT value FROM json_each(?))) ORDER BY score DESC, id LIMIT ?`,
          )
          .all(bytes(query), JSON.stringify([...new Set(among)]), sets.visible(scopes), k);
      const visible = db
        .query<VisibleBlock>(
          `SELECT block, taken, version FROM vector_blocks${slot}
           WHERE scope_set IN (SELECT value FROM json_each(?)) ORDER BY block`,
        )
        .all(sets.visible(scopes));
      const wanted = Math.max(CANDIDATES, k * CANDIDATES_EACH);
      const keys = codesOf(slot, codeWords(query.length)).nearest(query, visible, wanted);
      return db
        .query<Scored>(
          `SELECT passage_id AS id, coalesce(1 - vec_distance_cosine(vector, ?), 0) AS score FROM vectors${slot}
           WHERE key IN (SELECT value FROM json_each(?)) ORDER BY score DESC, id LIMIT ?`,
        )
        .all(bytes(query), JSON.stringify(keys), k);
    },
    vectors: (passageIds) => vectorsOf(serving(), passageIds),
    count: () => countOf(serving()),
    clear: () => db.write(() => clear(serving())),
    swap: () =>
      db.write(() => {
        const [old, made] = [serving(), next()];
        if (!spaceOf(made)) throw spaceNotOpen();
        db.query('UPDATE vector_slot SET serving = ?').run(made);
        clear(old);
      }),
  };

  const nextCalls: Immediate<NextVectors, keyof NextVectors> = {
    space: () => spaceOf(next()),
    open: (space) => db.write(() => open(next(), space)),
    put: (vectors) => db.write(() => put(next(), vectors)),
    vectors: (passageIds) => vectorsOf(next(), passageIds),
    count: () => countOf(next()),
    clear: () => db.write(() => clear(next())),
  };

  return { store: { ...promised(calls), next: promised(nextCalls) }, writes };
};

/** The suffix of the tables that serve, or of those that are being filled. */
type Slot = '' | '_b';

/** The codes in the data file, for one change: each touched block is read and written once, as far as its codes reach. */
const storedCodes = (db: Database, slot: Slot, words: number) => {
  const touched = new Map<number, { codes: Uint32Array; places: number }>();
  const blockOf = (block: number) => {
    let row = touched.get(block);
    if (!row) {
      row = { codes: new Uint32Array(BLOCK_SIZE * words), places: 0 };
      const stored = db
        .query<{ codes: Uint8Array }>(`SELECT codes FROM vector_codes${slot} WHERE block = ?`)
        .get(block);
      if (stored) {
        const before = new Uint32Array(Uint8Array.from(stored.codes).buffer);
        row.codes.set(before);
        row.places = before.length / words;
      }
      touched.set(block, row);
    }
    return row;
  };
  return {
    set(key: number, code: Uint32Array): void {
      const row = blockOf(Math.floor(key / BLOCK_SIZE));
      const place = key % BLOCK_SIZE;
      row.codes.set(code, place * words);
      row.places = Math.max(row.places, place + 1);
    },
    write(): void {
      const upsert = db.query(
        `INSERT INTO vector_codes${slot} (block, codes) VALUES (?, ?) ON CONFLICT (block) DO UPDATE SET codes = excluded.codes`,
      );
      const version = db.query(`UPDATE vector_blocks${slot} SET version = random() >> 12 WHERE block = ?`);
      for (const [block, { codes, places }] of touched) {
        upsert.run(block, new Uint8Array(codes.buffer, 0, places * words * 4));
        // Random, as a number that counts up would start anew, with other codes, after `clear`.
        version.run(block);
      }
    },
  };
};

const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** A copy only where the blob does not begin at a multiple of four. */
const floats = (blob: Uint8Array) =>
  blob.byteOffset % 4 === 0
    ? new Float32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4)
    : new Float32Array(Uint8Array.from(blob).buffer);
