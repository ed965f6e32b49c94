import type { Hit } from './retriever.ts';

/** Words below which two passages may say the same without being copies: a heading, a line of a table. */
const MIN_WORDS = 12;

/**
 * Drops passages of other pages that say word for word what a better one says: the same page in two sources, or under two
 * names. Markdown's signs and links do not count. Passages of one page stay.
 */
export const withoutCopies = (hits: readonly Hit[]): Hit[] => {
  const first = new Map<string, string>();
  return hits.filter(({ documentId, text }) => {
    const words =
      text
        .replace(/\]\([^)]*\)/g, ']')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length < MIN_WORDS) return true;
    const said = words.join(' ');
    const before = first.get(said);
    if (before === undefined) first.set(said, documentId);
    return before === undefined || before === documentId;
  });
};
