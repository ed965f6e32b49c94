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
