import { seededRandom } from '../../core/seeded-random.ts';
import { sha256 } from '../../core/sha256.ts';

/** A seeded stream of integers. @returns a function that gives the next integer below `bound` */
export const seededIntegers = (seed: number): ((bound: number) => number) => {
  const next = seededRandom(seed);
  return (bound) => Math.floor(next() * bound);
};

/** Chooses from lists by a stream of integers. @throws for an empty list */
export const choosingBy =
  (below: (bound: number) => number) =>
  <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new Error('An empty list has nothing to choose.');
    return chosen;
  };

/** A place for a name in a seeded shuffle: the hex SHA-256 of seed and name, so that no list decides it. */
export const seededRank = (seed: number, name: string): string => sha256(`${seed}\n${name}`);
