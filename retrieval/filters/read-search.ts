import { readDay } from './field-keys.ts';
import type { SearchFilter } from './filter.ts';

/** A typed search: the words to search for, and filters. */
export interface TypedSearch extends SearchFilter {
  text: string;
  sources?: string[];
}

/** Pairs of quotation marks in different languages. */
const QUOTED = [/"([^"]*)"/, /“([^”]+)”/, /„([^“”]+)[“”]/, /«\s*([^»]+?)\s*»/];
const OPERATOR = /(?<!\S)(source|type|after|before):("[^"]+"|[^\s"]+|(?!\S))/;
/** An operator or a phrase, whichever starts first, so an operator inside quotation marks is part of the phrase. */
const PART = new RegExp([OPERATOR, ...QUOTED].map(({ source }) => source).join('|'), 'giu');

/**
 * Parses a search in the usual syntax: a phrase in quotation marks must be in every hit verbatim, and `source:handbook`,
 * `type:pdf`, `after:2026-03` and `before:last-week` filter. The words of phrases are part of the text, operators are not.
 * An operator with an unreadable value (`before:lunch`) stays in the text and is listed in `unread`. An unpaired quotation
 * mark stays in the text too.
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
