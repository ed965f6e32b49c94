import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { words } from '../../../core/text/words.ts';

/** Queries that share this share of their words, in both directions, ask the same: unless one names what the other does not. */
const MIN_SHARED_WORDS = 0.8;
/** Searches per round. */
const MAX_QUERIES = 4;

/** True for a query that asks what another asked: a new name makes it another search ("Lorain County, Ohio borders …"). */
const asksTheSame = (query: string, other: string): boolean => {
  const [stems, otherStems] = [contentStems(query), contentStems(other)];
  if (Math.min(shareIn(stems, otherStems), shareIn(otherStems, stems)) < MIN_SHARED_WORDS) return false;
  const said = new Set(words(other));
  return namedWords(query).every((word) => said.has(word));
};

/** Words of names: those that begin with a capital, but for a lone first word and words in capitals alone. */
const namedWords = (query: string): string[] =>
  (query.match(/(?<=\S\s+)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+(?=\s\p{Lu}\p{Ll})/gu) ?? []).flatMap((word) => words(word));

/** The queries that are not similar to one tried or to one before them. */
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

/** Times a query is asked: a reader that overlooks a link among many sources may find it among few. */
const MAX_REPEATS = 2;

/** Queries to ask once more when a call has no new ones: those asked fewer than MAX_REPEATS times. */
export const repeatedQueries = (queries: readonly string[], tried: readonly string[]): string[] =>
  freshQueries(queries, [])
    .filter((query) => tried.filter((other) => asksTheSame(query, other)).length < MAX_REPEATS)
    .slice(0, 2);
