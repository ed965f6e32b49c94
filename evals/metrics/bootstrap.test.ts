import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate, holm, pairedDifference } from './bootstrap.ts';
import { quantile } from './quantile.ts';

describe('estimate', () => {
  it('gives no figure where nothing was graded', () => {
    expect(estimate([])).toBeUndefined();
  });

  it('covers the true share about nineteen times of twenty', () => {
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      // A fair share of 0.3 over 120 questions, drawn by a generator of its own.
      const values = Array.from({ length: 120 }, (_, i) => Number(((trial * 120 + i) * 2654435761) % 1000 < 300));
      const { low, high } = estimate(values, { seed: trial })!;
      if (low <= 0.3 && 0.3 <= high) covered += 1;
    }
    expect(covered).toBeGreaterThanOrEqual(180);
  });

  it('is the normal interval where that is known: 0.5 ± 1.96 · 0.5 / √400', () => {
    const values = Array.from({ length: 400 }, (_, i) => i % 2);
    const { value, low, high, n } = estimate(values, { seed: 3 })!;
    expect({ value, n }).toEqual({ value: 0.5, n: 400 });
    expect(low).toBeCloseTo(0.451, 2);
    expect(high).toBeCloseTo(0.549, 2);
  });

  it('holds its value, and is the same for the same seed', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 1, maxLength: 30 }), (values) => {
        const one = estimate(values, { seed: 1 })!;
        expect(one).toEqual(estimate(values, { seed: 1 }));
        expect(one.low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
        expect(one.high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      }),
      { numRuns: 30 },
    );
  });

  it('estimates a quantile too', () => {
    const values = Array.from({ length: 101 }, (_, i) => i);
    expect(estimate(values, { statistic: { quantile: 0.95 } })!.value).toBe(95);
  });
});

describe('paired difference', () => {
  it('sees a small steady gain that two separate intervals cannot tell apart', () => {
    // Hard and easy questions lie far apart; b answers one in ten more.
    const pairs = Array.from({ length: 200 }, (_, i) => [i % 2, i % 10 === 0 ? 1 : i % 2] as const);
    const gain = pairedDifference(pairs, { seed: 1 })!;
    expect(gain.difference).toBeCloseTo(0.1);
    expect(gain.low).toBeGreaterThan(0);
    expect(gain.p).toBeLessThan(0.01);
    const [a, b] = [estimate(pairs.map(([x]) => x))!, estimate(pairs.map(([, y]) => y))!];
    expect(a.high).toBeGreaterThan(b.low);
  });

  it('has the p of the normal tail: a gain of 20 questions in 100, 30 won and 10 lost', () => {
    const pairs = Array.from(
      { length: 100 },
      (_, i) => (i < 30 ? [0, 1] : i < 40 ? [1, 0] : [1, 1]) as [number, number],
    );
    // error = √((0.4 − 0.2²) / 100) = 0.06, z = 3.33, p = 0.00086
    const { p } = pairedDifference(pairs, { seed: 1 })!;
    expect(p).toBeGreaterThan(0.0004);
    expect(p).toBeLessThan(0.0016);
  });

  it('is small enough to stand among many pairs, and never certain of a few questions', () => {
    const p = (n: number) => pairedDifference(Array.from({ length: n }, () => [0, 1] as const))!.p;
    expect(p(60)).toBeLessThan(0.05 / 1000);
    expect(p(3)).toBe(0.25);
  });

  it('calls no difference real when there is none', () => {
    const pairs = Array.from({ length: 100 }, (_, i) => [i % 2, (i + (i % 4 < 2 ? 1 : 0)) % 2] as const);
    const { low, high, p } = pairedDifference(pairs, { seed: 1 })!;
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
    expect(p).toBeGreaterThan(0.2);
  });
});

it("Holm's rule rejects step by step, as in Holm (1979)", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([true, false, false, true]);
  expect(holm([])).toEqual([]);
});

it('quantile interpolates as numpy does', () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
  expect(quantile([1, 2, 3, 4], 0.95)).toBeCloseTo(3.85, 12);
  expect(quantile([7], 0.95)).toBe(7);
});
