import { entityKey } from '../../core/text/words.ts';
import { FUNCTION_WORDS } from './function-words.ts';

/** Longer titles are usually sentences, whose parts do not name the page. */
const MAX_WORDS = 10;

/**
 * The keys by which texts name a page with this title: the whole title, the title without a trailing "(…)", and that without
 * a leading article, because names in texts are found without articles (docs/search.md, ranking step 4).
 */
export const titleKeys = (title: string): string[] => {
  const whole = entityKey(title);
  const bare = entityKey(title.replace(/\s*\([^()]*\)\s*$/, ''));
  return [...new Set([whole, bare, bare.replace(/^(?:the|a|an) (?=.)/, '')])].filter((key) => key !== '');
};

/**
 * Parts of a title by which texts may name its page (ranking step 4): contiguous parts with at least half of its words and two
 * content words, and the first and last of three words ("Ada Lovelace" for "Ada King Lovelace"). The title's article and a
 * part in brackets are ignored.
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
