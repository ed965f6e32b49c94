/** A cache that keeps the values used last. */
export interface RecentlyUsed<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  clear(): void;
}

/**
 * Creates a cache of the most recently used values up to `max` in total.
 * @param sizeOf size of an entry, in the unit of `max`; 1 by default. A larger one than `max` is not kept.
 */
export const recentlyUsed = <Key, Value>(
  max: number,
  sizeOf: (value: Value, key: Key) => number = () => 1,
): RecentlyUsed<Key, Value> => {
  const known = new Map<Key, Entry<Key, Value>>();
  // A ring from the newest entry to the oldest: to use an entry changes its neighbours, and not the map.
  const ring = { size: 0 } as Entry<Key, Value>;
  ring.older = ring;
  ring.newer = ring;
  let total = 0;
  const takeOut = ({ older, newer }: Entry<Key, Value>) => {
    older.newer = newer;
    newer.older = older;
  };
  const putFirst = (entry: Entry<Key, Value>) => {
    entry.newer = ring;
    entry.older = ring.older;
    ring.older.newer = entry;
    ring.older = entry;
  };
  const forget = (entry: Entry<Key, Value>) => {
    known.delete(entry.key);
    takeOut(entry);
    total -= entry.size;
  };
  return {
    get(key) {
      const entry = known.get(key);
      if (!entry) return undefined;
      if (ring.older !== entry) {
        takeOut(entry);
        putFirst(entry);
      }
      return entry.value;
    },
    set(key, value) {
      const before = known.get(key);
      if (before) forget(before);
      const size = sizeOf(value, key);
      if (size > max) return;
      const entry: Entry<Key, Value> = { key, value, size, older: ring, newer: ring };
      known.set(key, entry);
      putFirst(entry);
      total += size;
      while (total > max) forget(ring.newer);
    },
    clear() {
      known.clear();
      ring.older = ring;
      ring.newer = ring;
      total = 0;
    },
  };
};

interface Entry<Key, Value> {
  key: Key;
  value: Value;
  size: number;
  /** The entry used next before this one, and next after it. */
  older: Entry<Key, Value>;
  newer: Entry<Key, Value>;
}
