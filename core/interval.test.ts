import { expect, it } from 'vitest';
import { readInterval } from './interval.ts';

it('reads minutes, hours and days, and off', () => {
  expect(['1m', '90m', '6h', '24d', 'off'].map(readInterval)).toEqual([
    60_000,
    5_400_000,
    21_600_000,
    2_073_600_000,
    'off',
  ]);
});

it.each(['', '0m', '15', '15 m', '1w', '-1h', '25d', '1.5h', '0 * * * *', 'never'])(
  'rejects %j and says what to write',
  (text) => {
    expect(() => readInterval(text)).toThrow(expect.objectContaining({ code: 'BAD_USAGE' }));
  },
);
