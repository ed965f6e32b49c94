import type { Scored } from '../lexical.ts';
import { BLOCK_SIZE } from '../posting.ts';
import { dimensionChanged, spaceNotOpen } from '../vector-space.ts';
import type { NextVectors, WritableVectorStore } from '../vectors.ts';
import { type SyncCalls, toAsync } from './async-calls.ts';
import { type CodeMemory, openCodeMemory, type VisibleBlock } from './code-memory.ts';
import type { Database } from './database.ts';
import { scopeSets } from './scope-sets.ts';
import type { Slot } from './stored-codes.ts';
import { codeWords } from './vector-codes.ts';
import { bytes, vectorTables } from './vector-tables.ts';

/** The calls that `Stores.apply` makes in its transaction. */
export type VectorWrites = SyncCalls<WritableVectorStore, 'put' | 'deleteDocuments'>;

/** Candidates whose exact cosine is computed: at least this many. See `CodeMemory.nearest` for the measured recall. */
const MIN_CANDIDATES = 500;
/** Candidates per requested result. */
const CANDIDATES_PER_RESULT = 10;

/**
 * Vectors in the data file. A search compares the query's binary code with all visible codes (48 bytes each at 384
 * dimensions, instead of 1,536) and then computes the exact cosine of the nearest with sqlite-vec. The result is exact with
 * up to `MIN_CANDIDATES` visible vectors.
 */
export const embeddedVectors = (db: Database): { store: WritableVectorStore; writes: VectorWrites } => {
  const sets = scopeSets(db);
  const { serving, next, spaceOf, put, remove, clear, open, vectorsOf, stampsOf, countOf } = vectorTables(db, sets);

  let held: { slot: Slot; words: number; codes: CodeMemory } | undefined;
  /** The cached codes of these tables. Drops the cache when the slot or the length of the codes changes. */
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

  const calls: SyncCalls<WritableVectorStore, Exclude<keyof WritableVectorStore, 'next'>> = {
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
      const wanted = Math.max(MIN_CANDIDATES, k * CANDIDATES_PER_RESULT);
      const keys = codesOf(slot, codeWords(query.length)).nearest(query, visible, wanted);
      return db
        .query<Scored>(
          `SELECT passage_id AS id, coalesce(1 - vec_distance_cosine(vector, ?), 0) AS score FROM vectors${slot}
           WHERE key IN (SELECT value FROM json_each(?)) ORDER BY score DESC, id LIMIT ?`,
        )
        .all(bytes(query), JSON.stringify(keys), k);
    },
    vectors: (passageIds) => vectorsOf(serving(), passageIds),
    stampsOf: (passageIds) => stampsOf(serving(), passageIds),
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

  const nextCalls: SyncCalls<NextVectors, keyof NextVectors> = {
    space: () => spaceOf(next()),
    open: (space) => db.write(() => open(next(), space)),
    put: (vectors) => db.write(() => put(next(), vectors)),
    vectors: (passageIds) => vectorsOf(next(), passageIds),
    count: () => countOf(next()),
    clear: () => db.write(() => clear(next())),
  };

  return { store: { ...toAsync(calls), next: toAsync(nextCalls) }, writes };
};
