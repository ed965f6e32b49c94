import { createUnrelated, type Encoder } from '../../retrieval/index.ts';

/** Returns unit vectors, and the encoder's cosine for two texts that have nothing in common. */
export type VectorsOf = (questions: readonly string[]) => Promise<{ vectors: Float32Array[]; unrelated: number }>;

/** Keeps the vectors of the last call, so that the next call encodes only the questions that are new. */
export const createVectorCache = (encoder: Encoder): VectorsOf => {
  let known = new Map<string, Float32Array>();
  const unrelatedOf = createUnrelated();
  return async (questions) => {
    const fresh = [...new Set(questions)].filter((question) => !known.has(question));
    const vectors = fresh.length > 0 ? await encoder.embed(fresh, undefined, 'question') : [];
    const all = new Map([
      ...known,
      ...fresh.map((question, at) => [question, vectors[at] ?? new Float32Array()] as const),
    ]);
    const found = questions.map((question) => all.get(question) ?? new Float32Array());
    known = new Map(questions.map((question, at) => [question, found[at] ?? new Float32Array()]));
    const unrelated = await unrelatedOf(encoder, (texts, as) => encoder.embed(texts, undefined, as));
    return { vectors: found, unrelated };
  };
};
