import { quantile } from './quantile.ts';
import { seededIntegers } from './random.ts';

/** One thing that a person and a judge both judged: true for right. */
export interface JudgedPair {
  person: boolean;
  judge: boolean;
}

/** A figure with its 95 % interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
  /** Pairs that it rests on. */
  n: number;
}

/** How a judge agrees with a person. */
export interface Agreement {
  n: number;
  /** Share of pairs in which both give the same verdict. */
  agreement: Interval;
  /**
   * Cohen's kappa (1960): agreement beyond what two would reach who knew nothing but how often each says right. Undefined
   * where chance alone would agree always: when both said one thing throughout.
   */
  kappa?: Interval;
  /** Of what the person called right, the share that the judge did. Undefined where there is none. */
  sensitivity?: Interval;
  /** Of what the person called wrong, the share that the judge did. */
  specificity?: Interval;
}

const RESAMPLES = 2000;
/** Of the draws, so that the same pairs give the same intervals. */
const SEED = 0;

/** Agreement of a judge and a person over pairs, with Wilson intervals for shares and a bootstrap interval for kappa. */
export const agreementOf = (pairs: readonly JudgedPair[]): Agreement => {
  const kappa = kappaOf(pairs);
  const right = pairs.filter(({ person }) => person);
  const wrong = pairs.filter(({ person }) => !person);
  return {
    n: pairs.length,
    agreement: shareOf(pairs, ({ person, judge }) => person === judge) ?? { value: 0, low: 0, high: 1, n: 0 },
    ...(kappa !== undefined && { kappa: { value: kappa, ...bounds(resample(pairs, kappaOf)), n: pairs.length } }),
    ...withShare(
      'sensitivity',
      shareOf(right, ({ judge }) => judge),
    ),
    ...withShare(
      'specificity',
      shareOf(wrong, ({ judge }) => !judge),
    ),
  };
};

/**
 * What people would say where the judge calls `share` right: (share + specificity - 1) / (sensitivity + specificity - 1)
 * (Rogan and Gladen 1978), with a bootstrap interval over the pairs. Undefined where the judge knows no better than chance.
 */
export const peopleWouldSay = (share: number, pairs: readonly JudgedPair[]): Interval | undefined => {
  const corrected = (sample: readonly JudgedPair[]): number | undefined => {
    const right = sample.filter(({ person }) => person);
    const wrong = sample.filter(({ person }) => !person);
    if (right.length === 0 || wrong.length === 0) return undefined;
    const sensitivity = right.filter(({ judge }) => judge).length / right.length;
    const specificity = wrong.filter(({ judge }) => !judge).length / wrong.length;
    const knows = sensitivity + specificity - 1;
    return knows <= 0 ? undefined : Math.min(1, Math.max(0, (share + specificity - 1) / knows));
  };
  const value = corrected(pairs);
  return value === undefined ? undefined : { value, ...bounds(resample(pairs, corrected)), n: pairs.length };
};

const withShare = <Name extends string>(name: Name, share: Interval | undefined) =>
  (share === undefined ? {} : { [name]: share }) as { [Key in Name]?: Interval };

const kappaOf = (pairs: readonly JudgedPair[]): number | undefined => {
  const n = pairs.length;
  if (n === 0) return undefined;
  const share = (holds: (pair: JudgedPair) => boolean) => pairs.filter(holds).length / n;
  const [person, judge] = [share((pair) => pair.person), share((pair) => pair.judge)];
  const byChance = person * judge + (1 - person) * (1 - judge);
  return byChance === 1 ? undefined : (share((pair) => pair.person === pair.judge) - byChance) / (1 - byChance);
};

/** Wilson's interval (1927), which stays inside 0 and 1 also for few pairs. */
const shareOf = (pairs: readonly JudgedPair[], holds: (pair: JudgedPair) => boolean): Interval | undefined => {
  const n = pairs.length;
  if (n === 0) return undefined;
  const value = pairs.filter(holds).length / n;
  const z = 1.96;
  const middle = (value + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((value * (1 - value)) / n + (z * z) / (4 * n * n));
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n };
};

/** Sorted replicates over pairs drawn with replacement; those for which the figure is undefined are left out. */
const resample = (
  pairs: readonly JudgedPair[],
  figure: (sample: readonly JudgedPair[]) => number | undefined,
): number[] => {
  const below = seededIntegers(SEED);
  const replicates = Array.from({ length: RESAMPLES }, () =>
    figure(Array.from(pairs, () => pairs[below(pairs.length)] as JudgedPair)),
  );
  return replicates.filter((one) => one !== undefined).sort((a, b) => a - b);
};

const bounds = (sorted: readonly number[]) => ({ low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) });
