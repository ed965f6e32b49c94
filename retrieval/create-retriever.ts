import type { Scope } from '../core/document.ts';
import { type Log, silentLog } from '../core/log.ts';
import { scopesWithin } from '../core/source-scopes.ts';
import type { Stores, VectorStore } from '../stores/index.ts';
import { circuitBreaker, type GuardedCalls, isStoreDown } from './circuit-breaker.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createModelCheck } from './encoder/model-check.ts';
import { type IndexSpace, servingEncoder } from './encoder/serving-encoder.ts';
import { createUnrelated } from './encoder/unrelated.ts';
import { createFactReader } from './fact-reader.ts';
import { applyFilter, isFiltering, unreadNotice } from './filters/filter.ts';
import { narrowed } from './filters/narrowed.ts';
import { byFusion, byNearest, byRanking, type Found, type SearchedVectors } from './find.ts';
import { inAskersLanguage } from './in-askers-language.ts';
import { asksForCurrent, COMPARED, preferNewer } from './prefer-newer.ts';
import { createQuestionEncoder, type QuestionEncoderOptions } from './question-vector.ts';
import { createHopCache } from './ranking/hop-cache.ts';
import type { Hit, Retriever } from './retriever.ts';
import { searchView } from './search-view.ts';
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
  const serving = encoder && (openNamed ? servingEncoder(encoder, openNamed) : () => encoder);
  const questions = createQuestionEncoder(log, questionEncoder);
  const model = createModelCheck(encoder?.name ?? '');
  const unrelatedOf = createUnrelated();
  const facts = createFactReader(stores.graph, log);
  const hopCache = createHopCache();
  const vectorStore = circuitBreaker('the vector store', log, VECTORS_TIMEOUT);
  return {
    async search({ sources, ...unscoped }) {
      const asked = { ...unscoped, scopes: scopesWithin(unscoped.scopes, sources) };
      const { k = 10, scopes, signal } = asked;
      if (k < 1 || scopes.length === 0) return { hits: [], mode: encoder ? 'fused' : 'lexical' };
      const whole = stores.passageIndex && searchView(stores.passageIndex, scopes);
      const hops = whole && (await hopCache.knownTo(whole, scopes));
      const filtered =
        whole && isFiltering(asked) ? await applyFilter(asked, whole, stores.documents, scopes) : undefined;
      const left = filtered?.passages;
      const saidOfFilter = [unreadNotice(asked), filtered?.notice].filter((said) => said !== undefined);
      if (left?.length === 0)
        return { hits: [], mode: encoder ? 'fused' : 'lexical', notice: saidOfFilter.join(' ') || undefined };
      const everyVector = guardedVectors(vectorStore.forSearch(), stores.vectors);
      const { index, vectors } =
        whole && left ? await narrowed(whole, everyVector, scopes, left) : { index: whole, vectors: everyVector };
      const [{ text, corrections }, size, made] = await Promise.all([
        whole ? correctSpelling(asked.text, whole, scopes) : { text: asked.text, corrections: [] },
        index?.size(scopes),
        encoder && madeWith(vectors, encoder, openNamed !== undefined),
      ]);
      const forCurrent = asksForCurrent(asked.text);
      const query = { ...asked, text, k: forCurrent ? Math.max(k, COMPARED) : k + SPARE_HITS };
      const through = serving?.(made && 'space' in made ? made.space : undefined);
      const embed = async (texts: readonly string[], isExtra = false, as?: 'question' | 'passage') =>
        through && questions.embed(through, texts, { signal, isExtra, as });
      const unfit = made && 'unfit' in made ? made.unfit : model.unfit();
      const encoded = unfit === undefined ? await embed([text]) : { failed: unfit };
      const fact = facts.forSearch();
      let isPartial = false;
      const embedMore = async (texts: readonly string[], as?: 'question' | 'passage') => {
        const more = await embed(texts, true, as);
        if (more && 'failed' in more && as === undefined) isPartial = true;
        return more && 'vectors' in more ? more.vectors : undefined;
      };
      const find = async (vector: Float32Array | undefined): Promise<Hit[]> => {
        const unrelated = through && vector && (await unrelatedOf(through, embedMore));
        const parts = { vectors, vector, unrelated, embed: vector && embedMore };
        // `by: 'nearest'` without a vector falls back to full text, which cannot filter: the ranking replaces it then.
        const found = await (query.by === 'nearest' && (vector || !left)
          ? byNearest(stores.lexical, vectors, query, vector)
          : index && size && size.passages > 0
            ? byRanking({ ...parts, index, query, readFacts: fact.read, known: left ? undefined : hops })
            : byFusion(stores.lexical, vectors, query, vector));
        return readHits(found, stores, scopes);
      };
      const byMeaning = async (vector: Float32Array): Promise<{ hits: Hit[] } | { failed: string }> => {
        try {
          const hits = await find(vector);
          const [best] = hits;
          if (best && model.isDue()) await model.check(best.passage, vectors, (texts) => embedMore(texts, 'passage'));
          const other = model.unfit();
          return other === undefined ? { hits } : { failed: other };
        } catch (error) {
          // If the vector store goes down during a search, the search is repeated without vectors.
          if (isStoreDown(error)) return { failed: error.message };
          throw error;
        }
      };
      const [vector] = encoded && 'vectors' in encoded ? encoded.vectors : [];
      const met = vector ? await byMeaning(vector) : encoded && 'failed' in encoded ? encoded : undefined;
      const failed = met && 'failed' in met ? met.failed : undefined;
      const hits = met && 'hits' in met ? met.hits : await find(undefined);
      const inLanguage = inAskersLanguage(hits, query.text);
      const without = fact.missing();
      // The notice must not reveal whether a source does not exist or is hidden from the asker.
      const isEmpty = sources && sources.length > 0 && !left && size?.passages === 0;
      const notices = [
        ...(isEmpty ? [`Nothing that you may see is in the source ${sources.join(' or ')}.`] : []),
        ...saidOfFilter,
        ...(failed ? [`${failed} This search went by words and links.`] : []),
        ...(without ? [`${without} This search went without stated facts.`] : []),
      ];
      return {
        hits: (forCurrent ? preferNewer(inLanguage) : withoutCopies(inLanguage)).slice(0, k),
        mode: vector && failed === undefined ? 'fused' : 'lexical',
        ...(isPartial && failed === undefined ? { partial: true } : {}),
        ...(corrections.length > 0 ? { corrections } : {}),
        ...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
      };
    },
  };
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

/** The space of the index's vectors, or the reason why this encoder's vectors cannot be compared with them. */
const madeWith = async (
  vectors: SearchedVectors,
  encoder: Encoder,
  follows: boolean,
): Promise<{ space: IndexSpace } | { unfit: string }> => {
  const space = await vectors.space().catch((error: unknown) => {
    if (isStoreDown(error)) return error;
    throw error;
  });
  if (isStoreDown(space)) return { unfit: space.message };
  if (!space) return { unfit: 'The pages have no vectors yet: run `parley reindex` to search by meaning.' };
  if (follows || space.encoder === encoder.name) return { space };
  return {
    unfit: `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`,
  };
};
