import { readDay } from './field-keys.ts';
import type { SearchFilter } from './filter.ts';

/** What a person typed into a search: words to look for, and what narrows them. */
export interface TypedSearch extends SearchFilter {
  text: string;
  sources?: string[];
}

/** Quotation marks that stand in pairs, in the languages that Parley reads. */
const QUOTED = [/"([^"]*)"/, /“([^”]+)”/, /„([^“”]+)[“”]/, /«\s*([^»]+?)\s*»/];
const OPERATOR = /(?<!\S)(source|type|after|before):("[^"]+"|[^\s"]+|(?!\S))/;
/** Whichever begins first: an operator in quotes is a part of its phrase. */
const PART = new RegExp([OPERATOR, ...QUOTED].map(({ source }) => source).join('|'), 'giu');

/**
 * Reads a search as people type it elsewhere: a phrase in quotes stands in every hit word for word, and `source:handbook`,
 * `type:pdf`, `after:2026-03` and `before:last-week` narrow it. A phrase's words are looked for too; an operator's are not.
 * One whose value cannot be read (`before:lunch`) stays a part of the words, and the search says so; a lone quotation mark is a
 * part of them too.
 *
 * @example readSearch('type:pdf "force majeure" in leases after:2025')
 * // { text: 'force majeure in leases', types: ['pdf'], after: '2025', phrases: ['force majeure'] }
 */
export const readSearch = (typed: string): TypedSearch => {
  const found: TypedSearch = { text: '' };
  const read = (name: string, given: string): boolean => {
    const value = given.replace(/^"|"$/g, '').trim();
    if (value === '') return false;
    if (name === 'source') found.sources = [...(found.sources ?? []), value];
    if (name === 'type') {
      const types = value.split(',').filter((type) => type !== '');
      if (types.length === 0) return false;
      found.types = [...(found.types ?? []), ...types];
    }
    if (name === 'after' || name === 'before') {
      if (readDay(value) === undefined) return false;
      found[name] = value;
    }
    return true;
  };
  const text = typed.replace(
    PART,
    (whole: string, name: string | undefined, given: string | undefined, ...rest: unknown[]) => {
      if (name !== undefined && given !== undefined) {
        if (read(name.toLowerCase(), given)) return ' ';
        found.unread = [...(found.unread ?? []), whole];
        return whole;
      }
      const phrase =
        rest
          .slice(0, QUOTED.length)
          .find((group) => typeof group === 'string')
          ?.trim() ?? '';
      if (!/[\p{L}\p{N}]/u.test(phrase)) return whole;
      found.phrases = [...(found.phrases ?? []), phrase];
      return phrase;
    },
  );
  return { ...found, text: text.replace(/\s+/g, ' ').trim() };
};
