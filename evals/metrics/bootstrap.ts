import { quantile } from './quantile.ts';
import { seededIntegers } from './random.ts';

/** A metric over the questions that it could be told of, with its 95 % bootstrap interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
  /** How many questions were graded. */
  n: number;
}

/** What is estimated: the mean (the default) or a quantile of the sample. */
export type Statistic = 'mean' | { quantile: number };

const RESAMPLES = 2000;

/**
 * The statistic of the values with a 95 % percentile bootstrap interval over questions (Efron 1979): questions are drawn with
 * replacement 2,000 times, by a seeded generator. Undefined without a value: a metric that nothing could be graded on is left
 * out, never 0.
 */
export const estimate = (
  values: readonly number[],
  { seed = 0, statistic = 'mean' }: { seed?: number; statistic?: Statistic } = {},
): Estimate | undefined => {
  if (values.length === 0) return undefined;
  const value = evaluate(Float64Array.from(values), statistic);
  const replicates = resample(values, { seed, statistic });
  return { value, low: quantile(replicates, 0.025), high: quantile(replicates, 0.975), n: values.length };
};

/** A paired difference b - a over the questions that both answered. */
export interface PairedDifference {
  /** Mean of b - a. */
  difference: number;
  low: number;
  high: number;
  n: number;
  /**
   * Two-sided p that there is no difference: the normal tail of difference / bootstrap error, and never below the exact sign
   * test's 2 · 0.5^m of m questions that differ, since five questions prove little however well they agree.
   */
  p: number;
}

/**
 * The mean difference over pairs with its 95 % bootstrap interval. Pairing takes the spread between easy and hard questions
 * out, so far smaller differences show than two separate intervals could tell apart.
 * @param pairs [a, b] a question
 */
export const pairedDifference = (
  pairs: readonly (readonly [number, number])[],
  { seed = 0 }: { seed?: number } = {},
): PairedDifference | undefined => {
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(([a, b]) => b - a);
  const replicates = resample(differences, { seed, statistic: 'mean' });
  const difference = evaluate(Float64Array.from(differences), 'mean');
  const differing = differences.filter((one) => one !== 0).length;
  return {
    difference,
    low: quantile(replicates, 0.025),
    high: quantile(replicates, 0.975),
    n: pairs.length,
    p: Math.min(1, Math.max(normalTail(difference, deviation(replicates)), 2 * 0.5 ** differing)),
  };
};

/** The chance of taking any difference of a table for real that is none. */
const ALPHA = 0.05;

/**
 * Holm's step-down rule: which of these p values stay below ALPHA when all are asked at once. A table of forty differences
 * would otherwise show two "real" ones by chance.
 */
export const holm = (pValues: readonly number[]): boolean[] => {
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const real = new Array<boolean>(pValues.length).fill(false);
  for (const [rank, { p, index }] of order.entries()) {
    if (p > ALPHA / (pValues.length - rank)) break;
    real[index] = true;
  }
  return real;
};

/** Two-sided tail of the normal distribution beyond difference / error (Abramowitz and Stegun 7.1.26, to 1.5e-7). */
const normalTail = (difference: number, error: number): number => {
  if (difference === 0) return 1;
  if (error === 0) return 0;
  const x = Math.abs(difference / error) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return series * Math.exp(-x * x);
};

const deviation = (values: Float64Array): number => {
  const mean = evaluate(values, 'mean');
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

/** Sorted replicates of the statistic. */
const resample = (
  values: readonly number[],
  { seed, statistic }: { seed: number; statistic: Statistic },
): Float64Array => {
  const n = values.length;
  const below = seededIntegers(seed);
  const replicates = new Float64Array(RESAMPLES);
  const sample = new Float64Array(n);
  for (let r = 0; r < RESAMPLES; r++) {
    if (statistic === 'mean') {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += values[below(n)] ?? 0;
      replicates[r] = sum / n;
    } else {
      for (let i = 0; i < n; i++) sample[i] = values[below(n)] ?? 0;
      replicates[r] = evaluate(sample, statistic);
    }
  }
  return replicates.sort();
};

/** @param values may be reordered by a quantile */
const evaluate = (values: Float64Array, statistic: Statistic): number => {
  if (statistic !== 'mean') return quantile(values.sort(), statistic.quantile);
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
};
