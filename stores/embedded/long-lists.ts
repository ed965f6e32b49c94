import type { Database } from './database.ts';

/** The lengths of lists that are long, remembered while the passage index is as it was. */
export interface LongLists {
  /** Of the list `key`, as `visible` scope sets see it; undefined when it is not remembered. */
  length(kind: number, key: string, visible: string): number | undefined;
  remember(kind: number, key: string, visible: string, length: number): void;
  /** Call it before a read: what was remembered of an index that has changed since, in whichever process, is forgotten. */
  refresh(): void;
  /** Call it inside the transaction of every change of the index. */
  changed(): void;
}

/** Lists, and askers, that are remembered; one more and all are forgotten. */
const MAX_KNOWN = 20_000;

/**
 * A name that half the corpus holds has a row of its list in every block. A search only needs to know that such a list is
 * too long to follow, and asks for the same ones again and again.
 */
export const longLists = (db: Database): LongLists => {
  const known = new Map<string, number>();
  /** What an asker sees by a short number: the list of its scope sets may be long. */
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
      if (known.size >= MAX_KNOWN) forget();
      known.set(keyOf(kind, key, visible), length);
    },
    refresh() {
      const now = db.query<{ version: number }>('SELECT version FROM index_version').get()!.version;
      if (now !== version || askers.size >= MAX_KNOWN) forget();
      version = now;
    },
    changed: () => void db.query('UPDATE index_version SET version = version + 1').run(),
  };
};
