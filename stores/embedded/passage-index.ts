import type { IndexedPassage, ListKind, PassageAnalysis, PassageIndex, PostingList } from '../passage-index.ts';
import { BLOCK_SIZE, packPosting, placeOf } from '../posting.ts';
import type { Database } from './database.ts';
import { listWriter } from './list-writer.ts';
import { type Immediate, promised } from './promised.ts';
import { scopeSets } from './scope-sets.ts';

/** The calls that take part in a change over several stores. */
export type PassageIndexWrites = Immediate<PassageIndex, 'put' | 'deleteDocuments'>;

/** Numbers of the kinds in the file; never reused. */
export const LIST_KINDS: Record<ListKind, number> = { stem: 1, entity: 2, title: 3, 'title-part': 4, url: 5 };

interface BlockRow {
  block: number;
  scope_set: number;
  passages: number;
  words: number;
  taken: Uint8Array;
}

/** Which lists hold a passage, for taking it out of them. */
type ListKeys = Partial<Record<ListKind, string[]>>;

/** The passage index in the data file. */
export const embeddedPassageIndex = (db: Database): { store: PassageIndex; writes: PassageIndexWrites } => {
  const sets = scopeSets(db);

  const visibleBlocks = (scopes: readonly string[]): BlockRow[] =>
    db
      .query<BlockRow>(
        `SELECT block, scope_set, passages, words, taken FROM index_blocks
         WHERE scope_set IN (SELECT value FROM json_each(?)) ORDER BY block`,
      )
      .all(sets.visible(scopes));

  const remove = (documentIds: readonly string[], change: Change): number => {
    let removed = 0;
    for (const id of new Set(documentIds)) {
      const rows = db
        .query<{ number: number; words: number; lists: string }>(
          'DELETE FROM index_passages WHERE document_id = ? RETURNING number, words, lists',
        )
        .all(id);
      for (const { number, words, lists } of rows) {
        change.blocks.release(number, words);
        for (const [kind, keys] of Object.entries(JSON.parse(lists) as ListKeys)) {
          for (const key of keys) change.lists.take(LIST_KINDS[kind as ListKind], key, number);
        }
      }
      removed += rows.length;
    }
    return removed;
  };

  const add = (analysis: PassageAnalysis, change: Change): void => {
    const { stems, titles, titleParts, scopes, ...record } = analysis;
    const number = change.blocks.allot(sets.intern(scopes), analysis.length);
    const names = analysis.names.filter(({ wide }) => !wide);
    const put = (kind: ListKind, key: string, use?: { count: number; inTitle: boolean; sentences: number }) =>
      change.lists.put(
        LIST_KINDS[kind],
        key,
        number,
        packPosting({
          place: number % BLOCK_SIZE,
          length: analysis.length,
          ...(use ?? { count: 1, inTitle: false, sentences: 0 }),
        }),
      );
    for (const use of stems) put('stem', use.key, use);
    for (const use of names) put('entity', use.key, use);
    for (const key of titles) put('title', key);
    for (const key of titleParts) put('title-part', key);
    if (analysis.url) put('url', analysis.url);
    const lists: ListKeys = {
      stem: stems.map(({ key }) => key),
      entity: names.map(({ key }) => key),
      title: titles,
      'title-part': titleParts,
      url: analysis.url ? [analysis.url] : [],
    };
    db.query(
      'INSERT INTO index_passages (number, passage_id, document_id, words, record, lists) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(
      number,
      analysis.passageId,
      analysis.documentId,
      analysis.length,
      JSON.stringify(record),
      JSON.stringify(lists),
    );
  };

  const changed = <T>(work: (change: Change) => T): T =>
    db.write(() => {
      const change = { blocks: blockBook(db), lists: listWriter(db) };
      const result = work(change);
      change.lists.write();
      change.blocks.write();
      return result;
    });

  const writes: PassageIndexWrites = {
    put: (analyses) =>
      changed((change) => {
        remove(
          analyses.map(({ documentId }) => documentId),
          change,
        );
        for (const analysis of analyses) add(analysis, change);
      }),
    deleteDocuments: (documentIds) => changed((change) => remove(documentIds, change)),
  };

  const read = (kind: ListKind, key: string, blocks: string, limit: number): PostingList => {
    const rows = db
      .query<{ block: number; size: number; postings: Uint8Array | null }>(
        `SELECT block, length(postings) AS size, CASE WHEN length(postings) <= ? THEN postings END AS postings
         FROM index_lists WHERE kind = ? AND key = ? AND block IN (SELECT value FROM json_each(?))`,
      )
      .all(limit * 4, LIST_KINDS[kind], key, blocks);
    let total = 0;
    for (const { size } of rows) total += size / 4;
    if (total > limit) return { total, passages: new Uint32Array(0), postings: new Uint32Array(0) };
    const list = { total, passages: new Uint32Array(total), postings: new Uint32Array(total) };
    let at = 0;
    for (const { block, postings } of rows) {
      for (const posting of asPostings(postings!)) {
        list.passages[at] = block * BLOCK_SIZE + placeOf(posting);
        list.postings[at++] = posting;
      }
    }
    return list;
  };

  /** Rows of these numbers whose block is visible. */
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
    store: promised({
      ...writes,
      size(scopes: readonly string[]) {
        const size = { passages: 0, words: 0 };
        for (const { passages, words } of visibleBlocks(scopes)) {
          size.passages += passages;
          size.words += words;
        }
        return size;
      },
      lists(kind: ListKind, keys: readonly string[], scopes: readonly string[], limit = Number.MAX_SAFE_INTEGER / 8) {
        const blocks = JSON.stringify(visibleBlocks(scopes).map(({ block }) => block));
        return keys.map((key) => read(kind, key, blocks, limit));
      },
      passages: (numbers: readonly number[], scopes: readonly string[]): IndexedPassage[] =>
        rowsOf<{ number: number; record: string }>('p.number, p.record', numbers, scopes).map(({ number, record }) => ({
          number,
          ...(JSON.parse(record) as Omit<IndexedPassage, 'number'>),
        })),
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
      count: () =>
        db.query<{ count: number }>('SELECT coalesce(sum(passages), 0) AS count FROM index_blocks').get()!.count,
    }),
  };
};

interface Change {
  blocks: ReturnType<typeof blockBook>;
  lists: ReturnType<typeof listWriter>;
}

const asPostings = (blob: Uint8Array): Uint32Array =>
  blob.byteOffset % 4 === 0
    ? new Uint32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4)
    : new Uint32Array(Uint8Array.from(blob).buffer);

/** Gives out and takes back the places of blocks during one change; `write` saves what it did. */
const blockBook = (db: Database) => {
  const touched = new Map<number, BlockRow>();
  const open = new Map<number, BlockRow>();

  const blockOf = (number: number): BlockRow => {
    const block = Math.floor(number / BLOCK_SIZE);
    const known = touched.get(block);
    if (known) return known;
    const row = db.query<BlockRow>('SELECT * FROM index_blocks WHERE block = ?').get(block)!;
    touched.set(block, row);
    return row;
  };

  /** A block of this scope set that has a free place; a new one when none has. */
  const withRoom = (set: number): BlockRow => {
    const known = open.get(set);
    if (known && known.passages < BLOCK_SIZE) return known;
    const free = [...touched.values()].find((row) => row.scope_set === set && row.passages < BLOCK_SIZE);
    const stored =
      free ??
      db
        .query<BlockRow>('SELECT * FROM index_blocks WHERE scope_set = ? AND passages < ? ORDER BY block')
        .all(set, BLOCK_SIZE)
        .find(({ block }) => !touched.has(block)) ??
      newBlock(set);
    touched.set(stored.block, stored);
    open.set(set, stored);
    return stored;
  };

  const newBlock = (set: number): BlockRow => {
    const { last } = db.query<{ last: number }>('SELECT coalesce(max(block), -1) AS last FROM index_blocks').get()!;
    const block = Math.max(last, ...touched.keys()) + 1;
    return { block, scope_set: set, passages: 0, words: 0, taken: new Uint8Array(BLOCK_SIZE / 8) };
  };

  return {
    allot(set: number, words: number): number {
      const row = withRoom(set);
      let byte = 0;
      while (row.taken[byte] === 255) byte++;
      let bit = 0;
      while ((row.taken[byte]! >> bit) & 1) bit++;
      row.taken[byte]! |= 1 << bit;
      row.passages++;
      row.words += words;
      return row.block * BLOCK_SIZE + byte * 8 + bit;
    },
    release(number: number, words: number): void {
      const row = blockOf(number);
      const place = number % BLOCK_SIZE;
      row.taken[place >> 3]! &= ~(1 << (place & 7));
      row.passages--;
      row.words -= words;
    },
    write(): void {
      for (const { block, scope_set, passages, words, taken } of touched.values()) {
        if (passages === 0) db.query('DELETE FROM index_blocks WHERE block = ?').run(block);
        else
          db.query(
            `INSERT INTO index_blocks (block, scope_set, passages, words, taken) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (block) DO UPDATE SET passages = excluded.passages, words = excluded.words, taken = excluded.taken`,
          ).run(block, scope_set, passages, words, taken);
      }
    },
  };
};
