import type { Scope } from '../../core/document.ts';
import type { PassageIndex, VectorStore } from '../../stores/index.ts';
import { dot } from '../encoder/unit-vector.ts';
import { calibrated } from '../encoder/unrelated.ts';

/** Cosines between a question and passages, computed on demand. */
export interface Cosines {
  /** The cosines computed so far, by passage. */
  readonly known: ReadonlyMap<number, number>;
  /** Computes the cosines of these passages. Passages without a vector get none. */
  load(passages: Iterable<number>): Promise<void>;
  /** Reads the vectors of these passages. @returns all vectors read so far; passages without a vector are missing */
  vectors(passages: Iterable<number>): Promise<ReadonlyMap<number, Float32Array>>;
  /** The calibrated cosine, scaled so that the best passage has 1 and `FLOOR` is 0; 0 if unknown. */
  scaled(passage: number): number;
  /** Calibrates a cosine of the same encoder, so that unrelated texts have 0. */
  calibrated(cosine: number): number;
}

/**
 * An estimate of the lowest calibrated cosine in a corpus, which an index cannot return. Sentence encoders give unrelated
 * texts about this value. It shifts all passages equally, so it only affects the scale.
 */
const FLOOR = -0.1;

/**
 * Reads the passages nearest to the question, and vectors of further candidates on demand.
 * @param unrelated the encoder's mean cosine of unrelated texts (`encoder/unrelated.ts`)
 * @param depth number of nearest passages to read
 */
export const openCosines = async (
  {
    index,
    vectors,
    scopes,
    unrelated = 0,
  }: {
    index: PassageIndex;
    vectors: Pick<VectorStore, 'search' | 'vectors'>;
    scopes: readonly Scope[];
    unrelated?: number;
  },
  question: Float32Array,
  depth: number,
): Promise<Cosines> => {
  const known = new Map<number, number>();
  const loaded = new Map<number, Float32Array>();
  const read = new Set<number>();
  const nearest = await vectors.search(question, depth, scopes);
  const numbers = await index.numbersOf(
    nearest.map(({ id }) => id),
    scopes,
  );
  for (const { id, score } of nearest) if (numbers.has(id)) known.set(numbers.get(id)!, score);
  const ofPair = (cosine: number) => calibrated(cosine, unrelated);
  const best = ofPair(nearest[0]?.score ?? 1);

  /** Reads the vectors of passages that were not requested before. @returns those of them that have a vector */
  const readVectors = async (passages: Iterable<number>): Promise<number[]> => {
    const fresh = [...passages].filter((passage) => !read.has(passage));
    for (const passage of fresh) read.add(passage);
    const ids = fresh.length > 0 ? await index.idsOf(fresh, scopes) : new Map<number, string>();
    const found = ids.size > 0 ? await vectors.vectors([...ids.values()]) : new Map<string, Float32Array>();
    for (const [passage, id] of ids) if (found.has(id)) loaded.set(passage, found.get(id)!);
    return fresh.filter((passage) => loaded.has(passage));
  };

  return {
    known,
    async load(passages) {
      for (const passage of await readVectors([...passages].filter((each) => !known.has(each))))
        known.set(passage, dot(question, loaded.get(passage)!));
    },
    async vectors(passages) {
      await readVectors(passages);
      return loaded;
    },
    scaled(passage) {
      const cosine = known.get(passage);
      return cosine === undefined ? 0 : (ofPair(cosine) - FLOOR) / Math.max(best - FLOOR, 1e-9);
    },
    calibrated: ofPair,
  };
};
