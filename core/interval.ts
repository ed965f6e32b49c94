import { ParleyError } from './errors.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Maximum of Node's timers, in days (2^31 ms). */
const MAX_DAYS = 24;

/** Interval in milliseconds; `off` means never. */
export type Interval = number | 'off';

/**
 * Parses `15m`, `6h`, `1d` or `off`; at least one minute.
 * @throws BAD_USAGE
 */
export const readInterval = (text: string): Interval => {
  if (text === 'off') return 'off';
  const [, amount, unit] = text.match(/^(\d{1,5})([mhd])$/) ?? [];
  const ms = Number(amount) * UNITS[unit as keyof typeof UNITS];
  if (ms >= UNITS.m && ms <= MAX_DAYS * UNITS.d) return ms;
  throw new ParleyError('BAD_USAGE', {
    message: `${text} is no interval.`,
    remedy: `Write 15m, 6h or 1d (from 1m to ${MAX_DAYS}d), or off.`,
  });
};

/** The interval as `readInterval` reads it: `90m`, `6h`, `1d` or `off`. */
export const intervalText = (interval: Interval): string => {
  if (interval === 'off') return 'off';
  const unit = (['d', 'h'] as const).find((one) => interval % UNITS[one] === 0) ?? 'm';
  return `${interval / UNITS[unit]}${unit}`;
};
