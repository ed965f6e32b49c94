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
  // A Map keeps insertion order, so the least recently used entry is first.
  const known = new Map<Key, { value: Value; size: number }>();
  let total = 0;
  const forget = (key: Key) => {
    const entry = known.get(key);
    if (!entry) return;
    known.delete(key);
    total -= entry.size;
  };
  return {
    get(key) {
      const entry = known.get(key);
      if (!entry) return undefined;
      known.delete(key);
      known.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      forget(key);
      const size = sizeOf(value, key);
      if (size > max) return;
      known.set(key, { value, size });
      total += size;
      for (const oldest of known.keys()) {
        if (total <= max) break;
        forget(oldest);
      }
    },
    clear() {
      known.clear();
      total = 0;
    },
  };
};
