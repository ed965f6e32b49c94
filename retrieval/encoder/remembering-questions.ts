import { recentlyUsed } from '../../core/recently-used.ts';
import type { Encoder } from './encoder.ts';

/** Questions under way at once, about. */
const MAX_QUESTIONS = 64;
/** Shorter than the pause after a failure (`createQuestionEncoder`), so a broken encoder is not taken for one that works. */
const KEEP_MS = 10_000;

/**
 * Keeps the vectors of the last questions for some seconds: a question is encoded for the search, and again where the choice of
 * a quote needs its cosines.
 */
export const rememberingQuestions = (encoder: Encoder, now: () => number = () => performance.now()): Encoder => {
  const known = recentlyUsed<string, { vector: Float32Array; at: number }>(MAX_QUESTIONS);
  return {
    ...encoder,
    async embed(texts, signal, as) {
      const [text] = texts;
      if (as !== 'question' || texts.length !== 1 || text === undefined) return encoder.embed(texts, signal, as);
      const before = known.get(text);
      if (before && now() - before.at < KEEP_MS && !signal?.aborted) return [before.vector.slice()];
      const vectors = await encoder.embed(texts, signal, as);
      const [vector] = vectors;
      if (vector) known.set(text, { vector: vector.slice(), at: now() });
      return vectors;
    },
  };
};
