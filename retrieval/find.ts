import type { Scope } from '../core/document.ts';
import { entityKey } from '../core/text/words.ts';
import type { PassageIndex, Scored, Stores, VectorStore } from '../stores/index.ts';
import { explain } from './explain.ts';
import { reciprocalRankFusion } from './fusion.ts';
import type { KnownHops } from './ranking/hops.ts';
import { analyseQuestion } from './ranking/question.ts';
import { rank } from './ranking/rank.ts';
import type { ReadFacts } from './ranking/stated-links.ts';
import type { MatchReason, SearchQuery } from './retriever.ts';

/** Number of candidates from each store for the fusion. */
const FUSION_DEPTH = 100;

/** A hit without its passage. */
export interface Found {
  id: string;
  score: number;
  via: MatchReason[];
}

export type SearchedVectors = Pick<VectorStore, 'space' | 'search' | 'vectors'>;

/** Searches with the ranking over the passage index. */
export const byRanking = async ({
  vectors,
  index,
  query: { text, k = 10, scopes, seeds },
  vector,
  unrelated,
  embed,
  readFacts,
  known,
}: {
  vectors: SearchedVectors;
  index: PassageIndex;
  readFacts: ReadFacts;
  known?: KnownHops;
  query: SearchQuery;
  vector?: Float32Array;
  unrelated?: number;
  embed?: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>;
}): Promise<Found[]> => {
  const seedPassages = seeds && (await seedsOf(index, seeds, scopes));
  const ranked = await rank(text, k, {
    index,
    vectors,
    scopes,
    vector,
    unrelated,
    embed,
    seeds: seedPassages,
    readFacts,
    known,
  });
  const numbers = ranked.flatMap(({ passage, path }) => [passage, ...path.map(({ from }) => from)]);
  const ids = await index.idsOf([...new Set(numbers)], scopes);
  const { terms } = analyseQuestion(text);
  return ranked.flatMap((one) => {
    const id = ids.get(one.passage);
    return id === undefined ? [] : [{ id, score: one.score, via: explain(one, terms, ids) }];
  });
};

/** If more pages than this have an entity's name as title, the name is ambiguous and not used as a seed. */
const MAX_PAGES_OF_ENTITY = 3;

/** The passages of earlier rounds, and the pages with the names of entities of earlier rounds as titles. */
const seedsOf = async (
  index: PassageIndex,
  { passageIds = [], entities = [] }: NonNullable<SearchQuery['seeds']>,
  scopes: readonly Scope[],
): Promise<number[]> => {
  const [numbers, titled] = await Promise.all([
    index.numbersOf(passageIds, scopes),
    index.lists('title', entities.map(entityKey), scopes, MAX_PAGES_OF_ENTITY),
  ]);
  return [...new Set([...numbers.values(), ...titled.flatMap(({ passages }) => [...passages])])];
};

/** Searches by vector only, or by full text if the question has no vector. */
export const byNearest = async (
  lexical: Stores['lexical'],
  vectors: SearchedVectors,
  { text, k = 10, scopes }: SearchQuery,
  vector?: Float32Array,
): Promise<Found[]> => {
  const scored = await (vector ? vectors.search(vector, k, scopes) : lexical.search(text, k, scopes));
  return scored.map(({ id, score }) => ({
    id,
    score,
    via: [vector ? { kind: 'vector', cosine: score } : { kind: 'terms', terms: [], score }],
  }));
};

/** Searches by full text and vector with reciprocal rank fusion, for stores without a passage index. */
export const byFusion = async (
  lexical: Stores['lexical'],
  vectors: SearchedVectors,
  { text, k = 10, scopes }: SearchQuery,
  vector?: Float32Array,
): Promise<Found[]> => {
  const [words, nearest] = await Promise.all([
    lexical.search(text, FUSION_DEPTH, scopes),
    vector ? vectors.search(vector, FUSION_DEPTH, scopes) : [],
  ]);
  const [scores, cosines] = [scoresOf(words), scoresOf(nearest)];
  return reciprocalRankFusion(vector ? [words, nearest] : [words])
    .slice(0, k)
    .map(({ id, score }) => ({
      id,
      score,
      via: [
        ...(scores.has(id) ? [{ kind: 'terms' as const, terms: [], score: scores.get(id)! }] : []),
        ...(cosines.has(id) ? [{ kind: 'vector' as const, cosine: cosines.get(id)! }] : []),
      ],
    }));
};

const scoresOf = (ranking: readonly Scored[]) => new Map(ranking.map(({ id, score }) => [id, score]));
