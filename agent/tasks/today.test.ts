import { expect, it } from 'vitest';
import { layOutToday } from './prompt.ts';

it('tells the weekday of a day, and leaves what is no day as it is', () => {
  expect(layOutToday('2026-11-29')).toBe('Today: Sunday, 2026-11-29');
  expect(layOutToday('2026-11-29T23:30:00.000Z')).toBe('Today: Sunday, 2026-11-29T23:30:00.000Z');
  expect(layOutToday('some day')).toBe('Today: some day');
});
