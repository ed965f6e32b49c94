import type { Scope } from '../../core/document.ts';
import type { PassageIndex } from '../../stores/passage-index.ts';
import type { VectorStore } from '../../stores/vectors.ts';
import { dot } from '../encoder/unit-vector.ts';

/** Cosines of a question and the passages looked at so far. */
export interface Cosines {
  /** Passages whose cosine is known. */
  readonly known: ReadonlyMap<number, number>;
  /** Reads the vectors of passages that have not been looked at; those without one keep none. */
  look(passages: Iterable<number>): Promise<void>;
  vector(passage: number): Float32Array | undefined;
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
  { index, vectors, scopes }: { index: PassageIndex; vectors: VectorStore; scopes: readonly Scope[] },
  question: Float32Array,
  depth: number,
): Promise<Cosines> => {
  const known = new Map<number, number>();
  const loaded = new Map<number, Float32Array>();
  const looked = new Set<number>();
  const nearest = await vectors.search(question, depth, scopes);
  const numbers = await index.numbersOf(
    nearest.map(({ id }) => id),
    scopes,
  );
  for (const { id, score } of nearest) if (numbers.has(id)) known.set(numbers.get(id)!, score);
  const best = nearest[0]?.score ?? 1;
  return {
    known,
    async look(passages) {
      const fresh = [...passages].filter((passage) => !looked.has(passage));
      if (fresh.length === 0) return;
      for (const passage of fresh) looked.add(passage);
      const ids = await index.idsOf(fresh, scopes);
      const found = await vectors.vectors([...ids.values()]);
      for (const [passage, id] of ids) {
        const vector = found.get(id);
        if (!vector) continue;
        loaded.set(passage, vector);
        known.set(passage, dot(question, vector));
      }
    },
    vector: (passage) => loaded.get(passage),
    scaled: (passage) => ((known.get(passage) ?? FLOOR) - FLOOR) / Math.max(best - FLOOR, 1e-9),
  };
};
