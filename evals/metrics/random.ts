import { createHash } from 'node:crypto';

/**
 * A seeded stream of 32-bit integers (mulberry32): the same seed gives the same intervals and subsets on any machine.
 * @returns a function that gives the next integer below `bound`
 */
export const seededIntegers = (seed: number): ((bound: number) => number) => {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    const unit = ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000;
    return Math.floor(unit * bound);
  };
};

/** A place for a name in a seeded shuffle: the hex SHA-256 of seed and name, so that no list decides it. */
export const seededRank = (seed: number, name: string): string =>
  createHash('sha256').update(`${seed}\n${name}`).digest('hex');
