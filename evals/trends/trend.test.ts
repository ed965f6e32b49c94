import { expect, it } from 'vitest';
import { seededIntegers } from '../metrics/random.ts';
import { type Point, REFERENCE_NIGHTS, trendOf } from './trend.ts';

const QUESTIONS = 200;

/**
 * A night's accuracy as a model gives it that is asked the same questions each night: most are always right or always wrong,
 * one in eight is a toss-up. `lost` is the share of accuracy that has gone so far.
 */
const nights = (seed: number, lost: (night: number) => number, count = 100): Point[] => {
  const below = seededIntegers(seed);
  const chance = () => below(1_000_000) / 1_000_000;
  const sure = Array.from({ length: QUESTIONS }, (_, i) => (i % 8 === 0 ? 0.5 : i % 10 === 1 ? 0.03 : 0.98));
  return Array.from({ length: count }, (_, night) => {
    const right = sure.filter((p) => chance() < p * (1 - lost(night) / 0.83)).length;
    return { at: new Date(Date.UTC(2026, 0, 1 + night)).toISOString(), value: right / QUESTIONS, commit: `c${night}` };
  });
};

/** The share lost at the night on which the alarm is raised; undefined where it never is. */
const lossWhenFlagged = (points: Point[], lost: (night: number) => number): number | undefined => {
  for (let night = REFERENCE_NIGHTS; night < points.length; night += 1)
    if (trendOf(points.slice(0, night + 1)).turned) return lost(night);
  return undefined;
};

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);

it.each([0.0004, 0.0006, 0.0008])('flags a decline of %d a night before 3 points are lost', (slope) => {
  const lost = (night: number) => Math.max(0, night - REFERENCE_NIGHTS) * slope;
  const losses = SEEDS.map((seed) => lossWhenFlagged(nights(seed, lost, 130), lost));
  const inTime = losses.filter((loss) => loss !== undefined && loss < 0.03).length;
  expect(inTime).toBeGreaterThanOrEqual(SEEDS.length * 0.95);
});

it('leaves a hundred nights at one level alone', () => {
  const flagged = SEEDS.filter(
    (seed) =>
      lossWhenFlagged(
        nights(seed, () => 0),
        () => 0,
      ) !== undefined,
  ).length;
  expect(flagged).toBeLessThanOrEqual(SEEDS.length * 0.1);
});

it('names the night from which the evidence gathers, and is over when the level is back', () => {
  const drop = (night: number) => (night >= 50 && night < 80 ? 0.05 : 0);
  const turned = trendOf(nights(3, drop, 70));
  expect(turned.turned).toBe(true);
  expect(Number(turned.since?.commit?.slice(1))).toBeGreaterThanOrEqual(44);
  expect(Number(turned.since?.commit?.slice(1))).toBeLessThanOrEqual(52);
  expect(turned.change).toBeLessThan(-0.02);
  expect(trendOf(nights(3, drop, 80).concat(nights(4, () => -0.02, 60))).turned).toBe(false);
});

it('does not mind one bad night, nor a gain; a cost turns upwards', () => {
  const oneBad = (night: number) => (night === 50 ? 0.03 : 0);
  expect(trendOf(nights(5, oneBad, 60)).turned).toBe(false);
  expect(trendOf(nights(5, (night) => -night * 0.001, 100)).turned).toBe(false);
  const costs = Array.from({ length: 60 }, (_, night) => ({
    at: '2026-01-01',
    value: 2000 + (night % 3) * 10 + Math.max(0, night - 35) * 15,
  }));
  expect(trendOf(costs, { higherIsBetter: false }).turned).toBe(true);
  expect(trendOf(costs.slice(0, 35), { higherIsBetter: false }).turned).toBe(false);
  expect(trendOf(costs.slice(0, 5)).turned).toBe(false);
});
