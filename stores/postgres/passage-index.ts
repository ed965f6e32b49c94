import type { Scope } from '../../core/document.ts';
import { storable } from '../../core/text/storable.ts';
import { type Block, blockAllocator } from '../index-blocks.ts';
import { asPostings, LIST_KINDS, listChanges, mergedPostings } from '../index-lists.ts';
import { indexRecordOf, readListKeys, readRecord } from '../index-records.ts';
import type { IndexedPassage, ListKind, PassageAnalysis, PostingList, WritablePassageIndex } from '../passage-index.ts';
import { BLOCK_SIZE, placeOf } from '../posting.ts';
import type { Postgres } from './connection.ts';
import { internScopes, visible } from './scope-sets.ts';
import { type Session, singleRow } from './session.ts';
import { storableJson } from './storable.ts';

/** Passages written by one statement. */
const BATCH = 500;

/**
 * The lists of some keys. The LATERAL join looks up each key by the index: with statistics from before an ingest, the planner
 * would otherwise read all lists of a kind. Visible blocks are determined once per statement.
 */
const LISTS = `
  WITH seen AS MATERIALIZED (SELECT block FROM index_blocks WHERE ${visible('scope_set', 4)})
  SELECT asked.place, found.block, found.total, found.postings
  FROM unnest($1::smallint[], $2::text[], $3::bigint[]) WITH ORDINALITY AS asked (kind, key, most, place)
  CROSS JOIN LATERAL (
    SELECT block, total, CASE WHEN total <= asked.most THEN postings END AS postings FROM (
      SELECT l.block, l.postings, (sum(octet_length(l.postings)) OVER () / 4)::bigint AS total FROM index_lists l
      WHERE l.kind = asked.kind AND l.key = asked.key AND (l.block IN (SELECT block FROM seen)) IS TRUE) AS parts
  ) AS found
  ORDER BY asked.place, found.block`;

/** Longer than any list. */
const NO_LIMIT = 2 ** 40;

/** A pending call of `lists`, with the callbacks of its promise. */
interface Asked {
  kind: ListKind;
  keys: readonly string[];
  limit: number;
  found(lists: PostingList[]): void;
  failed(error: unknown): void;
}

/** The passage index on a Postgres server. */
export const postgresPassageIndex = (db: Postgres): WritablePassageIndex => {
  const VISIBLE_BLOCK = (block: string, place: number) =>
    `${block} IN (SELECT block FROM index_blocks WHERE ${visible('scope_set', place)})`;

  /** Calls of `lists` in the same tick are sent as one statement; a hop of the search makes four such calls. */
  let waiting: { scopes: readonly Scope[]; asked: Asked[] }[] = [];
  const readWaiting = () => {
    const groups = waiting;
    waiting = [];
    for (const { scopes, asked } of groups)
      readLists(asked, scopes).catch((error: unknown) => {
        for (const { failed } of asked) failed(error);
      });
  };
  const readLists = async (asked: readonly Asked[], scopes: readonly Scope[]) => {
    const rows = await db.rows<{ place: number; block: number; total: number; postings: Buffer | null }>(
      LISTS,
      [
        asked.flatMap(({ kind, keys }) => keys.map(() => LIST_KINDS[kind])),
        asked.flatMap(({ keys }) => keys),
        asked.flatMap(({ limit, keys }) => keys.map(() => limit)),
        scopes,
      ],
      'parley-lists',
    );
    const parts = Map.groupBy(rows, (row) => row.place);
    let place = 0;
    for (const { keys, found } of asked) found(keys.map(() => joined(parts.get(++place) ?? [])));
  };
  const sameScopes = (a: readonly Scope[], b: readonly Scope[]) =>
    a.length === b.length && a.every((scope, at) => scope === b[at]);

  return {
    put: (analyses) => db.transaction((tx) => putAnalyses(tx, analyses)),
    deleteDocuments: (ids) => db.transaction((tx) => deleteAnalyses(tx, ids)),
    async size(scopes) {
      return singleRow(
        await db.rows<{ passages: number; words: number }>(
          `SELECT coalesce(sum(passages), 0)::bigint AS passages, coalesce(sum(words), 0)::bigint AS words FROM index_blocks
           WHERE ${visible('scope_set', 1)}`,
          [scopes],
          'parley-size',
        ),
      );
    },
    lists(kind: ListKind, keys: readonly string[], scopes: readonly Scope[], limit = NO_LIMIT) {
      if (keys.length === 0) return Promise.resolve([]); // common: many questions contain no names
      return new Promise<PostingList[]>((found, failed) => {
        if (waiting.length === 0) queueMicrotask(readWaiting);
        let group = waiting.find((one) => sameScopes(one.scopes, scopes));
        if (!group) {
          group = { scopes: [...scopes], asked: [] };
          waiting.push(group);
        }
        group.asked.push({ kind, keys, limit, found, failed });
      });
    },
    passages: async (numbers, scopes) =>
      (
        await db.rows<Kept & { record: unknown }>(
          `SELECT p.number, p.passage_id AS "passageId", p.document_id AS "documentId", p.record FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (number, place)
           JOIN index_passages p ON p.number = asked.number
           WHERE ${VISIBLE_BLOCK(`p.number / ${BLOCK_SIZE}`, 2)} ORDER BY asked.place`,
          [numbers, scopes],
          'parley-passages',
        )
      ).map(({ record, ...kept }) => readRecord(kept, record)),
    async idsOf(numbers, scopes) {
      if (numbers.length === 0) return new Map();
      const rows = await db.rows<{ number: number; id: string }>(
        `SELECT number, passage_id AS id FROM index_passages
         WHERE number = ANY ($1::bigint[]) AND ${VISIBLE_BLOCK(`number / ${BLOCK_SIZE}`, 2)}`,
        [numbers, scopes],
        'parley-ids',
      );
      return new Map(rows.map(({ number, id }) => [number, id]));
    },
    async numbersOf(passageIds, scopes) {
      if (passageIds.length === 0) return new Map();
      const rows = await db.rows<{ number: number; id: string }>(
        `SELECT number, passage_id AS id FROM index_passages
         WHERE passage_id = ANY ($1::text[]) AND ${VISIBLE_BLOCK(`number / ${BLOCK_SIZE}`, 2)}`,
        [passageIds, scopes],
        'parley-numbers',
      );
      return new Map(rows.map(({ number, id }) => [id, number]));
    },
    async count() {
      const sql = 'SELECT coalesce(sum(passages), 0)::bigint AS count FROM index_blocks';
      return singleRow(await db.rows<{ count: number }>(sql)).count;
    },
  };
};

type Kept = Pick<IndexedPassage, 'number' | 'passageId' | 'documentId'>;

/** Joins the parts of one list, which are sorted by block. Without postings if they were over the limit. */
const joined = (parts: readonly { block: number; total: number; postings: Buffer | null }[]): PostingList => {
  const total = parts[0]?.total ?? 0;
  const whole = parts.every(({ postings }) => postings !== null);
  const list = { total, passages: new Uint32Array(whole ? total : 0), postings: new Uint32Array(whole ? total : 0) };
  let at = 0;
  for (const { block, postings } of whole ? parts : [])
    for (const posting of asPostings(postings!)) {
      list.passages[at] = block * BLOCK_SIZE + placeOf(posting);
      list.postings[at++] = posting;
    }
  return list;
};

/** Replaces all passages of these documents, inside the caller's transaction. */
export const putAnalyses = (tx: Session, analyses: readonly PassageAnalysis[]): Promise<void> =>
  change(
    tx,
    analyses.map(({ documentId }) => documentId),
    analyses,
  ).then(() => {});

/** Removes the passages of documents, inside the caller's transaction. @returns how many */
export const deleteAnalyses = (tx: Session, documentIds: readonly string[]): Promise<number> =>
  change(tx, documentIds, []);

/** @returns the number of removed passages */
const change = async (
  tx: Session,
  documentIds: readonly string[],
  analyses: readonly PassageAnalysis[],
): Promise<number> => {
  if (documentIds.length === 0) return 0;
  // Excludes other writers, because parts of lists are read, changed and written back.
  await tx.run("SELECT pg_advisory_xact_lock(hashtextextended('parley passage index ' || current_schema(), 0))");
  const gone = await tx.rows<{ number: number; words: number; record: unknown; lists: unknown }>(
    'DELETE FROM index_passages WHERE document_id = ANY ($1::text[]) RETURNING number, words, record, lists',
    [[...new Set(documentIds)]],
  );
  if (gone.length === 0 && analyses.length === 0) return 0;
  const sets = await internScopes(
    tx,
    analyses.map(({ scopes }) => scopes),
  );
  const blocks = await blocksFor(
    tx,
    gone.map(({ number }) => Math.floor(number / BLOCK_SIZE)),
    sets,
  );
  const lists = listChanges();
  for (const { number, words, record, lists: keys } of gone) {
    blocks.release(number, words);
    lists.take(readListKeys(keys, record), number);
  }
  const numbers = analyses.map((analysis, i) => {
    const number = blocks.allocate(sets[i]!, analysis.length);
    lists.put(storableKeys(analysis), number);
    return number;
  });
  await writePassages(tx, analyses, numbers);
  await writeLists(tx, lists);
  await writeBlocks(tx, [...blocks.touched()]);
  return gone.length;
};

/** Reads all blocks that a change may touch, in one query. */
const blocksFor = async (tx: Session, numbers: readonly number[], sets: readonly number[]) => {
  const rows = await tx.rows<Block>(
    `SELECT block, scope_set, passages, words, taken FROM index_blocks
     WHERE block = ANY ($1::integer[]) OR (scope_set = ANY ($2::integer[]) AND passages < ${BLOCK_SIZE}) ORDER BY block`,
    [[...new Set(numbers)], [...new Set(sets)]],
  );
  const [{ last } = { last: -1 }] = await tx.rows<{ last: number }>(
    'SELECT coalesce(max(block), -1) AS last FROM index_blocks',
  );
  const byNumber = new Map(rows.map((row) => [row.block, row]));
  return blockAllocator({
    block: (block) => byNumber.get(block)!,
    withRoom: (set) => rows.filter((row) => row.scope_set === set && row.passages < BLOCK_SIZE),
    last: () => last,
  });
};

const writePassages = async (tx: Session, analyses: readonly PassageAnalysis[], numbers: readonly number[]) => {
  const rows = analyses.map((analysis, i) => {
    const { record, lists } = indexRecordOf(storableKeys(analysis));
    return {
      number: numbers[i],
      passage_id: analysis.passageId,
      document_id: analysis.documentId,
      words: analysis.length,
      record,
      lists,
    };
  });
  for (let at = 0; at < rows.length; at += BATCH)
    await tx.run(
      `INSERT INTO index_passages (number, passage_id, document_id, words, record, lists)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (number bigint, passage_id text, document_id text, words integer,
         record jsonb, lists jsonb)`,
      [storableJson(rows.slice(at, at + BATCH))],
    );
};

const writeLists = async (tx: Session, lists: ReturnType<typeof listChanges>) => {
  const touched = [...lists.touched()];
  if (touched.length === 0) return;
  const where = [touched.map(({ kind }) => kind), touched.map(({ key }) => key), touched.map(({ block }) => block)];
  const before = await tx.rows<{ place: number; postings: Buffer }>(
    `SELECT place, postings FROM unnest($1::smallint[], $2::text[], $3::integer[]) WITH ORDINALITY AS t (kind, key, block, place)
     JOIN index_lists USING (kind, key, block)`,
    where,
  );
  const old = new Map(before.map(({ place, postings }) => [place - 1, postings]));
  const after = touched.map((part, i) => {
    const { kind, key, block } = part;
    const postings = mergedPostings(old.get(i), part);
    return { kind, key, block, postings: Buffer.from(postings.buffer, postings.byteOffset, postings.byteLength) };
  });
  const full = after.filter(({ postings }) => postings.length > 0);
  const empty = after.filter(({ postings }) => postings.length === 0);
  await tx.run(
    `INSERT INTO index_lists (kind, key, block, postings)
     SELECT * FROM unnest($1::smallint[], $2::text[], $3::integer[], $4::bytea[])
     ON CONFLICT (kind, key, block) DO UPDATE SET postings = excluded.postings`,
    [
      full.map((row) => row.kind),
      full.map((row) => row.key),
      full.map((row) => row.block),
      full.map((row) => row.postings),
    ],
  );
  if (empty.length > 0)
    await tx.run(
      `DELETE FROM index_lists l USING unnest($1::smallint[], $2::text[], $3::integer[]) AS t (kind, key, block)
       WHERE l.kind = t.kind AND l.key = t.key AND l.block = t.block`,
      [empty.map((row) => row.kind), empty.map((row) => row.key), empty.map((row) => row.block)],
    );
};

const writeBlocks = async (tx: Session, touched: readonly Block[]) => {
  const kept = touched.filter(({ passages }) => passages > 0);
  await tx.run('DELETE FROM index_blocks WHERE block = ANY ($1::integer[])', [
    touched.filter(({ passages }) => passages === 0).map(({ block }) => block),
  ]);
  await tx.run(
    `INSERT INTO index_blocks (block, scope_set, passages, words, taken)
     SELECT * FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::bigint[], $5::bytea[])
     ON CONFLICT (block) DO UPDATE SET passages = excluded.passages, words = excluded.words, taken = excluded.taken`,
    [
      kept.map((row) => row.block),
      kept.map((row) => row.scope_set),
      kept.map((row) => row.passages),
      kept.map((row) => row.words),
      kept.map((row) => Buffer.from(row.taken)),
    ],
  );
};

/** Converts the keys to their stored form, so that a later removal finds the same lists. */
const storableKeys = (analysis: PassageAnalysis): PassageAnalysis => ({
  ...analysis,
  stems: analysis.stems.map((use) => ({ ...use, key: storable(use.key) })),
  names: analysis.names.map((use) => ({ ...use, key: storable(use.key) })),
  titles: analysis.titles.map(storable),
  titleParts: analysis.titleParts.map(storable),
  places: analysis.places.map(storable),
  fields: analysis.fields.map(storable),
});
