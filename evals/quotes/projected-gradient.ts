/** What a weight may be: kinds of evidence speak for or against, whatever a small sample says. */
export type Sign = 'positive' | 'negative' | 'free' | 'zero';

/** A loss with its gradient at some weights. */
export type Loss = (weights: Float64Array, gradient: Float64Array) => number;

const STEPS = 300;
const RATE = 0.15;

/** Minimises a convex loss under sign constraints: Adam's steps (Kingma and Ba, ICLR 2015), projected after each. */
export const minimise = (loss: Loss, start: Float64Array, signs: readonly Sign[]): Float64Array => {
  const weights = Float64Array.from(start);
  const gradient = new Float64Array(weights.length);
  const [mean, square] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const project = () => {
    for (const [at, sign] of signs.entries()) {
      const value = weights[at] ?? 0;
      if (sign === 'zero' || (sign === 'positive' && value < 0) || (sign === 'negative' && value > 0)) weights[at] = 0;
    }
  };
  project();
  for (let step = 1; step <= STEPS; step++) {
    gradient.fill(0);
    loss(weights, gradient);
    // The learning rate falls linearly to zero, so that the weights converge.
    const rate = RATE * (1 - step / (STEPS + 1));
    for (let at = 0; at < weights.length; at++) {
      const slope = gradient[at] ?? 0;
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * slope;
      square[at] = 0.999 * (square[at] ?? 0) + 0.001 * slope * slope;
      const [first, second] = [(mean[at] ?? 0) / (1 - 0.9 ** step), (square[at] ?? 0) / (1 - 0.999 ** step)];
      weights[at] = (weights[at] ?? 0) - (rate * first) / (Math.sqrt(second) + 1e-8);
    }
    project();
  }
  return weights;
};

/** The product of a row of features with the weights. */
export const dot = (row: Float64Array, weights: Float64Array): number => {
  let sum = 0;
  for (let at = 0; at < row.length; at++) sum += (row[at] ?? 0) * (weights[at] ?? 0);
  return sum;
};
