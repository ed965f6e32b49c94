import type { Scope } from '../core/document.ts';
import type { PassageIndex } from '../stores/index.ts';

/**
 * Caches the size of the passage index and the mapping of numbers to ids during one search. On a server, each read is a round
 * trip, and a search would make six.
 */
export const searchView = (index: PassageIndex, scopes: readonly Scope[]): PassageIndex => {
  const ids = new Map<number, string | undefined>();
  const numbers = new Map<string, number | undefined>();
  const learn = (number: number, id: string) => {
    ids.set(number, id);
    numbers.set(id, number);
  };
  let size: ReturnType<PassageIndex['size']> | undefined;
  /** The cache is valid only for these scopes. */
  const isCached = (asker: readonly Scope[]) => asker === scopes;
  return {
    ...index,
    size(asker) {
      if (!isCached(asker)) return index.size(asker);
      size ??= index.size(scopes);
      return size;
    },
    async passages(asked, asker) {
      const found = await index.passages(asked, asker);
      if (isCached(asker)) for (const { number, passageId } of found) learn(number, passageId);
      return found;
    },
    async idsOf(asked, asker) {
      if (!isCached(asker)) return index.idsOf(asked, asker);
      const fresh = asked.filter((number) => !ids.has(number));
      const found = fresh.length > 0 ? await index.idsOf(fresh, scopes) : new Map<number, string>();
      for (const number of fresh) ids.set(number, undefined);
      for (const [number, id] of found) learn(number, id);
      return known(asked, ids);
    },
    async numbersOf(asked, asker) {
      if (!isCached(asker)) return index.numbersOf(asked, asker);
      const fresh = asked.filter((id) => !numbers.has(id));
      const found = fresh.length > 0 ? await index.numbersOf(fresh, scopes) : new Map<string, number>();
      for (const id of fresh) numbers.set(id, undefined);
      for (const [id, number] of found) learn(number, id);
      return known(asked, numbers);
    },
  };
};

const known = <Key, Value>(keys: readonly Key[], values: ReadonlyMap<Key, Value | undefined>): Map<Key, Value> => {
  const found = new Map<Key, Value>();
  for (const key of keys) {
    const value = values.get(key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
};
