const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A page's date as a reader writes it; undefined for what is not a date. */
export const asDay = (iso: string | undefined): string | undefined => {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? undefined : day.format(time);
};

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** “5 minutes ago”, “yesterday”; older than a week, the day. */
export const asAgo = (iso: string, now = Date.now()): string => {
  const seconds = (now - Date.parse(iso)) / 1000;
  if (!(seconds < 7 * 86_400)) return asDay(iso) ?? '';
  for (const [unit, size] of units) if (seconds >= size) return ago.format(-Math.floor(seconds / size), unit);
  return 'just now';
};
