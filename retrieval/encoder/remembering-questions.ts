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
      if (as !== 'question') return encoder.embed(texts, signal, as);
      signal?.throwIfAborted();
      const kept = new Map(
        texts.flatMap((text) => {
          const before = known.get(text);
          return before && now() - before.at < KEEP_MS ? [[text, before.vector] as const] : [];
        }),
      );
      const missing = texts.filter((text) => !kept.has(text));
      const vectors = missing.length === 0 ? [] : await encoder.embed(missing, signal, as);
      for (const [at, text] of missing.entries()) {
        const vector = vectors[at];
        if (vector) known.set(text, { vector: vector.slice(), at: now() });
      }
      const made = vectors.values();
      return texts.map((text) => kept.get(text)?.slice() ?? made.next().value!);
    },
  };
};
