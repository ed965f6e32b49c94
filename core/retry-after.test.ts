import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryAfterSeconds } from './retry-after.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-01T12:00:00Z') }));
afterEach(() => vi.useRealTimers());

it.each([
  ['120', 120],
  ['1.5', 1.5],
  ['0', 0],
  ['-5', 0],
  ['Sun, 01 Nov 2026 12:00:30 GMT', 30],
  ['Sun, 01 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('reads %j as %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header)).toBe(seconds);
});
