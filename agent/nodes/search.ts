import { type Hit, namesIn, type SearchFilter } from '../../retrieval/index.ts';
import { lookUp } from '../look-up.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import { fromHit } from '../references/from-hits.ts';
import type { NumberedReference } from '../references/reference.ts';

/** Default number of passages in an answering prompt. */
export const PASSAGES = 10;

/** Searches for a query and numbers the results. */
export const searchFor = async (
  context: QuestionContext,
  query: string,
  k = PASSAGES,
  seeds?: { entities?: string[]; passageIds?: string[] },
  filter: SearchFilter = {},
): Promise<NumberedReference[]> => searchBy(context, { query, k, seeds, ...filter });

/** Dense retrieval: the passages nearest in meaning, or by words without an encoder. */
export const searchNearest = async (
  context: QuestionContext,
  query: string,
  k = PASSAGES,
): Promise<NumberedReference[]> => searchBy(context, { query, k, by: 'nearest' });

type SearchArgs = {
  query: string;
  k: number;
  seeds?: { entities?: string[]; passageIds?: string[] };
  by?: 'nearest';
} & SearchFilter;

const searchBy = async (context: QuestionContext, args: SearchArgs): Promise<NumberedReference[]> =>
  context.references.add((await hitsFor(context, args)).map(fromHit));

/** Searches for a query without numbering the results. */
export const hitsFor = async (context: QuestionContext, args: SearchArgs): Promise<Hit[]> => {
  const { hits, notice } = await lookUp(context, 'search_passages', args);
  if (notice) context.trace({ kind: 'note', name: 'search-notice', data: { notice } });
  return hits;
};

/** Maximum earlier passages, the latest ones, that seed a search. */
const MAX_SEEDS = 8;

/**
 * Seeds for a query without a name of its own ("Where does it sit?"): the passages among the earlier references. A
 * query with a name gets none, because seeds do not help it and mislead a change of topic (docs/search.md, multi-step).
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

/** Searches the entity graph from the query's names. */
export const searchGraphFor = async (
  context: QuestionContext,
  query: string,
  k = PASSAGES,
): Promise<NumberedReference[]> => {
  const { hits, notice } = await lookUp(context, 'query_graph', { query, k });
  if (notice) context.trace({ kind: 'note', name: 'search-notice', data: { notice } });
  return context.references.add(hits.map(fromHit));
};

/** Merges rankings by reciprocal rank fusion (Cormack et al. 2009, k = 60). Each one occurs once, by its identity. */
export const fuse = <T>(rankings: readonly (readonly T[])[], k: number): T[] => {
  const scores = new Map<T, number>();
  for (const ranking of rankings) {
    ranking.forEach((one, rank) => {
      scores.set(one, (scores.get(one) ?? 0) + 1 / (60 + rank + 1));
    });
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([one]) => one);
};

/** The references cited in a text or in its citations. */
export const citedOf = (
  context: Pick<QuestionContext, 'references'>,
  text: string,
  citations: readonly { n: number }[] = [],
): NumberedReference[] => {
  const numbers = [...text.matchAll(/\[(\d+)\]/g)].map((mark) => Number(mark[1])).concat(citations.map(({ n }) => n));
  return [...new Set(numbers)].flatMap((n) => context.references.get(n) ?? []);
};

/** Joins lists without duplicates, in order of first appearance. */
export const union = (...lists: (readonly NumberedReference[])[]): NumberedReference[] => [
  ...new Map(lists.flat().map((reference) => [reference.n, reference])).values(),
];
