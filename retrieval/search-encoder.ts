import type { Passage } from '../core/document.ts';
import type { Log } from '../core/log.ts';
import { isStoreDown } from './circuit-breaker.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createModelCheck } from './encoder/model-check.ts';
import { type IndexSpace, servingEncoder } from './encoder/serving-encoder.ts';
import { createUnrelated } from './encoder/unrelated.ts';
import type { SearchedVectors } from './find.ts';
import { createQuestionEncoder, type QuestionEncoderOptions } from './question-vector.ts';

/** Encodes the texts of one search, with the encoder of the index's vectors. */
export interface SearchEncoder {
  /** The question's vector, or why it has none that can be compared with the index's. */
  vectorOf(question: string): Promise<{ vector?: Float32Array; failed?: string }>;
  /** Vectors of further texts, such as sub-questions; undefined if the encoder is slow or down. */
  embedMore(texts: readonly string[], as?: 'question' | 'passage'): Promise<readonly Float32Array[] | undefined>;
  /** The mean cosine of unrelated texts. */
  unrelated(): Promise<number>;
  /**
   * Compares a found passage's vector with a new one, if the last check has expired.
   * @returns why the encoder's vectors must not be compared with the index's; undefined if no reason is known
   */
  checkModel(found: Passage | undefined): Promise<string | undefined>;
  /** True once further texts of questions could not be encoded. */
  isPartial(): boolean;
}

/**
 * Creates the encoder of each search.
 * @param encoder the encoder of the settings
 * @param openNamed opens the encoder of the stored vectors if the settings name another one
 */
export const createSearchEncoder = (
  encoder: Encoder,
  openNamed: ((name: string) => Promise<Encoder | undefined>) | undefined,
  log: Log,
  options?: QuestionEncoderOptions,
): { forSearch(vectors: SearchedVectors, signal?: AbortSignal): Promise<SearchEncoder> } => {
  const serving = openNamed ? servingEncoder(encoder, openNamed) : () => encoder;
  const questions = createQuestionEncoder(log, options);
  const model = createModelCheck(encoder.name);
  const unrelatedOf = createUnrelated();
  return {
    async forSearch(vectors, signal) {
      const made = await madeWith(vectors, encoder, openNamed !== undefined);
      const through = serving('space' in made ? made.space : undefined);
      let isPartial = false;
      const embedMore: SearchEncoder['embedMore'] = async (texts, as) => {
        const more = await questions.embed(through, texts, { signal, isExtra: true, as });
        if ('vectors' in more) return more.vectors;
        if (as === undefined) isPartial = true;
        return undefined;
      };
      return {
        async vectorOf(question) {
          const failed = 'unfit' in made ? made.unfit : model.unfit();
          if (failed !== undefined) return { failed };
          const encoded = await questions.embed(through, [question], { signal });
          return 'vectors' in encoded ? { vector: encoded.vectors[0] } : encoded;
        },
        embedMore,
        unrelated: () => unrelatedOf(through, embedMore),
        async checkModel(found) {
          if (found && model.isDue()) await model.check(found, vectors, (texts) => embedMore(texts, 'passage'));
          return model.unfit();
        },
        isPartial: () => isPartial,
      };
    },
  };
};

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
