/** Scales to length 1, in place, so that a dot product is a cosine; a zero vector stays zero. */
export const toUnit = (vector: Float32Array): Float32Array => {
  let squares = 0;
  for (const x of vector) squares += x * x;
  if (squares === 0) return vector;
  const scale = 1 / Math.sqrt(squares);
  for (let i = 0; i < vector.length; i++) vector[i]! *= scale;
  return vector;
};

/** Dot product; the cosine of two unit vectors. */
export const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};
