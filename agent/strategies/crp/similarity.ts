import { isParleyError } from '../../../core/errors.ts';
import { contentStems } from '../../../core/text/content-stems.ts';
import { dot, toUnit } from '../../../retrieval/encoder/unit-vector.ts';
import type { QuestionContext } from '../../question-context.ts';

/** sim(a, b) of texts in [0, 1], with what it was measured by. */
export interface Similarity {
  by: 'embeddings' | 'words';
  of(first: number, second: number): number;
  /** Two texts are alike above this. CRP-RAG section 3.2 leaves threshold_combine open; ours keeps "born in" and "died in" apart. */
  threshold: number;
}

const BY_EMBEDDINGS = 0.9;
const BY_WORDS = 0.75;

/** Measures texts against each other: by the cosine of embeddings where there is an encoder, else by content words in common. */
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
    return { by: 'embeddings', of: pairwise(units, (a, b) => Math.max(0, dot(a, b))), threshold: BY_EMBEDDINGS };
  }
  const stems = texts.map((text) => contentStems(text));
  return { by: 'words', of: pairwise(stems, sharedStems), threshold: BY_WORDS };
};

/** Compares items by their places in a list; an item that is not there is like nothing. */
const pairwise =
  <T>(items: readonly T[], alike: (a: T, b: T) => number) =>
  (first: number, second: number): number => {
    const [a, b] = [items[first], items[second]];
    return a === undefined || b === undefined ? 0 : alike(a, b);
  };

/** The share of all stems of two texts that both hold. */
const sharedStems = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = [...a].filter((stem) => b.has(stem)).length;
  return shared / Math.max(1, a.size + b.size - shared);
};
