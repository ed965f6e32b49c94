import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { words } from '../../../core/text/words.ts';

/**
 * Queries that share at least this fraction of their words, in both directions, are the same, unless one contains a new
 * name.
 */
const MIN_SHARED_WORDS = 0.8;
/** Searches per round. */
const MAX_QUERIES = 4;

/** True if a query repeats another one. A new name makes it a different query ("Lorain County, Ohio borders …"). */
const asksTheSame = (query: string, other: string): boolean => {
  const [stems, otherStems] = [contentStems(query), contentStems(other)];
  if (Math.min(shareIn(stems, otherStems), shareIn(otherStems, stems)) < MIN_SHARED_WORDS) return false;
  const said = new Set(words(other));
  return namedWords(query).every((word) => said.has(word));
};

/** Capitalised words, except a lone first word and words in capitals throughout. */
const namedWords = (query: string): string[] =>
  (query.match(/(?<=\S\s+)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+(?=\s\p{Lu}\p{Ll})/gu) ?? []).flatMap((word) => words(word));

/** The queries that repeat neither a tried query nor an earlier one in the list. */
export const freshQueries = (queries: readonly string[], tried: readonly string[]): string[] => {
  const seen = [...tried];
  return queries
    .map((query) => query.trim())
    .filter((query) => {
      if (query === '' || seen.some((other) => asksTheSame(query, other))) return false;
      seen.push(query);
      return true;
    })
    .slice(0, MAX_QUERIES);
};

/** How often a query may be searched. A model that overlooks a link among many sources may find it among few. */
const MAX_REPEATS = 2;

/** Queries to repeat when a call has no new ones: those searched fewer than MAX_REPEATS times. */
export const repeatedQueries = (queries: readonly string[], tried: readonly string[]): string[] =>
  freshQueries(queries, [])
    .filter((query) => tried.filter((other) => asksTheSame(query, other)).length < MAX_REPEATS)
    .slice(0, 2);
