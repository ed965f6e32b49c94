/**
 * The simulator's only source of chance: integer hashes. Everything is 32-bit integer arithmetic, so the same seed gives
 * the same bytes on any machine, and any fact can be had by its index without those before it.
 */

/** Folds one integer into a 32-bit hash (the finaliser of MurmurHash3 after a multiply). */
const mix = (state: number, value: number): number => {
  let h = Math.imul(state ^ value, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

/** A 32-bit hash of a seed and one to four integers. */
export const hash = (seed: number, a: number, b = 0, c = 0, d = 0): number =>
  mix(mix(mix(mix(mix(seed, 0x51ed27), a), b), c), d);

/** A 32-bit hash of a string's UTF-16 code units. */
export const hashText = (seed: number, text: string): number => {
  let h = mix(seed, text.length);
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = (h << 5) | (h >>> 27);
  }
  return mix(h >>> 0, 0x2f0b);
};

/** A hash as a number in [0, 1). */
export const unit = (h: number): number => h / 4294967296;

/** One of the items, chosen by a hash. */
export const pick = <T>(items: readonly T[], h: number): T => items[h % items.length]!;

/** A bijection of [0, n) onto itself, computable both ways in constant time. */
export interface Permutation {
  readonly n: number;
  at(index: number): number;
  inverse(value: number): number;
}

/**
 * A seeded permutation of [0, n): four rounds of a Feistel network over a grid of a x b >= n cells, walking on while it
 * lands outside (Black and Rogaway 2002, "Ciphers with Arbitrary Finite Domains", section 5). Nothing is held.
 */
export const permutation = (seed: number, n: number): Permutation => {
  const a = Math.ceil(Math.sqrt(n));
  const b = Math.ceil(n / a);
  const forward = (value: number): number => {
    let left = value % a;
    let right = (value - left) / a;
    left = (left + hash(seed, 1, right)) % a;
    right = (right + hash(seed, 2, left)) % b;
    left = (left + hash(seed, 3, right)) % a;
    right = (right + hash(seed, 4, left)) % b;
    return right * a + left;
  };
  const minus = (value: number, by: number, n: number): number => (((value - by) % n) + n) % n;
  const backward = (value: number): number => {
    let left = value % a;
    let right = (value - left) / a;
    right = minus(right, hash(seed, 4, left), b);
    left = minus(left, hash(seed, 3, right), a);
    right = minus(right, hash(seed, 2, left), b);
    left = minus(left, hash(seed, 1, right), a);
    return right * a + left;
  };
  const walk = (step: (value: number) => number, start: number): number => {
    let value = step(start);
    while (value >= n) value = step(value);
    return value;
  };
  return { n, at: (index) => walk(forward, index), inverse: (value) => walk(backward, value) };
};
