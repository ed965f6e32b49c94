import { contentStems, shareIn } from '../../references/content-stems.ts';

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

/** True for an English question whose answer is counted or calculated. */
export const asksToCount = (question: string): boolean =>
  /\b(?:how many|how much|total|sum|altogether|combined|average|mean|median|difference|more than|less than|percent(?:age)?|share of|ratio|most|fewest|highest|lowest|largest|smallest)\b|[%Σ]/i.test(
    question,
  );

/**
 * Other searches for a question that a plain search did not answer and to which the model knew none: the question itself
 * (the graph and the tables are then asked too) and each side of an "and", which a page may state apart.
 */
export const otherWays = (question: string): string[] => {
  const bare = question.trim().replace(/[?!.]+$/, '');
  const sides = bare.split(/\s+and\s+/i);
  const asking = /^(?:who|what|which(?:\s+\S+)?|where|when|how many(?:\s+\S+)?)\b/i.exec(bare)?.[0];
  if (sides.length !== 2 || !asking || sides.some((side) => contentStems(side).size < 2)) return [question];
  const [first, second] = sides as [string, string];
  return [
    question,
    `${first}?`,
    second.toLowerCase().startsWith(asking.toLowerCase()) ? `${second}?` : `${asking} ${second}?`,
  ];
};
