import type { Scope } from '../../core/document.ts';
import type { PassageIndex, VectorStore } from '../../stores/index.ts';
import { dot } from '../encoder/unit-vector.ts';
import { calibrated } from '../encoder/unrelated.ts';

/** Cosines of a question and the passages looked at so far. */
export interface Cosines {
  /** Passages whose cosine is known. */
  readonly known: ReadonlyMap<number, number>;
  /** Makes the cosines of these passages known; those without a vector keep none. */
  look(passages: Iterable<number>): Promise<void>;
  /** The vectors of these passages, as far as they have one. */
  vectors(passages: Iterable<number>): Promise<ReadonlyMap<number, Float32Array>>;
  /** dn: the calibrated cosine, scaled so that the best passage has 1 and `FLOOR` is 0. */
  scaled(passage: number): number;
  /** A cosine of the same encoder, calibrated: 0 where two texts have nothing in common. */
  calibrated(cosine: number): number;
}

/**
 * Stands for the least calibrated cosine of the corpus, which no index gives: sentence encoders put some unrelated texts
 * about here. It shifts all passages alike, so that only the scale depends on it.
 */
const FLOOR = -0.1;

/**
 * The vectors nearest to the question, and those of other candidates on demand.
 * @param unrelated the cosine that the encoder gives to texts with nothing in common (`encoder/unrelated.ts`)
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

  /** Reads the vectors of those passages that were not asked for before. @returns those that have one */
  const load = async (passages: Iterable<number>): Promise<number[]> => {
    const fresh = [...passages].filter((passage) => !read.has(passage));
    for (const passage of fresh) read.add(passage);
    const ids = fresh.length > 0 ? await index.idsOf(fresh, scopes) : new Map<number, string>();
    const found = ids.size > 0 ? await vectors.vectors([...ids.values()]) : new Map<string, Float32Array>();
    for (const [passage, id] of ids) if (found.has(id)) loaded.set(passage, found.get(id)!);
    return fresh.filter((passage) => loaded.has(passage));
  };

  return {
    known,
    async look(passages) {
      for (const passage of await load([...passages].filter((each) => !known.has(each))))
        known.set(passage, dot(question, loaded.get(passage)!));
    },
    async vectors(passages) {
      await load(passages);
      return loaded;
    },
    scaled(passage) {
      const cosine = known.get(passage);
      return cosine === undefined ? 0 : (ofPair(cosine) - FLOOR) / Math.max(best - FLOOR, 1e-9);
    },
    calibrated: ofPair,
  };
};
