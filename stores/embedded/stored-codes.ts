import { BLOCK_SIZE } from '../posting.ts';
import type { Database } from './database.ts';

/** Suffix of one of the two sets of vector tables. */
export type Slot = '' | '_b';

/** The codes in the data file during one change. Reads and writes each touched block once, up to its last used place. */
export const storedCodes = (db: Database, slot: Slot, words: number) => {
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
        // Random, because a counter would restart after `clear` and repeat a version for other codes.
        version.run(block);
      }
    },
  };
};
