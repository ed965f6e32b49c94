/**
 * What a weight is tried at, as multiples of itself, the nearest first: it goes further only for a further gain. One that is 0
 * is tried at `FROM_ZERO` too.
 */
const FACTORS = [0.85, 1.2, 0.7, 1.5, 0.5, 2, 0];
const FROM_ZERO = [0.3, 1];

/**
 * Coordinate ascent: tries each weight at a few multiples of itself, keeps what gains, and goes round until none does.
 * Features and ranks have no gradient to follow, and with nine weights trying is cheap.
 *
 * @param quality of a set of weights; the higher the better
 * @param minGain what a change must gain, or it counts as noise; above 0, so that the search ends
 * @param frozen weights that stay as they are
 * @returns Weights whose quality is never below that of the start, in hundredths
 */
export const coordinateAscent = <Name extends string>(
  start: Readonly<Record<Name, number>>,
  quality: (weights: Record<Name, number>) => number,
  { minGain, frozen = [] }: { minGain: number; frozen?: readonly Name[] },
): Record<Name, number> => {
  let weights = { ...start };
  let best = quality(weights);
  for (let improved = true; improved; ) {
    improved = false;
    for (const name of Object.keys(start) as Name[]) {
      if (frozen.includes(name)) continue;
      const values = [...FACTORS.map((factor) => weights[name] * factor), ...(weights[name] === 0 ? FROM_ZERO : [])];
      for (const value of values) {
        const tried = { ...weights, [name]: Math.round(value * 100) / 100 };
        const reached = quality(tried);
        if (reached > best + minGain) [weights, best, improved] = [tried, reached, true];
      }
    }
  }
  return weights;
};
