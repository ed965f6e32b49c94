/** Characters at the start and the end of a page in which it says when it was written. */
const HEAD_CHARS = 600;
const TAIL_CHARS = 300;

const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
/** The number of each month by its name, in four languages, long and as its first three letters. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) =>
    Array.from({ length: 12 }, (_, month) => {
      const name = new Date(Date.UTC(2026, month)).toLocaleString(language, { month: 'long', timeZone: 'UTC' });
      return [name.toLowerCase(), name.toLowerCase().slice(0, 3)].map((key) => [key, month + 1] as const);
    }).flat(),
  ),
);
const MONTH = String.raw`\p{L}{3,10}`;
const DATE = String.raw`(?<iso>20\d\d-\d\d(?:-\d\d)?)|(?<dots>\d{1,2}[./]\s?\d{1,2}[./]\s?20\d\d)|(?<day>\d{1,2})(?:st|nd|rd|th|er)?\.?(?: de)? (?<month>${MONTH})\.?(?: de)?,? (?<year>20\d\d)|(?<monthFirst>${MONTH}) (?<dayThen>\d{1,2})(?:st|nd|rd|th)?,? (?<yearThen>20\d\d)|(?<monthOnly>${MONTH}) (?<yearOnly>20\d\d)`;
/** What a page calls the day on which it was written or changed. */
const LABEL =
  '(?:last )?(?:updated|changed|revised|modified|edited|edit|reviewed|exported|written|published)|export|as of|state|version of|date|valid[_ ]from|effective(?:[_ ](?:from|date))?|in force since|stand|gültig ab|gilt ab|datum|aktualisiert|geändert|überarbeitet|mis à jour|mise à jour|état|actualizado|fecha';
/** "Exported by Tom Ashworth 28/11/2026": at most so many letters between a label and its day. */
const STATED = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${LABEL})(?![\p{L}\d])[^\p{N}\n.;]{0,30}?(?<![\p{L}\d])(?:${DATE})(?![\p{L}\d/])`,
  'iu',
);
/** A line that opens a day of an exported chat: "--- Mon 2026-11-16 ---", "== Thu 12 Nov 2026 ==", "Mon 16.11.2026". */
const CHAT_DAY = new RegExp(String.raw`^[-=*#_ \t]*(?:\p{L}{2,10}[.,]{0,2} )?(?:${DATE})[-=*_ \t]*$`, 'gimu');
const IN_NAME = /(?<!\d)(20\d\d)[-_.](0[1-9]|1[0-2])[-_.](0[1-9]|[12]\d|3[01])(?!\d)/;

/**
 * The day on which a page says that it was written or last changed, as `YYYY-MM-DD`: in its name ("2026-11-24-minutes.txt"), by a
 * label at its start or end ("Last updated: 3 October 2026", "Stand: Oktober 2026"), or as the last day of an exported chat.
 * Undefined if it says none, or one after `before`, which is then a plan's.
 * @param name the file's name or title
 * @param before an ISO date, inclusive
 */
export const dateWritten = ({ name, text }: { name: string; text: string }, before: string): string | undefined => {
  const [inName] = IN_NAME.exec(name) ?? [];
  const days = [...text.matchAll(CHAT_DAY)].flatMap(({ groups = {} }) => read(groups) ?? []);
  const head = STATED.exec(text.slice(0, HEAD_CHARS)) ?? STATED.exec(text.slice(HEAD_CHARS).slice(-TAIL_CHARS));
  return [
    days.length > 1 ? days.sort().at(-1) : undefined,
    head ? read(head.groups ?? {}) : undefined,
    inName?.replace(/[_.]/g, '-'),
  ].find((day) => day !== undefined && !Number.isNaN(Date.parse(day)) && day <= before.slice(0, 10));
};

const read = (found: Record<string, string | undefined>): string | undefined => {
  const { iso, dots, day, month, year, monthFirst, dayThen, yearThen, monthOnly, yearOnly } = found;
  if (iso !== undefined) return iso.length === 7 ? `${iso}-01` : iso;
  if (dots !== undefined) {
    const [d = '', m = '', y = ''] = dots.split(/[./]\s?/);
    // Of "3/11/2026" no one can tell which is the month.
    if (dots.includes('/') && Number(d) <= 12 && Number(m) <= 12) return undefined;
    return Number(m) > 12 ? written(y, Number(d), m) : written(y, Number(m), d);
  }
  const named = (month ?? monthFirst ?? monthOnly ?? '').toLowerCase();
  const number = MONTHS.get(named) ?? MONTHS.get(named.slice(0, 3));
  return number === undefined ? undefined : written(year ?? yearThen ?? yearOnly ?? '', number, day ?? dayThen ?? '1');
};

const written = (year: string, month: number, day: string): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
