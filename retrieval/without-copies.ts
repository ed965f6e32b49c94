import { cacheByText } from '../core/cache-by-text.ts';
import type { Hit } from './retriever.ts';

/** Shorter passages, such as a heading or a table's row, may be equal without being copies. */
const MIN_WORDS = 12;

/**
 * Drops passages with the same words as a better passage of another page, such as a page that is in two sources. Markdown
 * syntax and link targets are ignored. Passages of the same page are kept.
 */
export const withoutCopies = (hits: readonly Hit[]): Hit[] => {
  const first = new Map<string, string>();
  return hits.filter(({ documentId, text }) => {
    const said = wordsOf(text);
    if (said === undefined) return true;
    const before = first.get(said);
    if (before === undefined) first.set(said, documentId);
    return before === undefined || before === documentId;
  });
};

/** Maximum characters of remembered texts, about 8 MB with their words. */
const MAX_CHARS = 2_000_000;

/** The words of a text, or undefined if they are few. Remembered, because questions find the same passages. */
const wordsOf = cacheByText((text: string): string | undefined => {
  const words =
    text
      .replace(/\]\([^)]*\)/g, ']')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length < MIN_WORDS ? undefined : words.join(' ');
}, MAX_CHARS);
