import { entityKey } from '../../core/text/words.ts';
import { FUNCTION_WORDS } from './function-words.ts';

/** Titles longer than this name a page as a whole only; a sentence that stands as a title has no part that would. */
const MAX_WORDS = 10;

/**
 * The keys under which a page with this title is named: the whole title, without a trailing "(…)" (docs/search.md, ranking step 4),
 * and that without a leading article, because names in a text are taken without one.
 */
export const titleKeys = (title: string): string[] => {
  const whole = entityKey(title);
  const bare = entityKey(title.replace(/\s*\([^()]*\)\s*$/, ''));
  return [...new Set([whole, bare, bare.replace(/^(?:the|a|an) (?=.)/, '')])].filter((key) => key !== '');
};

/**
 * Parts of a title that may stand for it (ranking step 4): contiguous, at least half of its words, at least two of them content
 * words; and the first and last word of three ("Ada Lovelace" for "Ada King Lovelace"). Words of the title without its
 * brackets and article.
 */
export const titleParts = (title: string): string[] => {
  const parts = new Set<string>();
  const whole = titleKeys(title);
  const words = (whole.at(-1) ?? '').split(' ');
  if (words.length < 2 || words.length > MAX_WORDS) return [];
  const least = Math.max(2, Math.ceil(words.length / 2));
  for (let from = 0; from < words.length; from++) {
    for (let to = from + least; to <= words.length; to++) {
      const part = words.slice(from, to);
      if (part.filter((word) => !FUNCTION_WORDS.has(word)).length >= 2) parts.add(part.join(' '));
    }
  }
  if (words.length === 3) parts.add(`${words[0]} ${words[2]}`);
  for (const key of whole) parts.delete(key);
  return [...parts];
};
