import type { PostingList } from '../passage-index.ts';
import type { Database } from './database.ts';

/** A list that was read: its length, and its postings unless it was too long for its reader. */
export type KnownList = { total: number; list?: PostingList };

/** The cached lists of a kind and of what is visible, valid until the index changes. */
export interface KnownLists {
  get(key: string): KnownList | undefined;
  set(key: string, list: KnownList): void;
}

/** A cache of posting lists that were read with a limit, such as names' and titles', while the passage index does not change. */
export interface ListCache {
  /**
   * The cached lists of a kind by key, counting only the scope sets in `visible`. Clears the cache first if any process has
   * changed the index, so call it before each read.
   */
  of(kind: number, visible: string): KnownLists;
  /** The version of the index, which every change by any process replaces. */
  version(): number;
  /** Marks the index as changed. Call it inside the transaction of every change. */
  changed(): void;
}

/** Maximum number of cached lists. The whole cache is cleared when it or the next is reached. */
const MAX_LISTS = 60_000;
/** Maximum number of cached postings, 8 bytes each. */
const MAX_POSTINGS = 1_000_000;
/** Maximum number of distinct kinds and `visible`, each of which may be a long list of scope sets. */
const MAX_READERS = 2000;

/**
 * Passages return question after question, and each search asks for the lists of all names in its best passages. A name that
 * occurs in half of the corpus has a row of its list in every block, of which a search only learns that it is too long.
 */
export const listCache = (db: Database): ListCache => {
  const readers = new Map<string, KnownLists>();
  let version = -1;
  let lists = 0;
  let postings = 0;
  const forget = () => {
    readers.clear();
    lists = 0;
    postings = 0;
  };
  const versionNow = () => db.query<{ version: number }>('SELECT version FROM index_version').get()!.version;
  const createReader = (): KnownLists => {
    const known = new Map<string, KnownList>();
    return {
      get: (key) => known.get(key),
      set(key, found) {
        known.set(key, found);
        lists += 1;
        postings += found.list?.passages.length ?? 0;
      },
    };
  };
  return {
    of(kind, visible) {
      const now = versionNow();
      if (now !== version || lists >= MAX_LISTS || postings >= MAX_POSTINGS || readers.size >= MAX_READERS) forget();
      version = now;
      const reader = `${kind} ${visible}`;
      let known = readers.get(reader);
      if (!known) {
        known = createReader();
        readers.set(reader, known);
      }
      return known;
    },
    version: versionNow,
    changed: () => void db.query('UPDATE index_version SET version = version + 1').run(),
  };
};
