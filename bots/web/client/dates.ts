const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** A date in the reader's locale, in UTC so that the day does not shift; undefined when the text is not a date. */
export const asDay = (iso: string | undefined): string | undefined => {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? undefined : day.format(time);
};

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** “5 minutes ago” or “yesterday”; the date when it is a week ago or more. */
export const asAgo = (iso: string): string => {
  const seconds = (Date.now() - Date.parse(iso)) / 1000;
  if (!(seconds < 7 * 86_400)) return asDay(iso) ?? '';
  for (const [unit, size] of units) if (seconds >= size) return ago.format(-Math.floor(seconds / size), unit);
  return 'just now';
};
