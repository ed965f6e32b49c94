import type { Passage } from '../../core/document.ts';
import type { VectorStore } from '../../stores/index.ts';
import { passageText } from '../passage-text.ts';
import { dot } from './unit-vector.ts';

/** Below this cosine a passage's vector and its stored one are of two models: the same one's differ by rounding. */
const MIN_COSINE = 0.9;
/** How long what was found out holds. */
const HOLDS_MS = 10 * 60_000;
/** How soon an encoder that did not fit is looked at again: somebody may have run `parley reindex`. */
const HOLDS_UNFIT_MS = 60_000;

/** Whether two vectors of one text are the same model's. */
export const isSameModel = (stored: Float32Array, fresh: Float32Array): boolean =>
  stored.length === fresh.length && dot(stored, fresh) >= MIN_COSINE;

/** Notices that another model stands behind an encoder's name than the one that made the index's vectors. */
export interface ModelCheck {
  /** Why the encoder's vectors must not be compared with the index's, as far as is known. */
  unfit(): string | undefined;
  /** True when it is time to look. */
  isDue(): boolean;
  /**
   * Encodes a stored passage anew and compares. A passage without a stored vector tells nothing.
   * @param embed undefined where the encoder is down
   */
  look(
    passage: Passage,
    vectors: Pick<VectorStore, 'vectors'>,
    embed: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>,
  ): Promise<void>;
}

/** A server may change what stands behind a name, and dimensions need not tell: two models of 384 are common. */
export const createModelCheck = (name: string, now: () => number = Date.now): ModelCheck => {
  let until = Number.NEGATIVE_INFINITY;
  let reason: string | undefined;
  return {
    unfit: () => (now() < until ? reason : undefined),
    isDue: () => now() >= until,
    async look(passage, vectors, embed) {
      const stored = (await vectors.vectors([passage.id])).get(passage.id);
      const fresh = stored && (await embed([passageText(passage)]))?.[0];
      if (!stored || !fresh) return;
      const fits = isSameModel(stored, fresh);
      reason = fits
        ? undefined
        : `${name} gives other vectors now than those that the index was made with: run \`parley reindex\`.`;
      until = now() + (fits ? HOLDS_MS : HOLDS_UNFIT_MS);
    },
  };
};
