/** The number of 32-bit words in a code, which has one bit per dimension. */
export const codeWords = (dimensions: number): number => Math.ceil(dimensions / 32);

/** The vector's signs as bits: 1 for a positive number. */
export const codeOf = (vector: Float32Array): Uint32Array => {
  const code = new Uint32Array(codeWords(vector.length));
  for (let i = 0; i < vector.length; i += 1) if (vector[i]! > 0) code[i >> 5]! |= 1 << (i & 31);
  return code;
};
