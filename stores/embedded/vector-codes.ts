/** 32-bit words of a code: a bit a dimension. */
export const codeWords = (dimensions: number): number => Math.ceil(dimensions / 32);

/** The signs of a vector's numbers. */
export const codeOf = (vector: Float32Array): Uint32Array => {
  const code = new Uint32Array(codeWords(vector.length));
  for (let i = 0; i < vector.length; i += 1) if (vector[i]! > 0) code[i >> 5]! |= 1 << (i & 31);
  return code;
};
