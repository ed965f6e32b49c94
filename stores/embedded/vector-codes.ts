import { BLOCK_SIZE } from '../posting.ts';

/** A block's codes and which of its places hold one. */
export interface CodeBlock {
  block: number;
  taken: Uint8Array;
  codes: Uint8Array;
}

/** 32-bit words of a code: a bit a dimension. */
export const codeWords = (dimensions: number): number => Math.ceil(dimensions / 32);

/** The signs of a vector's numbers. */
export const codeOf = (vector: Float32Array): Uint32Array => {
  const code = new Uint32Array(codeWords(vector.length));
  for (let i = 0; i < vector.length; i += 1) if (vector[i]! > 0) code[i >> 5]! |= 1 << (i & 31);
  return code;
};

/**
 * Keys of the vectors whose codes differ from the query's in the fewest bits: `wanted` of them and those that tie with the
 * last. On 40,000 MiniLM vectors the nearest 800 hold 99 % of the true nearest 20, the nearest 400 98 %.
 * Linear, at about 35 ns a vector of 384 dimensions: counting bits per vector, then picking by a histogram of distances.
 */
export const nearestCodes = (query: Uint32Array, blocks: Iterable<CodeBlock>, wanted: number): number[] => {
  const words = query.length;
  const most = words * 32;
  const histogram = new Uint32Array(most + 2);
  const measured: { block: number; distances: Uint16Array }[] = [];
  for (const { block, taken, codes } of blocks) {
    const code = aligned(codes);
    const places = Math.min(BLOCK_SIZE, Math.floor(code.length / words));
    const distances = new Uint16Array(places);
    for (let place = 0, at = 0; place < places; place += 1, at += words) {
      if (((taken[place >> 3]! >> (place & 7)) & 1) === 0) {
        distances[place] = most + 1;
        continue;
      }
      let distance = 0;
      for (let word = 0; word < words; word += 1) {
        let bits = code[at + word]! ^ query[word]!;
        bits -= (bits >>> 1) & 0x55555555;
        bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
        distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
      }
      distances[place] = distance;
      histogram[distance]! += 1;
    }
    measured.push({ block, distances });
  }
  let border = 0;
  for (let seen = histogram[0]!; seen < wanted && border < most; seen += histogram[border]!) border += 1;
  const keys: number[] = [];
  for (const { block, distances } of measured)
    for (let place = 0; place < distances.length; place += 1)
      if (distances[place]! <= border) keys.push(block * BLOCK_SIZE + place);
  return keys;
};

/** Words of a blob; a copy where it does not begin at a multiple of four. */
const aligned = (blob: Uint8Array): Uint32Array =>
  blob.byteOffset % 4 === 0
    ? new Uint32Array(blob.buffer, blob.byteOffset, blob.byteLength >> 2)
    : new Uint32Array(Uint8Array.from(blob).buffer);
