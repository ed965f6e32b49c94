/**
 * A table in which words of documents are looked up. It has its own entries alone: in a plain object `constructor` or
 * `toString` would find what every object has.
 */
export const wordTable = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries);
