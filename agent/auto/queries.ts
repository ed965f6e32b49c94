import { contentStems, shareIn } from '../references/content-stems.ts';

/** Queries that share this much of their words, both ways, ask the same. */
const ALIKE = 0.8;
/** Searches of one round at most. */
export const MOST_QUERIES = 4;

/** The queries that ask something new: none that is alike to one tried or to one before it. */
export const freshQueries = (queries: readonly string[], tried: readonly string[]): string[] => {
  const known = tried.map(contentStems);
  return queries
    .map((query) => query.trim())
    .filter((query) => {
      if (query === '') return false;
      const stems = contentStems(query);
      if (known.some((other) => Math.min(shareIn(stems, other), shareIn(other, stems)) >= ALIKE)) return false;
      known.push(stems);
      return true;
    })
    .slice(0, MOST_QUERIES);
};

/** True for a question whose answer is counted or calculated rather than read. */
export const asksToCount = (question: string): boolean =>
  /\b(?:how many|how much|total|sum|altogether|combined|average|mean|median|difference|more than|less than|percent(?:age)?|share of|ratio|most|fewest|highest|lowest|largest|smallest)\b|[%Σ]/i.test(
    question,
  );
