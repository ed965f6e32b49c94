import { listChanges, mergedPostings, type PartChanges } from '../index-lists.ts';
import type { Database, Value } from './database.ts';

/** Rows inserted by one statement. Half of a row's cost is the call into SQLite (measured at ingest). */
const ROWS_PER_STATEMENT = 16;
const upsertSql = (rows: number, then: string) =>
  `INSERT INTO index_lists (kind, key, block, postings) VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}
   ON CONFLICT (kind, key, block) DO UPDATE SET postings = ${then}`;
const appendSql = (rows: number) => upsertSql(rows, 'CAST(postings || excluded.postings AS BLOB)');
const APPEND = { one: appendSql(1), many: appendSql(ROWS_PER_STATEMENT) };
const REPLACE = upsertSql(1, 'excluded.postings');

/** The posting lists in the data file during one change. `write` saves the touched parts. */
export const storedLists = (db: Database) => {
  const lists = listChanges();

  const rewrite = (part: PartChanges): void => {
    const { kind, key, block } = part;
    const before = db
      .query<{ postings: Uint8Array }>('SELECT postings FROM index_lists WHERE kind = ? AND key = ? AND block = ?')
      .get(kind, key, block);
    const postings = mergedPostings(before?.postings, part);
    if (postings.length > 0) db.query(REPLACE).run(kind, key, block, new Uint8Array(postings.buffer));
    else db.query('DELETE FROM index_lists WHERE kind = ? AND key = ? AND block = ?').run(kind, key, block);
  };

  return {
    put: lists.put,
    take: lists.take,
    /** @param isAppendOnly whether a block's new passages all come after its old ones, so that its lists are appended to */
    write(isAppendOnly: (block: number) => boolean): void {
      const bytesOf = bytePool();
      const values: Value[] = [];
      for (const part of lists.touched()) {
        if (!isAppendOnly(part.block)) {
          rewrite(part);
          continue;
        }
        values.push(part.kind, part.key, part.block, bytesOf(mergedPostings(undefined, part)));
        if (values.length < 4 * ROWS_PER_STATEMENT) continue;
        db.query(APPEND.many).run(...values);
        values.length = 0;
      }
      for (let at = 0; at < values.length; at += 4) db.query(APPEND.one).run(...values.slice(at, at + 4));
    },
  };
};

/** Postings (32-bit) in one allocation of the pool. */
const POOL_SIZE = 16_384;

/** Copies postings into shared buffers: most lists get one posting, and an allocation for each would be slow. */
const bytePool = () => {
  let pool = new Uint32Array(POOL_SIZE);
  let at = 0;
  return (postings: Uint32Array): Uint8Array => {
    if (postings.length > POOL_SIZE) return new Uint8Array(postings.buffer);
    if (at + postings.length > POOL_SIZE) {
      pool = new Uint32Array(POOL_SIZE);
      at = 0;
    }
    pool.set(postings, at);
    at += postings.length;
    return new Uint8Array(pool.buffer, (at - postings.length) * 4, postings.length * 4);
  };
};
