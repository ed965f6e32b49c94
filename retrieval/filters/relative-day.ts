/** An age such as `7d`, with at most four digits, because larger numbers are typing errors. */
const AGO = /^(\d{1,4})\s*(d|days?|w|weeks?|m|months?|y|years?)(?:\s+ago)?$/;
const DAYS: ReadonlyMap<string, string> = new Map([
  ['today', '0d'],
  ['yesterday', '1d'],
]);
const NAMED = /^(this|last)[\s_-]?(week|month|year)$/;

/**
 * Reads a relative date: `today`, `yesterday`, `last week` (its Monday), `7d` (seven days ago).
 *
 * @param now the time that it is relative to; days are in UTC
 * @returns a day such as `2026-03-14`; undefined for other input, and for days before the year 1000
 */
export const relativeDay = (written: string, now: Date): string | undefined => {
  const at = agoOf(DAYS.get(written) ?? written, now) ?? namedOf(written, now);
  const iso = at === undefined ? '' : new Date(at).toISOString();
  return /^[1-9]\d{3}-/.test(iso) ? iso.slice(0, 10) : undefined;
};

const partsOf = (now: Date) => ({ year: now.getUTCFullYear(), month: now.getUTCMonth(), day: now.getUTCDate() });

const agoOf = (written: string, now: Date): number | undefined => {
  const [, count, unit = ''] = written.match(AGO) ?? [];
  if (count === undefined) return undefined;
  const { year, month, day } = partsOf(now);
  if (unit.startsWith('d')) return Date.UTC(year, month, day - Number(count));
  if (unit.startsWith('w')) return Date.UTC(year, month, day - 7 * Number(count));
  const months = month - Number(count) * (unit.startsWith('y') ? 12 : 1);
  // One month before the 31st of March is the last day of February.
  const lastOfMonth = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return Date.UTC(year, months, Math.min(day, lastOfMonth));
};

const namedOf = (written: string, now: Date): number | undefined => {
  const [, which, unit] = written.match(NAMED) ?? [];
  if (which === undefined) return undefined;
  const { year, month, day } = partsOf(now);
  const back = which === 'last' ? 1 : 0;
  if (unit === 'year') return Date.UTC(year - back, 0, 1);
  if (unit === 'month') return Date.UTC(year, month - back, 1);
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return Date.UTC(year, month, day - sinceMonday - 7 * back);
};
