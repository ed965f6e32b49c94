import type { Span } from '../text/sentences.ts';
import { findOrders, isOrder, type Order } from './find-orders.ts';
import { findTalk } from './find-talk.ts';

/** Characters of cached texts: some tens of thousands of passages, about 16 MB. */
const MAX_CHARS = 8_000_000;
/** Overhead of a cache entry, in characters, which limits the number of short ones. */
const ENTRY_CHARS = 100;

/**
 * Caches a pure function of a text for the least recently used texts up to `maxChars`. The same passages return
 * question after question, and checking one for orders costs more than finding it.
 */
export const cacheByText = <T>(read: (text: string) => T, maxChars: number = MAX_CHARS): ((text: string) => T) => {
  // A Map keeps insertion order, so the least recently used entry is first.
  const known = new Map<string, T>();
  let chars = 0;
  return (text) => {
    const size = text.length + ENTRY_CHARS;
    const found = known.get(text);
    if (found !== undefined || known.has(text)) {
      known.delete(text);
      known.set(text, found as T);
      return found as T;
    }
    const result = read(text);
    if (size > maxChars) return result;
    known.set(text, result);
    chars += size;
    for (const [oldest] of known) {
      if (chars <= maxChars) break;
      known.delete(oldest);
      chars -= oldest.length + ENTRY_CHARS;
    }
    return result;
  };
};

/** `findOrders`, cached across questions. */
export const cachedOrders: (text: string) => readonly Readonly<Order>[] = cacheByText(findOrders);

/** `isOrder`, cached across questions, because titles and headings return with every passage of a page. */
export const cachedIsOrder: (sentence: string) => boolean = cacheByText(isOrder, MAX_CHARS / 4);

/** `findTalk`, cached across questions. */
export const cachedTalk: (text: string) => readonly Readonly<Span>[] = cacheByText(findTalk);
