import { isParleyError } from '../../../core/errors.ts';
import { contentStems } from '../../../core/text/content-stems.ts';
import { dot, toUnit } from '../../../retrieval/encoder/unit-vector.ts';
import type { QuestionContext } from '../../question-context.ts';

/** Pairwise similarity of texts in [0, 1], and the measure used. */
export interface Similarity {
  by: 'embeddings' | 'words';
  of(first: number, second: number): number;
  /**
   * Texts are similar above this value (threshold_combine in CRP-RAG section 3.2, which gives none). Ours separates
   * "born in" from "died in".
   */
  threshold: number;
}

const MIN_COSINE = 0.9;
const MIN_SHARED_WORDS = 0.75;

/** Compares texts by the cosine of their embeddings or, without an encoder, by their shared content words. */
export const similarityOf = async (
  texts: readonly string[],
  { encoder, signal, trace }: QuestionContext,
): Promise<Similarity> => {
  const vectors = await encoder?.embed(texts, signal).catch((error: unknown) => {
    if (!isParleyError(error, 'ENCODER_UNAVAILABLE')) throw error;
    trace({ kind: 'note', name: error.code, data: { message: error.message } });
  });
  if (vectors) {
    const units = vectors.map(toUnit);
    return { by: 'embeddings', of: pairwise(units, (a, b) => Math.max(0, dot(a, b))), threshold: MIN_COSINE };
  }
  const stems = texts.map((text) => contentStems(text));
  return { by: 'words', of: pairwise(stems, stemJaccard), threshold: MIN_SHARED_WORDS };
};

/** Compares items by index; a missing item has similarity 0. */
const pairwise =
  <T>(items: readonly T[], alike: (a: T, b: T) => number) =>
  (first: number, second: number): number => {
    const [a, b] = [items[first], items[second]];
    return a === undefined || b === undefined ? 0 : alike(a, b);
  };

/** Jaccard index of two stem sets. */
const stemJaccard = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared / Math.max(1, a.size + b.size - shared);
};
