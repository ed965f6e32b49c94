import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginOf, type Pace, periodOf } from './periods.ts';

const at = (time: string) => Date.parse(time);

it('begin in the morning, a week on Monday', () => {
  expect(new Date(beginOf('week', periodOf('week', at('2026-11-21T12:00:00Z')))).toISOString()).toBe(
    '2026-11-16T08:00:00.000Z',
  );
  expect(periodOf('week', at('2026-11-23T07:59:59Z'))).toBe(periodOf('week', at('2026-11-16T08:00:00Z')));
  expect(periodOf('week', at('2026-11-23T08:00:00Z'))).toBe(periodOf('week', at('2026-11-16T08:00:00Z')) + 1);
  expect(new Date(beginOf('day', periodOf('day', at('2026-11-21T07:00:00Z')))).toISOString()).toBe(
    '2026-11-20T08:00:00.000Z',
  );
});

it('cover all time, each moment in one', () => {
  fc.assert(
    fc.property(fc.constantFrom<Pace>('day', 'week'), fc.integer({ min: 1e12, max: 3e12 }), (pace, now) => {
      const period = periodOf(pace, now);
      expect(beginOf(pace, period)).toBeLessThanOrEqual(now);
      expect(beginOf(pace, period + 1)).toBeGreaterThan(now);
    }),
  );
});
