import { ParleyError } from './errors.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** What timers can count to. */
const MAX_DAYS = 24;

/** How often something is done, in milliseconds; `off` for never. */
export type Interval = number | 'off';

/**
 * Reads `15m`, `6h`, `1d` or `off`; a minute at least.
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
