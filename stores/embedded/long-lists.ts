import type { Database } from './database.ts';

/** A cache of the lengths of long posting lists, valid while the passage index does not change. */
export interface LongLists {
  /** The cached length of the list `key`, counting only the scope sets in `visible`. */
  length(kind: number, key: string, visible: string): number | undefined;
  remember(kind: number, key: string, visible: string, length: number): void;
  /** Clears the cache if any process has changed the index. Call it before each read. */
  refresh(): void;
  /** Marks the index as changed. Call it inside the transaction of every change. */
  changed(): void;
}

/** Maximum number of cached lists, and of distinct `visible` values. The whole cache is cleared when it is reached. */
const MAX_ENTRIES = 20_000;

/**
 * A name that occurs in half of the corpus has a row of its list in every block. A search only needs to learn that such a
 * list is too long, and many searches request the same lists.
 */
export const longLists = (db: Database): LongLists => {
  const known = new Map<string, number>();
  /** A short number for each `visible`, which may be a long list of scope sets. */
  const askers = new Map<string, number>();
  let version = -1;
  const forget = () => {
    known.clear();
    askers.clear();
  };
  const keyOf = (kind: number, key: string, visible: string) => {
    if (!askers.has(visible)) askers.set(visible, askers.size);
    return `${kind} ${askers.get(visible)} ${key}`;
  };
  return {
    length: (kind, key, visible) => known.get(keyOf(kind, key, visible)),
    remember(kind, key, visible, length) {
      if (known.size >= MAX_ENTRIES) forget();
      known.set(keyOf(kind, key, visible), length);
    },
    refresh() {
      const now = db.query<{ version: number }>('SELECT version FROM index_version').get()!.version;
      if (now !== version || askers.size >= MAX_ENTRIES) forget();
      version = now;
    },
    changed: () => void db.query('UPDATE index_version SET version = version + 1').run(),
  };
};
