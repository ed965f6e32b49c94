import { contentStems, shareIn } from '../../../core/text/content-stems.ts';

/** Queries that share this share of their words, in both directions, ask the same. */
const MIN_SHARED_WORDS = 0.8;
/** Searches per round. */
export const MAX_QUERIES = 4;

/** The queries that are not similar to one tried or to one before them. */
export const freshQueries = (queries: readonly string[], tried: readonly string[]): string[] => {
  const seenStems = tried.map(contentStems);
  return queries
    .map((query) => query.trim())
    .filter((query) => {
      if (query === '') return false;
      const stems = contentStems(query);
      if (seenStems.some((other) => Math.min(shareIn(stems, other), shareIn(other, stems)) >= MIN_SHARED_WORDS))
        return false;
      seenStems.push(stems);
      return true;
    })
    .slice(0, MAX_QUERIES);
};

/** Times a query is asked: a reader that overlooks a link among many sources may find it among few. */
const MAX_REPEATS = 2;

/** Queries to ask once more when a call has no new ones: those asked fewer than MAX_REPEATS times. */
export const repeatedQueries = (queries: readonly string[], tried: readonly string[]): string[] => {
  const triedStems = tried.map(contentStems);
  const timesAsked = (query: string) => {
    const stems = contentStems(query);
    return triedStems.filter((other) => Math.min(shareIn(stems, other), shareIn(other, stems)) >= MIN_SHARED_WORDS)
      .length;
  };
  return freshQueries(queries, [])
    .filter((query) => timesAsked(query) < MAX_REPEATS)
    .slice(0, 2);
};
