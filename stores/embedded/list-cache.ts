import type { PostingList } from '../passage-index.ts';
import type { Database } from './database.ts';

/** A list that was read: its length, and its postings unless it was too long for its reader. */
export type KnownList = { total: number; list?: PostingList };

/** A cache of posting lists that were read with a limit, such as names' and titles', while the passage index does not change. */
export interface ListCache {
  /**
   * The cached lists of a kind by key, counting only the scope sets in `visible`. Clears the cache first if any process has
   * changed the index, so call it before each read.
   */
  of(kind: number, visible: string): ReadonlyMap<string, KnownList>;
  /** @param visible as given to `of`, since when the index was not changed */
  remember(kind: number, visible: string, key: string, known: KnownList): void;
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
  const readers = new Map<string, Map<string, KnownList>>();
  let version = -1;
  let lists = 0;
  let postings = 0;
  const forget = () => {
    readers.clear();
    lists = 0;
    postings = 0;
  };
  const versionNow = () => db.query<{ version: number }>('SELECT version FROM index_version').get()!.version;
  const readerOf = (kind: number, visible: string) => `${kind} ${visible}`;
  return {
    of(kind, visible) {
      const now = versionNow();
      if (now !== version || lists >= MAX_LISTS || postings >= MAX_POSTINGS || readers.size >= MAX_READERS) forget();
      version = now;
      const reader = readerOf(kind, visible);
      let known = readers.get(reader);
      if (!known) {
        known = new Map();
        readers.set(reader, known);
      }
      return known;
    },
    remember(kind, visible, key, known) {
      readers.get(readerOf(kind, visible))?.set(key, known);
      lists += 1;
      postings += known.list?.passages.length ?? 0;
    },
    version: versionNow,
    changed: () => void db.query('UPDATE index_version SET version = version + 1').run(),
  };
};
