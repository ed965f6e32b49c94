import { hashText } from '../world/random.ts';

/**
 * A unit vector of a text by hashing its words and the trigrams of each word into signed buckets (Weinberger et al. 2009,
 * "Feature Hashing for Large Scale Multitask Learning"): texts with words in common lie near each other, meaning is not
 * known to it.
 */
export const embedText = (text: string, dimensions = 256): Float32Array => {
  const vector = new Float32Array(dimensions);
  const add = (feature: string, weight: number): void => {
    const h = hashText(3, feature);
    const at = h % dimensions;
    vector[at] = vector[at]! + (h & 0x80000000 ? weight : -weight);
  };
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    add(word, 1);
    for (let i = 0; i + 3 <= word.length; i++) add(`~${word.slice(i, i + 3)}`, 0.25);
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  const norm = Math.sqrt(sum);
  if (norm === 0) vector[0] = 1;
  else for (let i = 0; i < dimensions; i++) vector[i] = vector[i]! / norm;
  return vector;
};
