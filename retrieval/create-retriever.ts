import type { Scope } from '../core/document.ts';
import { type Log, silentLog } from '../core/log.ts';
import { scopesWithin } from '../core/source-scopes.ts';
import type { Stores, VectorStore } from '../stores/index.ts';
import { circuitBreaker, type GuardedCalls, isStoreDown } from './circuit-breaker.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createFactReader } from './fact-reader.ts';
import { byFusion, byNearest, byRanking, type Found, type SearchedVectors } from './find.ts';
import { inAskersLanguage } from './in-askers-language.ts';
import { asksForCurrent, COMPARED, preferNewer } from './prefer-newer.ts';
import type { QuestionEncoderOptions } from './question-vector.ts';
import { createHopCache } from './ranking/hop-cache.ts';
import type { Hit, Retriever, SearchResult } from './retriever.ts';
import { createSearchEncoder, type SearchEncoder } from './search-encoder.ts';
import { searchView } from './search-view.ts';
import { searchedPart } from './searched-part.ts';
import { correctSpelling } from './spelling.ts';
import { withoutCopies } from './without-copies.ts';

export interface RetrieverParts {
  stores: Stores;
  /** If absent, searches use words, titles, links and entities only. */
  encoder?: Encoder;
  /** Opens the encoder of the stored vectors if the settings name another one. It is used until `reindex` is done. */
  openNamed?: (name: string) => Promise<Encoder | undefined>;
  log?: Log;
  /** Timeouts for encoding questions. Evals use longer ones than people would accept. */
  questionEncoder?: QuestionEncoderOptions;
}

/** Extra passages to read beyond k, which replace removed duplicates. */
const SPARE_HITS = 5;

/** Limit for all calls of one search to the vector store. */
const VECTORS_TIMEOUT = { timeoutMs: 4_000 };

/**
 * Creates a retriever with the ranking of `ranking/`. Without an encoder, or if it is down, it ranks by words, titles, links
 * and entities only; `mode` and `notice` of the result say so.
 *
 * @example
 * const { hits, notice } = await createRetriever({ stores, encoder, log }).search({ text: 'parental leave', scopes });
 */
export const createRetriever = ({
  stores,
  encoder,
  openNamed,
  log = silentLog,
  questionEncoder,
}: RetrieverParts): Retriever => {
  const meaning = encoder && createSearchEncoder(encoder, openNamed, log, questionEncoder);
  const facts = createFactReader(stores.graph, log);
  const hopCache = createHopCache();
  const vectorStore = circuitBreaker('the vector store', log, VECTORS_TIMEOUT);
  return {
    async search({ sources, ...unscoped }) {
      const asked = { ...unscoped, scopes: scopesWithin(unscoped.scopes, sources) };
      const { k = 10, scopes, signal } = asked;
      const unsearched: SearchResult = { hits: [], mode: encoder ? 'fused' : 'lexical' };
      if (k < 1 || scopes.length === 0) return unsearched;
      const whole = stores.passageIndex && searchView(stores.passageIndex, scopes);
      const hops = whole && (await hopCache.knownTo(whole, scopes));
      const everyVector = guardedVectors(vectorStore.forSearch(), stores.vectors);
      const { index, vectors, left, notices } = await searchedPart(asked, whole, everyVector, stores.documents);
      if (left === 0) return { ...unsearched, notice: notices.join(' ') || undefined };
      const [{ text, corrections }, size, searchEncoder] = await Promise.all([
        whole ? correctSpelling(asked.text, whole, scopes) : { text: asked.text, corrections: [] },
        index?.size(scopes),
        meaning?.forSearch(vectors, signal),
      ]);
      const forCurrent = asksForCurrent(asked.text);
      const query = { ...asked, text, k: forCurrent ? Math.max(k, COMPARED) : k + SPARE_HITS };
      const fact = facts.forSearch();
      const find = async (meant?: Meant): Promise<Hit[]> => {
        const vector = meant?.vector;
        // `by: 'nearest'` without a vector falls back to full text, which cannot filter: the ranking replaces it then.
        const found = await (query.by === 'nearest' && (vector || left === undefined)
          ? byNearest(stores.lexical, vectors, query, vector)
          : index && size && size.passages > 0
            ? byRanking({
                vectors,
                index,
                query,
                readFacts: fact.read,
                known: left === undefined ? hops : undefined,
                vector,
                unrelated: await meant?.encoder.unrelated(),
                embed: meant?.encoder.embedMore,
              })
            : byFusion(stores.lexical, vectors, query, vector));
        return readHits(found, stores, scopes);
      };
      const met = searchEncoder && (await findByMeaning(searchEncoder, text, find));
      const hits = met?.hits ?? (await find());
      const inLanguage = inAskersLanguage(hits, query.text);
      const without = fact.missing();
      // The notice must not reveal whether a source does not exist or is hidden from the asker.
      const isEmpty = sources && sources.length > 0 && left === undefined && size?.passages === 0;
      const said = [
        ...(isEmpty ? [`Nothing that you may see is in the source ${sources.join(' or ')}.`] : []),
        ...notices,
        ...(met?.failed ? [`${met.failed} This search went by words and links.`] : []),
        ...(without ? [`${without} This search went without stated facts.`] : []),
      ];
      return {
        hits: (forCurrent ? preferNewer(inLanguage) : withoutCopies(inLanguage)).slice(0, k),
        mode: met?.hits ? 'fused' : 'lexical',
        ...(met?.hits && searchEncoder?.isPartial() ? { partial: true } : {}),
        ...(corrections.length > 0 ? { corrections } : {}),
        ...(said.length > 0 ? { notice: said.join(' ') } : {}),
      };
    },
  };
};

/** The vector of a question, and the encoder that made it. */
interface Meant {
  vector: Float32Array;
  encoder: SearchEncoder;
}

/** Finds by the question's vector, or says why vectors cannot be used in this search. */
const findByMeaning = async (
  encoder: SearchEncoder,
  text: string,
  find: (meant: Meant) => Promise<Hit[]>,
): Promise<{ hits?: Hit[]; failed?: string }> => {
  const { vector, failed } = await encoder.vectorOf(text);
  if (!vector) return { failed };
  try {
    const hits = await find({ vector, encoder });
    const unfit = await encoder.checkModel(hits[0]?.passage);
    return unfit === undefined ? { hits } : { failed: unfit };
  } catch (error) {
    // If the vector store goes down during a search, the search is repeated without vectors.
    if (isStoreDown(error)) return { failed: error.message };
    throw error;
  }
};

/** Reads the passages of found ids. The read filters by the asker's scopes a second time. */
const readHits = async (found: readonly Found[], stores: Stores, scopes: readonly Scope[]): Promise<Hit[]> => {
  const ids = found.map(({ id }) => id);
  const passages = await stores.documents.passages(ids, scopes);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  return found.flatMap(({ id, score, via }): Hit[] => {
    const passage = byId.get(id);
    if (!passage) return [];
    const { documentId, title, text } = passage;
    return [{ documentId, passageId: id, title, text, score, via, passage }];
  });
};

const guardedVectors = ({ call }: GuardedCalls, vectors: VectorStore): SearchedVectors => ({
  space: () => call(() => vectors.space()),
  search: (...asked) => call(() => vectors.search(...asked)),
  vectors: (...asked) => call(() => vectors.vectors(...asked)),
});
