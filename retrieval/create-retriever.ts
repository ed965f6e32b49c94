import { type Log, silentLog } from '../core/log.ts';
import { scopesWithin } from '../core/source-scopes.ts';
import type { Stores, VectorStore } from '../stores/index.ts';
import { circuitBreaker, type GuardedCalls, isMissing } from './circuit-breaker.ts';
import type { Encoder } from './encoder/encoder.ts';
import { type MadeWith, servingEncoder } from './encoder/serving-encoder.ts';
import { createFactReader } from './fact-reader.ts';
import { byFusion, byRanking, type SearchedVectors } from './find.ts';
import { createQuestionEncoder } from './question-vector.ts';
import type { Hit, Retriever } from './retriever.ts';
import { searchView } from './search-view.ts';
import { correctSpelling } from './spelling.ts';

/** What a retriever searches in and with. */
export interface RetrieverParts {
  stores: Stores;
  /** Absent: search by words, titles, links and entities. */
  encoder?: Encoder;
  /** Opens the encoder that made the vectors where the settings name another by now: it serves until `reindex` is done. */
  openNamed?: (name: string) => Promise<Encoder | undefined>;
  log?: Log;
}

/** What the vectors of one search may take, all together. */
const VECTORS_TIMEOUT = { timeoutMs: 4_000 };

/**
 * Finds passages by the ranking of `ranking/`; without an encoder, or when it is down, the same ranking goes by words,
 * titles, links and entities, and the result says so.
 *
 * @example
 * const { hits, notice } = await createRetriever({ stores, encoder, log }).search({ text: 'parental leave', scopes });
 */
export const createRetriever = ({ stores, encoder, openNamed, log = silentLog }: RetrieverParts): Retriever => {
  const serving = encoder && (openNamed ? servingEncoder(encoder, openNamed) : () => encoder);
  const questions = createQuestionEncoder(log);
  const facts = createFactReader(stores.graph, log);
  const vectorStore = circuitBreaker('the vector store', log, VECTORS_TIMEOUT);
  return {
    async search({ sources, ...whole }) {
      const asked = { ...whole, scopes: scopesWithin(whole.scopes, sources) };
      const { k = 10, scopes, signal } = asked;
      if (k < 1 || scopes.length === 0) return { hits: [], mode: encoder ? 'fused' : 'lexical' };
      const index = stores.passageIndex && searchView(stores.passageIndex, scopes);
      const vectors = within(vectorStore.forSearch(), stores.vectors);
      const [{ text, corrections }, size, made] = await Promise.all([
        index ? correctSpelling(asked.text, index, scopes) : { text: asked.text, corrections: [] },
        index?.size(scopes),
        encoder && madeWith(vectors, encoder, openNamed !== undefined),
      ]);
      const query = { ...asked, text };
      const through = serving?.(made && 'space' in made ? made.space : undefined);
      const embed = async (texts: readonly string[]) => through && questions.embed(through, texts, signal);
      const encoded = made && 'unfit' in made ? { failed: made.unfit } : await embed([text]);
      const fact = facts.forSearch();
      const find = (vector: Float32Array | undefined) => {
        const embedMore = async (texts: readonly string[]) => {
          const more = await embed(texts);
          return more && 'vectors' in more ? more.vectors : undefined;
        };
        const parts = { vectors, vector, embed: vector && embedMore };
        return index && size && size.passages > 0
          ? byRanking({ ...parts, index, query, readFacts: fact.read })
          : byFusion(stores.lexical, vectors, query, vector);
      };
      const asking = encoded && 'vectors' in encoded ? encoded.vectors[0] : undefined;
      // Vectors that are lost on the way leave what words and links find.
      const lost = (error: unknown): { why: string } => {
        if (asking && isMissing(error)) return { why: error.message };
        throw error;
      };
      const first = await find(asking).catch(lost);
      const found = 'why' in first ? await find(undefined) : first;
      const vector = 'why' in first ? undefined : asking;
      const failed = 'why' in first ? first.why : encoded && 'failed' in encoded ? encoded.failed : undefined;
      const without = fact.missing();
      const notices = [
        ...(failed ? [`${failed} This search went by words and links.`] : []),
        ...(without ? [`${without} This search went without stated facts.`] : []),
      ];
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
        ...(notices.length > 0 ? { notice: notices.join(' ') } : {}),
      };
    },
  };
};

const within = ({ call }: GuardedCalls, vectors: VectorStore): SearchedVectors => ({
  space: () => call(() => vectors.space()),
  search: (...asked) => call(() => vectors.search(...asked)),
  vectors: (...asked) => call(() => vectors.vectors(...asked)),
});

/** What the index's vectors were made with, or why they cannot be compared with this encoder's. */
const madeWith = async (
  vectors: SearchedVectors,
  encoder: Encoder,
  follows: boolean,
): Promise<{ space: MadeWith } | { unfit: string }> => {
  const space = await vectors.space().catch((error: unknown) => {
    if (isMissing(error)) return error;
    throw error;
  });
  if (isMissing(space)) return { unfit: space.message };
  if (!space) return { unfit: 'The pages have no vectors yet: run `parley reindex` to search by meaning.' };
  if (follows || space.encoder === encoder.name) return { space };
  return {
    unfit: `The index was made with ${space.encoder}, the settings name ${encoder.name}: run \`parley reindex\`.`,
  };
};
