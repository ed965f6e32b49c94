import type { Scope } from '../../core/document.ts';
import type { PassageIndex, VectorStore } from '../../stores/index.ts';
import { dot } from '../encoder/unit-vector.ts';

/** Cosines of a question and the passages looked at so far. */
export interface Cosines {
  /** Passages whose cosine is known. */
  readonly known: ReadonlyMap<number, number>;
  /** Makes the cosines of these passages known; those without a vector keep none. */
  look(passages: Iterable<number>): Promise<void>;
  /** The vectors of these passages, as far as they have one. */
  vectors(passages: Iterable<number>): Promise<ReadonlyMap<number, Float32Array>>;
  /** dn: the cosine, scaled so that the best passage has 1 and `FLOOR` is 0. */
  scaled(passage: number): number;
}

/**
 * Stands for the least cosine of the corpus, which no index gives: sentence encoders put unrelated texts about here. It
 * shifts all passages alike, so that only the scale depends on it.
 */
const FLOOR = -0.1;

/** The vectors nearest to the question, and those of other candidates on demand. */
export const openCosines = async (
  {
    index,
    vectors,
    scopes,
  }: { index: PassageIndex; vectors: Pick<VectorStore, 'search' | 'vectors'>; scopes: readonly Scope[] },
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
  const best = nearest[0]?.score ?? 1;

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
    scaled: (passage) => ((known.get(passage) ?? FLOOR) - FLOOR) / Math.max(best - FLOOR, 1e-9),
  };
};
