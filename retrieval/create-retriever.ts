import type { Scope } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import { scopesWithin } from '../core/source-scopes.ts';
import { entityKey } from '../core/text/words.ts';
import type { PassageIndex, Stores } from '../stores/index.ts';
import type { Scored } from '../stores/lexical.ts';
import type { Encoder } from './encoder/encoder.ts';
import { servingEncoder } from './encoder/serving-encoder.ts';
import { explain } from './explain.ts';
import { createFactReader } from './fact-reader.ts';
import { reciprocalRankFusion } from './fusion.ts';
import { createQuestionEncoder } from './question-vector.ts';
import { analyseQuestion } from './recipe/question.ts';
import { rank } from './recipe/rank.ts';
import type { ReadFacts } from './recipe/stated-links.ts';
import type { Hit, Retriever, SearchQuery, Via } from './retriever.ts';
import { searchView } from './search-view.ts';
import { mendSpelling } from './spelling.ts';

/** What a retriever searches in and with. */
export interface RetrieverParts {
  stores: Stores;
  /** Absent: search by words, titles, links and entities. */
  encoder?: Encoder;
  /** Opens the encoder that made the vectors where the settings name another by now: it serves until `reindex` is done. */
  openNamed?: (name: string) => Promise<Encoder | undefined>;
  log: Log;
}

/** Candidates that each index gives to the fusion. */
const FUSION_DEPTH = 100;

/** A hit before its passage is read. */
interface Found {
  id: string;
  score: number;
  via: Via[];
}

/**
 * Finds passages by the recipe of `recipe/rank.ts`; without an encoder, or when it is down, the same recipe goes by words,
 * titles, links and entities, and the result says so.
 *
 * @example
 * const { hits, notice } = await createRetriever({ stores, encoder, log }).search({ text: 'parental leave', scopes });
 */
export const createRetriever = ({ stores, encoder, openNamed, log }: RetrieverParts): Retriever => {
  const serving = encoder && openNamed ? servingEncoder({ encoder, vectors: stores.vectors, openNamed }) : encoder;
  const questions = serving && createQuestionEncoder(serving, log);
  const facts = createFactReader(stores.graph, log);
  return {
    async search({ sources, ...whole }) {
      const asked = { ...whole, scopes: scopesWithin(whole.scopes, sources) };
      const { k = 10, scopes, signal } = asked;
      if (k < 1 || scopes.length === 0) return { hits: [], mode: encoder ? 'fused' : 'lexical' };
      const index = stores.passageIndex && searchView(stores.passageIndex, scopes);
      const [{ text, corrections }, size, unfit] = await Promise.all([
        index ? mendSpelling(asked.text, index, scopes) : { text: asked.text, corrections: [] },
        index?.size(scopes),
        encoder && whyUnfit(stores, encoder, openNamed !== undefined),
      ]);
      const query = { ...asked, text };
      const encoded = unfit ? { failed: unfit } : await questions?.embed([text], signal);
      const vector = encoded && 'vectors' in encoded ? encoded.vectors[0] : undefined;
      const embed = async (texts: readonly string[]) => {
        const more = await questions?.embed(texts, signal);
        return more && 'vectors' in more ? more.vectors : undefined;
      };
      const found =
        index && size && size.passages > 0
          ? await byRecipe({ stores, index, query, vector, embed: vector && embed, readFacts: facts.read })
          : await byFusion(stores, query, vector);
      const passages = await stores.documents.passages(
        found.map(({ id }) => id),
        scopes,
      );
      const byId = new Map(passages.map((passage) => [passage.id, passage]));
      return {
        hits: found.flatMap(({ id, score, via }): Hit[] => {
          const passage = byId.get(id);
          if (!passage) return [];
          const { documentId, title, text } = passage;
          return [{ documentId, passageId: id, title, text, score, via, passage }];
        }),
        mode: vector ? 'fused' : 'lexical',
        ...(corrections.length > 0 ? { corrections } : {}),
        ...(encoded && 'failed' in encoded ? { notice: `${encoded.failed} This search went by words and links.` } : {}),
      };
    },
  };
};

const byRecipe = async ({
  stores,
  index,
  query: { text, k = 10, scopes, known },
  vector,
  embed,
  readFacts,
}: {
  stores: Stores;
  index: PassageIndex;
  readFacts: ReadFacts;
  query: SearchQuery;
  vector?: Float32Array;
  embed?: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>;
}): Promise<Found[]> => {
  const seeds = known && (await seedsOf(index, known, scopes));
  const ranked = await rank(text, k, {
    index,
    vectors: stores.vectors,
    scopes,
    vector,
    embed,
    known: seeds,
    readFacts,
  });
  const numbers = ranked.flatMap(({ passage, path }) => [passage, ...path.map(({ from }) => from)]);
  const ids = await index.idsOf([...new Set(numbers)], scopes);
  const { terms } = analyseQuestion(text);
  return ranked.flatMap((one) => {
    const id = ids.get(one.passage);
    return id === undefined ? [] : [{ id, score: one.score, via: explain(one, terms, ids) }];
  });
};

/** Pages of one title that an entity may mean; more of them, and it means none. */
const MOST_PAGES_OF_ENTITY = 3;

/** The passages that earlier rounds found, and the pages of the entities that they found. */
const seedsOf = async (
  index: PassageIndex,
  { passageIds = [], entities = [] }: NonNullable<SearchQuery['known']>,
  scopes: readonly Scope[],
): Promise<number[]> => {
  const [numbers, titled] = await Promise.all([
    index.numbersOf(passageIds, scopes),
    index.lists('title', entities.map(entityKey), scopes, MOST_PAGES_OF_ENTITY),
  ]);
  return [...new Set([...numbers.values(), ...titled.flatMap(({ passages }) => [...passages])])];
};

/** Why the index's vectors cannot be compared with this encoder's, or undefined when they can. */
const whyUnfit = async ({ vectors }: Stores, encoder: Encoder, follows: boolean): Promise<string | undefined> => {
  const space = await vectors.space();
  if (!space) return 'The pages have no vectors yet: run `parley reindex` to search by meaning.';
  if (follows || space.encoder === encoder.name) return undefined;
  return `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`;
};

/** What serves where there is no passage index: words and vectors, fused by rank. */
const byFusion = async (
  stores: Stores,
  { text, k = 10, scopes }: SearchQuery,
  vector?: Float32Array,
): Promise<Found[]> => {
  const [words, nearest] = await Promise.all([
    stores.lexical.search(text, FUSION_DEPTH, scopes),
    vector ? stores.vectors.search(vector, FUSION_DEPTH, scopes) : [],
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
