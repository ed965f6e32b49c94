import { isParleyError } from '../../../core/errors.ts';
import { dot, toUnit } from '../../../retrieval/encoder/unit-vector.ts';
import type { QuestionContext } from '../../question-context.ts';
import { contentStems } from '../../references/content-stems.ts';

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
    for (const vector of vectors) toUnit(vector);
    return { by: 'embeddings', of: (a, b) => Math.max(0, dot(vectors[a]!, vectors[b]!)), threshold: BY_EMBEDDINGS };
  }
  const stems = texts.map((text) => contentStems(text));
  return {
    by: 'words',
    of: (a, b) => {
      const shared = [...stems[a]!].filter((stem) => stems[b]!.has(stem)).length;
      return shared / Math.max(1, stems[a]!.size + stems[b]!.size - shared);
    },
    threshold: BY_WORDS,
  };
};
