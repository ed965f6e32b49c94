import { mean } from '../metrics/mean.ts';

/** One night's value of a metric. */
export interface Point {
  /** ISO 8601. */
  at: string;
  value: number;
  commit?: string;
}

/** What a trend does. `turned`: it left the level of its first nights for the worse. */
export interface Trend {
  turned: boolean;
  /** The level of the first nights, as their mean; undefined while there are too few. */
  reference?: number;
  /** How far the latest nights lie from it, in the metric's own unit; below 0 is worse for a metric where higher is better. */
  change?: number;
  /** The night from which the evidence gathers: where to look for the commit. */
  since?: Point;
}

/** Nights that give the level and its spread. */
export const REFERENCE_NIGHTS = 30;
/**
 * Drift that is put up with, and evidence that raises the alarm, both in standard deviations (Page 1954). Chosen over 200
 * simulated years of nights: 6.5 % of hundred-night spans at one level raise it, 98 % of declines of 0.08 points a night do
 * before 3 points are lost (docs/measured/evals.md).
 */
const SLACK = 0.6;
const LIMIT = 6;
/** The smallest spread taken, as a share: a suite that never varies would raise the alarm at one question. */
const MIN_DEVIATION = 0.004;
/** Nights whose mean says how far it has come. */
const LATEST_NIGHTS = 5;

/**
 * Finds a slow decline that no single night shows: a one-sided cumulative sum (CUSUM) of how far each night lies below the
 * mean of the first 30, less a little more than half a standard deviation. One bad night does not raise it, many slightly worse ones do.
 *
 * @param points oldest first, of one question set: another one begins a new trend
 * @param higherIsBetter false for costs
 */
export const trendOf = (points: readonly Point[], { higherIsBetter = true } = {}): Trend => {
  if (points.length <= REFERENCE_NIGHTS) return { turned: false };
  const first = points.slice(0, REFERENCE_NIGHTS).map(({ value }) => value);
  const reference = mean(first);
  const deviation = Math.sqrt(first.reduce((sum, value) => sum + (value - reference) ** 2, 0) / (first.length - 1));
  // A cost's own size stands in for the scale of a share.
  const scale = Math.max(deviation, MIN_DEVIATION * (higherIsBetter ? 1 : Math.max(1, reference)));
  let evidence = 0;
  let since: Point | undefined;
  let turned = false;
  for (const point of points.slice(REFERENCE_NIGHTS)) {
    const worse = (higherIsBetter ? reference - point.value : point.value - reference) / scale - SLACK;
    const next = Math.max(0, evidence + worse);
    if (evidence === 0 && next > 0) since = point;
    evidence = next;
    if (evidence === 0) since = undefined;
    // Once it is back at its level the alarm is over.
    turned = evidence > LIMIT || (turned && evidence > 0);
  }
  const change = mean(points.slice(-LATEST_NIGHTS).map(({ value }) => value)) - reference;
  return { turned, reference, change, ...(turned && since && { since }) };
};
