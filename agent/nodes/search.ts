import { namesIn, type SearchFilter } from '../../retrieval/index.ts';
import { lookUp } from '../look-up.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import { fromHit } from '../references/from-hits.ts';
import type { NumberedReference } from '../references/reference.ts';

/** Passages that one answering prompt shows. */
export const PASSAGES = 10;

/** Searches for a query and numbers what it finds. */
export const searchFor = async (
  context: QuestionContext,
  query: string,
  k = PASSAGES,
  seeds?: { entities?: string[]; passageIds?: string[] },
  filter: SearchFilter = {},
): Promise<NumberedReference[]> => searchBy(context, { query, k, seeds, ...filter });

/** Dense retrieval: the nearest passages by meaning, by words without an encoder. */
export const searchNearest = async (
  context: QuestionContext,
  query: string,
  k = PASSAGES,
): Promise<NumberedReference[]> => searchBy(context, { query, k, by: 'nearest' });

const searchBy = async (
  context: QuestionContext,
  args: {
    query: string;
    k: number;
    seeds?: { entities?: string[]; passageIds?: string[] };
    by?: 'nearest';
  } & SearchFilter,
): Promise<NumberedReference[]> => {
  const { hits, notice } = await lookUp(context, 'search_passages', args);
  if (notice) context.trace({ kind: 'note', name: 'search-notice', data: { notice } });
  return context.references.add(hits.map(fromHit));
};

/** Passages found before that seed a search: the last ones. */
const MAX_SEEDS = 8;

/**
 * What earlier rounds found, as seeds for a search that names nothing itself ("Where does it sit?"): the passages among these
 * references. A query with a name of its own is asked by itself: seeds gain it nothing, and lead one that asks about something
 * else astray (docs/search.md, multi-step).
 */
export const seedsFor = (
  query: string,
  references: readonly NumberedReference[],
): { passageIds: string[] } | undefined => {
  if (namesIn(query).some(({ wide }) => !wide)) return undefined;
  const passageIds = references.flatMap(({ passageId }) => passageId ?? []).slice(-MAX_SEEDS);
  return passageIds.length > 0 ? { passageIds } : undefined;
};

/** One search for the whole question. */
export const searchQuestion = node('search', async ({ standalone }, context) => ({
  references: await searchFor(context, standalone),
}));

/** Passages through the graph of entities, for the query's own names. */
export const searchGraphFor = async (
  context: QuestionContext,
  query: string,
  k = PASSAGES,
): Promise<NumberedReference[]> => {
  const { hits, notice } = await lookUp(context, 'query_graph', { query, k });
  if (notice) context.trace({ kind: 'note', name: 'search-notice', data: { notice } });
  return context.references.add(hits.map(fromHit));
};

/** Several rankings as one, by reciprocal rank (Cormack et al. 2009, k = 60); each reference once. */
export const fuse = (rankings: readonly (readonly NumberedReference[])[], k: number): NumberedReference[] => {
  const scores = new Map<NumberedReference, number>();
  for (const ranking of rankings) {
    ranking.forEach((reference, rank) => {
      scores.set(reference, (scores.get(reference) ?? 0) + 1 / (60 + rank + 1));
    });
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([reference]) => reference);
};

/** The references that a text cites, or that its citations name. */
export const citedOf = (
  context: Pick<QuestionContext, 'references'>,
  text: string,
  citations: readonly { n: number }[] = [],
): NumberedReference[] => {
  const numbers = [...text.matchAll(/\[(\d+)\]/g)].map((mark) => Number(mark[1])).concat(citations.map(({ n }) => n));
  return [...new Set(numbers)].flatMap((n) => context.references.get(n) ?? []);
};

/** Each reference once, in the order of their first appearance. */
export const union = (...lists: (readonly NumberedReference[])[]): NumberedReference[] => [
  ...new Map(lists.flat().map((reference) => [reference.n, reference])).values(),
];
