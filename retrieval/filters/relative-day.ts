/** Enough for the years that pages date from; a longer number is a slip. */
const AGO = /^(\d{1,4})\s*(d|days?|w|weeks?|m|months?|y|years?)(?:\s+ago)?$/;
const DAYS: ReadonlyMap<string, string> = new Map([
  ['today', '0d'],
  ['yesterday', '1d'],
]);
const NAMED = /^(this|last)[\s_-]?(week|month|year)$/;

/**
 * The day that a word or an age stands for: `today`, `yesterday`, `last week` (its Monday), `7d` (seven days ago).
 *
 * @param now what the words are reckoned from; days are those of UTC
 * @returns undefined for anything else, and for a day before the year 1000
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
  // A month before the 31st of March is the last of February.
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
