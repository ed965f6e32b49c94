import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coordinateAscent } from './coordinate-ascent.ts';

/** Best where each weight is at its goal. */
const nearTo = (goal: Record<string, number>) => (weights: Record<string, number>) =>
  -Object.keys(goal).reduce((sum, name) => sum + (weights[name]! - goal[name]!) ** 2, 0);

it('comes near the best weights from where it starts, up from 0 and down to it', () => {
  const fitted = coordinateAscent({ up: 1, down: 4, off: 2, on: 0 }, nearTo({ up: 3, down: 1, off: 0, on: 1 }), {
    minGain: 0.001,
  });
  expect(fitted).toEqual({
    up: expect.closeTo(3, 0),
    down: expect.closeTo(1, 0),
    off: expect.closeTo(0, 0),
    on: expect.closeTo(1, 0),
  });
});

it('leaves frozen weights, and all of them where no change gains enough', () => {
  expect(coordinateAscent({ a: 1, b: 1 }, nearTo({ a: 2, b: 2 }), { minGain: 0.001, frozen: ['a'] })).toEqual({
    a: 1,
    b: 2,
  });
  expect(coordinateAscent({ a: 1, b: 1 }, nearTo({ a: 2, b: 2 }), { minGain: 10 })).toEqual({ a: 1, b: 1 });
});

it('never ends below its start, on whatever quality', () => {
  const weight = fc.double({ min: 0, max: 10, noNaN: true }).map((value) => Math.round(value * 100) / 100);
  fc.assert(
    fc.property(fc.tuple(weight, weight), fc.tuple(weight, weight), ([a, b], [x, y]) => {
      const quality = (w: Record<string, number>) => Math.sin(w.a! * x) + Math.cos(w.b! * y);
      expect(quality(coordinateAscent({ a, b }, quality, { minGain: 0.01 }))).toBeGreaterThanOrEqual(quality({ a, b }));
    }),
    { numRuns: 50 },
  );
});
