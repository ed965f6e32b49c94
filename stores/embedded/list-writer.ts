import { BLOCK_SIZE, placeOf } from '../posting.ts';
import type { Database } from './database.ts';

/** What happens to the part of one list in one block: the posting at a place, or undefined to take it out. */
type PlaceChanges = Map<number, number | undefined>;

/**
 * Collects what one change does to the lists of the passage index, so that each touched part of a list is read and
 * written once, in key order, however many passages of the change it holds.
 */
export const listWriter = (db: Database) => {
  const kinds = new Map<number, Map<string, Map<number, PlaceChanges>>>();

  const changesOf = (kind: number, key: string, block: number): PlaceChanges =>
    entry(
      entry(
        entry(kinds, kind, () => new Map()),
        key,
        () => new Map(),
      ),
      block,
      () => new Map(),
    );

  return {
    put: (kind: number, key: string, number: number, posting: number): void =>
      void changesOf(kind, key, Math.floor(number / BLOCK_SIZE)).set(number % BLOCK_SIZE, posting),
    take: (kind: number, key: string, number: number): void =>
      void changesOf(kind, key, Math.floor(number / BLOCK_SIZE)).set(number % BLOCK_SIZE, undefined),
    write(): void {
      const select = db.query<{ postings: Uint8Array }>(
        'SELECT postings FROM index_lists WHERE kind = ? AND key = ? AND block = ?',
      );
      const upsert = db.query(
        `INSERT INTO index_lists (kind, key, block, postings) VALUES (?, ?, ?, ?)
         ON CONFLICT (kind, key, block) DO UPDATE SET postings = excluded.postings`,
      );
      const drop = db.query('DELETE FROM index_lists WHERE kind = ? AND key = ? AND block = ?');
      for (const [kind, keys] of kinds) {
        for (const key of [...keys.keys()].sort()) {
          for (const [block, changes] of keys.get(key)!) {
            const postings = merged(select.get(kind, key, block)?.postings, changes);
            if (postings.length > 0) upsert.run(kind, key, block, new Uint8Array(postings.buffer));
            else drop.run(kind, key, block);
          }
        }
      }
    },
  };
};

const merged = (before: Uint8Array | undefined, changes: PlaceChanges): Uint32Array => {
  const kept = before
    ? new Uint32Array(Uint8Array.from(before).buffer).filter((posting) => !changes.has(placeOf(posting)))
    : [];
  const added: number[] = [];
  for (const posting of changes.values()) if (posting !== undefined) added.push(posting);
  const all = new Uint32Array(kept.length + added.length);
  all.set(kept);
  all.set(added, kept.length);
  // A posting's highest bits are its place, so that the order of numbers is the order of places.
  return all.sort();
};

const entry = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
};
