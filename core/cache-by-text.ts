import { recentlyUsed } from './recently-used.ts';

/** Characters of cached texts: some tens of thousands of passages, about 16 MB. */
const MAX_CHARS = 8_000_000;
/** Overhead of a cache entry, in characters, which limits the number of short ones. */
const ENTRY_CHARS = 100;

/**
 * Caches a pure function of a text for the most recently used texts up to `maxChars`. The same passages return question
 * after question, and checking one for orders costs more than finding it.
 */
export const cacheByText = <T>(read: (text: string) => T, maxChars: number = MAX_CHARS): ((text: string) => T) => {
  const known = recentlyUsed<string, { result: T }>(maxChars, (_, text) => text.length + ENTRY_CHARS);
  return (text) => {
    const found = known.get(text);
    if (found) return found.result;
    const result = read(text);
    known.set(text, { result });
    return result;
  };
};
