import { listChanges, mergedPostings, type PartChanges } from '../index-lists.ts';
import type { Database, Value } from './database.ts';

/** Rows in one statement: half of what a row costs is the way to SQLite and back. */
const ROWS = 16;
const put = (rows: number, then: string) =>
  `INSERT INTO index_lists (kind, key, block, postings) VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}
   ON CONFLICT (kind, key, block) DO UPDATE SET postings = ${then}`;
const appending = (rows: number) => put(rows, 'CAST(postings || excluded.postings AS BLOB)');
const APPEND = { one: appending(1), many: appending(ROWS) };
const REPLACE = put(1, 'excluded.postings');

/** The lists in the data file, for one change; `write` saves what it did. */
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
    /** @param onlyAppended tells the blocks whose new passages all come after the old: their lists grow at the end */
    write(onlyAppended: (block: number) => boolean): void {
      const bytesOf = bytePool();
      const values: Value[] = [];
      for (const part of lists.touched()) {
        if (!onlyAppended(part.block)) {
          rewrite(part);
          continue;
        }
        values.push(part.kind, part.key, part.block, bytesOf(mergedPostings(undefined, part)));
        if (values.length < 4 * ROWS) continue;
        db.query(APPEND.many).run(...values);
        values.length = 0;
      }
      for (let at = 0; at < values.length; at += 4) db.query(APPEND.one).run(...values.slice(at, at + 4));
    },
  };
};

const POOL = 16_384;

/** Postings as bytes that share few allocations: SQLite wants memory of its own for each blob, and most hold one posting. */
const bytePool = () => {
  let pool = new Uint32Array(POOL);
  let at = 0;
  return (postings: Uint32Array): Uint8Array => {
    if (postings.length > POOL) return new Uint8Array(postings.buffer);
    if (at + postings.length > POOL) {
      pool = new Uint32Array(POOL);
      at = 0;
    }
    pool.set(postings, at);
    at += postings.length;
    return new Uint8Array(pool.buffer, (at - postings.length) * 4, postings.length * 4);
  };
};
