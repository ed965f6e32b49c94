/** A cache of values that expire `freshMs` after they were loaded. */
export const createFreshCache = <Value>(now: () => number, freshMs: number) => {
  const entries = new Map<string, { at: number; value: Promise<Value> }>();
  return {
    get(key: string): Promise<Value> | undefined {
      const entry = entries.get(key);
      return entry && now() - entry.at < freshMs ? entry.value : undefined;
    },
    read(key: string, load: () => Promise<Value>): Promise<Value> {
      const known = this.get(key);
      if (known) return known;
      const value = load();
      entries.set(key, { at: now(), value });
      value.catch(() => entries.delete(key));
      return value;
    },
    set: (key: string, value: Value) => void entries.set(key, { at: now(), value: Promise.resolve(value) }),
    delete: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  };
};
