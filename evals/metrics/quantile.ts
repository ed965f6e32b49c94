/** The q-quantile of sorted values, between neighbours by straight line (numpy's default, Hyndman and Fan's type 7). */
export const quantile = (sorted: ArrayLike<number>, q: number): number => {
  if (sorted.length === 0) return Number.NaN;
  const place = (sorted.length - 1) * q;
  const under = Math.floor(place);
  const low = sorted[under] ?? Number.NaN;
  const high = sorted[under + 1] ?? low;
  return low + (high - low) * (place - under);
};
