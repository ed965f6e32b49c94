import { type Block, blockAllocator } from '../index-blocks.ts';
import { BLOCK_SIZE } from '../posting.ts';
import type { Database } from './database.ts';

/** The blocks of a table in the data file during one change. `write` saves the touched blocks. */
export const storedBlocks = (db: Database, table: 'index_blocks' | `vector_blocks${'' | '_b'}`) => {
  const allocator = blockAllocator({
    block: (block) => db.query<Block>(`SELECT * FROM ${table} WHERE block = ?`).get(block)!,
    withRoom: (set) =>
      db
        .query<Block>(`SELECT * FROM ${table} WHERE scope_set = ? AND passages < ? ORDER BY block`)
        .all(set, BLOCK_SIZE),
    last: () => db.query<{ last: number }>(`SELECT coalesce(max(block), -1) AS last FROM ${table}`).get()!.last,
  });
  return {
    ...allocator,
    write(): void {
      for (const { block, scope_set, passages, words, taken } of allocator.touched()) {
        if (passages === 0) db.query(`DELETE FROM ${table} WHERE block = ?`).run(block);
        else
          db.query(
            `INSERT INTO ${table} (block, scope_set, passages, words, taken) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT (block) DO UPDATE SET passages = excluded.passages, words = excluded.words, taken = excluded.taken`,
          ).run(block, scope_set, passages, words, taken);
      }
    },
  };
};
