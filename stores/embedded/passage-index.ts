import { asPostings, LIST_KINDS } from '../index-lists.ts';
import { readRecord } from '../index-records.ts';
import type { IndexedPassage, ListKind, PostingList, WritablePassageIndex } from '../passage-index.ts';
import { BLOCK_SIZE, placeOf } from '../posting.ts';
import { toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import { type KnownList, listCache } from './list-cache.ts';
import { type PassageIndexWrites, passageIndexWrites } from './passage-index-writes.ts';
import { scopeSets } from './scope-sets.ts';

/** The passage index in the data file. */
export const embeddedPassageIndex = (db: Database): { store: WritablePassageIndex; writes: PassageIndexWrites } => {
  const sets = scopeSets(db);
  const cache = listCache(db);
  const writes = passageIndexWrites(db, sets, () => cache.changed());

  /**
   * Reads the lists of all keys in one statement; of lists longer than `limit`, only the length. CROSS JOIN makes the keys
   * the outer loop. The unary plus keeps SQLite from using the block in the index lookup, so each key is one range scan
   * instead of one lookup per visible block.
   */
  const readLists = (kind: ListKind, keys: readonly string[], visible: string, limit: number): PostingList[] => {
    const rows = db
      .query<{ at: number; block: number; size: number; postings: Uint8Array | null }>(
        `SELECT asked.key AS at, l.block, length(l.postings) AS size,
           CASE WHEN length(l.postings) <= ? THEN l.postings END AS postings
         FROM json_each(?) asked CROSS JOIN index_lists l
         WHERE l.kind = ? AND l.key = CAST(asked.value AS TEXT) AND +l.block IN (SELECT block FROM index_blocks WHERE scope_set IN (SELECT value FROM json_each(?)))`,
      )
      .all(limit * 4, JSON.stringify(keys), LIST_KINDS[kind], visible);
    // Most keys of a passage's names have no list.
    const lists: PostingList[] = new Array<PostingList>(keys.length).fill(NO_LIST);
    for (const [at, blocks] of Map.groupBy(rows, (row) => row.at)) {
      const total = blocks.reduce((sum, { size }) => sum + size / 4, 0);
      lists[at] = listOf(total, total <= limit ? blocks : []);
    }
    return lists;
  };

  /** Reads lists that are not cached and caches them. */
  const cachedLists = (kind: ListKind, keys: readonly string[], visible: string, limit: number): PostingList[] => {
    const known = cache.of(LIST_KINDS[kind], visible);
    const answers = (found: KnownList | undefined) =>
      found && (found.total > limit ? listOf(found.total, []) : found.list);
    const found = keys.map((key) => answers(known.get(key)));
    const missing = keys.filter((_, i) => !found[i]);
    if (missing.length === 0) return found as PostingList[];
    const read = readLists(kind, missing, visible, limit);
    for (let at = 0; at < missing.length; at++) {
      const list = read[at]!;
      const found = list === NO_LIST ? NOT_LISTED : { total: list.total, ...(list.total <= limit && { list }) };
      known.set(missing[at]!, found);
    }
    const left = read.values();
    return found.map((list) => list ?? left.next().value!);
  };

  /** The rows with these numbers in visible blocks. */
  const rowsOf = <Row extends { number: number }>(
    columns: string,
    numbers: readonly number[],
    scopes: readonly string[],
  ) =>
    db
      .query<Row>(
        `SELECT ${columns} FROM json_each(?) asked JOIN index_passages p ON p.number = asked.value
         WHERE p.number / ${BLOCK_SIZE} IN (SELECT block FROM index_blocks
           WHERE scope_set IN (SELECT value FROM json_each(?))) ORDER BY asked.key`,
      )
      .all(JSON.stringify(numbers), sets.visible(scopes));

  return {
    writes,
    store: toAsync({
      ...writes,
      size: (scopes: readonly string[]) =>
        db
          .query<{ passages: number; words: number }>(
            `SELECT coalesce(sum(passages), 0) AS passages, coalesce(sum(words), 0) AS words FROM index_blocks
             WHERE scope_set IN (SELECT value FROM json_each(?))`,
          )
          .get(sets.visible(scopes))!,
      lists: (
        kind: ListKind,
        keys: readonly string[],
        scopes: readonly string[],
        limit = WITHOUT_LIMIT,
      ): PostingList[] =>
        keys.length === 0
          ? []
          : (limit <= MAX_CACHED ? cachedLists : readLists)(kind, keys, sets.visible(scopes), limit),
      passages: (numbers: readonly number[], scopes: readonly string[]): IndexedPassage[] =>
        rowsOf<{ number: number; passageId: string; documentId: string; record: string }>(
          'p.number, p.passage_id AS passageId, p.document_id AS documentId, p.record',
          numbers,
          scopes,
        ).map(({ record, ...kept }) => readRecord(kept, JSON.parse(record))),
      idsOf: (numbers: readonly number[], scopes: readonly string[]) =>
        new Map(
          rowsOf<{ number: number; id: string }>('p.number, p.passage_id AS id', numbers, scopes).map((row) => [
            row.number,
            row.id,
          ]),
        ),
      numbersOf: (passageIds: readonly string[], scopes: readonly string[]) =>
        new Map(
          db
            .query<{ number: number; id: string }>(
              `SELECT p.number, p.passage_id AS id FROM json_each(?) asked
               JOIN index_passages p ON p.passage_id = asked.value
               WHERE p.number / ${BLOCK_SIZE} IN (SELECT block FROM index_blocks
                 WHERE scope_set IN (SELECT value FROM json_each(?)))`,
            )
            .all(JSON.stringify(passageIds), sets.visible(scopes))
            .map((row) => [row.id, row.number]),
        ),
      version: () => cache.version(),
      count: () =>
        db.query<{ count: number }>('SELECT coalesce(sum(passages), 0) AS count FROM index_blocks').get()!.count,
    }),
  };
};

const WITHOUT_LIMIT = Number.MAX_SAFE_INTEGER / 8;
/** Lists that are read with at most this limit are cached: those of names and titles, and lengths alone. */
const MAX_CACHED = 1000;
const NOTHING = new Uint32Array();
const NO_LIST: PostingList = { total: 0, passages: NOTHING, postings: NOTHING };
const NOT_LISTED: KnownList = { total: 0, list: NO_LIST };

/** Joins a list's parts, in block order. Without parts the result has only the total. */
const listOf = (total: number, blocks: { block: number; postings: Uint8Array | null }[]): PostingList => {
  if (blocks.length === 0) return { ...NO_LIST, total };
  const list = { total, passages: new Uint32Array(total), postings: new Uint32Array(total) };
  let at = 0;
  for (const { block, postings } of blocks.sort((a, b) => a.block - b.block)) {
    const part = asPostings(postings!);
    list.postings.set(part, at);
    for (let i = 0; i < part.length; i++) list.passages[at + i] = block * BLOCK_SIZE + placeOf(part[i]!);
    at += part.length;
  }
  return list;
};
