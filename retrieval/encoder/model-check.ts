import type { Passage } from '../../core/document.ts';
import type { VectorStore } from '../../stores/index.ts';
import { passageText } from '../passage-text.ts';
import { dot } from './unit-vector.ts';

/** Below this cosine, a passage's new and stored vector are from different models. Vectors of one model differ by rounding. */
const MIN_COSINE = 0.9;
/** How long a successful check is valid. */
const RECHECK_MS = 10 * 60_000;
/** How long a failed check is valid; shorter, because somebody may run `parley reindex`. */
const RECHECK_UNFIT_MS = 60_000;

/** Whether two vectors of the same text are from the same model. */
export const isSameModel = (stored: Float32Array, fresh: Float32Array): boolean =>
  stored.length === fresh.length && dot(stored, fresh) >= MIN_COSINE;

/** Detects that an encoder's name now belongs to another model than the one of the index's vectors. */
export interface ModelCheck {
  /** Why the encoder's vectors must not be compared with the index's; undefined if no reason is known. */
  unfit(): string | undefined;
  /** Whether the last check has expired. */
  isDue(): boolean;
  /**
   * Encodes a stored passage again and compares the vectors. Does nothing if the passage has no stored vector.
   * @param embed returns undefined if the encoder is down
   */
  check(
    passage: Passage,
    vectors: Pick<VectorStore, 'vectors'>,
    embed: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>,
  ): Promise<void>;
}

/** A server may change the model of a name. Comparing dimensions is not enough: many models have 384. */
export const createModelCheck = (name: string, now: () => number = Date.now): ModelCheck => {
  let until = Number.NEGATIVE_INFINITY;
  let reason: string | undefined;
  return {
    unfit: () => (now() < until ? reason : undefined),
    isDue: () => now() >= until,
    async check(passage, vectors, embed) {
      const stored = (await vectors.vectors([passage.id])).get(passage.id);
      const fresh = stored && (await embed([passageText(passage)]))?.[0];
      if (!stored || !fresh) return;
      const fits = isSameModel(stored, fresh);
      reason = fits
        ? undefined
        : `${name} gives other vectors now than those that the index was made with: run \`parley reindex\`.`;
      until = now() + (fits ? RECHECK_MS : RECHECK_UNFIT_MS);
    },
  };
};
