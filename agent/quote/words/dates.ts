/** A span of days, both ends included, in days since 1970-01-01 (UTC). */
export interface DaySpan {
  from: number;
  to: number;
  /** True if the text gives no year. */
  anyYear?: boolean;
}

const DAY_MS = 86_400_000;
/** In their order, folded. */
export const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`;
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? (${MONTH})\\b\\.?(?:,? (\\d{4}))?`, 'giu');
const MONTH_DAY = new RegExp(`\\b(${MONTH}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4}))?`, 'giu');
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b|\b(20\d{2})(\d{2})(\d{2})(?:_\d\d:\d\d)?\b/g;

/** Days since 1970-01-01 (UTC). `month` counts from 0. */
export const dayOf = (year: number, month: number, day: number): number =>
  Math.floor(Date.UTC(year, month, day) / DAY_MS);
/** The day of a moment in ms since 1970, as days since 1970-01-01 (UTC). */
export const dayOfMoment = (ms: number): number => Math.floor(ms / DAY_MS);
/** The year of a day since 1970-01-01 (UTC). */
export const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();
const monthIndex = (name: string): number =>
  MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase()));

/** The dates in a text, in order, with their offsets. A date without a year gets the year of the day `near`. */
export const daysIn = (text: string, near: number): (DaySpan & { start: number; end: number })[] => {
  const found: (DaySpan & { start: number; end: number })[] = [];
  const add = (match: RegExpMatchArray, year: string | undefined, month: number, day: number) => {
    if (month < 0 || day < 1 || day > 31) return;
    const at = dayOf(year ? Number(year) : yearOf(near), month, day);
    const start = match.index ?? 0;
    found.push({ from: at, to: at, ...(year ? {} : { anyYear: true }), start, end: start + match[0].length });
  };
  for (const match of text.matchAll(DAY_MONTH)) add(match, match[3], monthIndex(match[2] ?? ''), Number(match[1]));
  for (const match of text.matchAll(MONTH_DAY)) add(match, match[3], monthIndex(match[1] ?? ''), Number(match[2]));
  for (const match of text.matchAll(ISO))
    add(match, match[1] ?? match[4], Number(match[2] ?? match[5]) - 1, Number(match[3] ?? match[6]));
  return found.sort((a, b) => a.start - b.start);
};

/** The span in a sentence ("from 14 December 2026 to 4 January 2027"), or undefined. */
export const spanIn = (text: string, near: number): DaySpan | undefined => {
  const [first, second] = daysIn(text, near);
  if (!first || !second) return undefined;
  if (!/^\s*(?:to|until|till|–|—|-|and|through)\s*$/i.test(text.slice(first.end, second.start))) return undefined;
  return { from: first.from, to: second.from < first.from ? second.from + 365 : second.from };
};

/** Days relative to today. */
const RELATIVE: readonly (readonly [RegExp, (today: number) => DaySpan])[] = [
  [
    /\b(?:today|tonight|right now|currently|at the moment|heute|aujourd'hui|hoy)\b/i,
    (today) => ({ from: today, to: today }),
  ],
  [/\b(?:tomorrow|morgen|demain|mañana)\b/i, (today) => ({ from: today + 1, to: today + 1 })],
  [/\b(?:yesterday|gestern|hier soir|ayer)\b/i, (today) => ({ from: today - 1, to: today - 1 })],
  [
    /\b(?:this|the|next|coming) weekend\b|\b(?:am|dieses) wochenende\b|\bce week-?end\b|\beste fin de semana\b/i,
    (today) => weekendOf(today),
  ],
  [/\b(?:this week|diese woche|cette semaine|esta semana)\b/i, (today) => weekOf(today)],
  [/\b(?:next week|nächste woche|la semaine prochaine|la próxima semana)\b/i, (today) => weekOf(today + 7)],
  [/\b(?:last week|letzte woche|la semaine dernière|la semana pasada)\b/i, (today) => weekOf(today - 7)],
];
const HOLIDAYS: readonly (readonly [RegExp, number, number])[] = [
  [
    /\b(?:at|on|over|during) (?:christmas|xmas)\b|\bchristmas (?:day|eve)\b|\ban weihnachten\b|\bà noël\b|\ben navidad\b/i,
    11,
    25,
  ],
  [/\bnew year'?s?(?: day| eve)?\b/i, 11, 31],
];

/** Monday to Sunday around a day. */
const weekOf = (day: number): DaySpan => {
  // 1970-01-01 was a Thursday.
  const monday = day - ((day + 3) % 7);
  return { from: monday, to: monday + 6 };
};

/** Saturday and Sunday of a day's week. */
const weekendOf = (day: number): DaySpan => {
  const { from } = weekOf(day);
  return { from: from + 5, to: from + 6 };
};

/** In their order, folded. */
export const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
/** "On friday" and "next friday" mean the next one; "on fridays" means every one. */
const WEEKDAY = new RegExp(`\\b(?:on|this|next|coming|by|until)\\s+(${WEEKDAYS.join('|')})\\b`, 'i');

/** The next such weekday, from today on. */
const weekdayAfter = (name: string, today: number): DaySpan => {
  const { from } = weekOf(today);
  const inWeek = from + WEEKDAYS.indexOf(name.toLowerCase());
  const day = inWeek < today ? inWeek + 7 : inWeek;
  return { from: day, to: day };
};

/** The days that a question asks about, by date or relative to today. */
export const askedDays = (question: string, today: number): DaySpan | undefined => {
  const [named] = daysIn(question, today);
  if (named) return { from: named.from, to: named.to, ...(named.anyYear && { anyYear: true }) };
  for (const [pattern, span] of RELATIVE) if (pattern.test(question)) return span(today);
  const weekday = WEEKDAY.exec(question)?.[1];
  if (weekday !== undefined) return weekdayAfter(weekday, today);
  for (const [pattern, month, day] of HOLIDAYS) {
    if (!pattern.test(question)) continue;
    const year = yearOf(today);
    const at = dayOf(year, month, day) >= today ? dayOf(year, month, day) : dayOf(year + 1, month, day);
    return { from: at, to: at };
  }
  return undefined;
};

/** The years 1900 to 2099 in a text. */
export const yearsIn = (text: string): number[] =>
  Array.from(text.matchAll(/(?<![\d.,#-])(?:19|20)\d\d(?![\d,%]|\.\d)/g), ([year]) => Number(year));

/** A period that a question bounds, in days since 1970-01-01 (UTC), both ends included. An open end is infinite. */
export interface DayPeriod {
  from: number;
  to: number;
  /** True for one day without a bound: "on 12 November". */
  isDay: boolean;
  /** Words of the question that say it. */
  words: readonly string[];
}

/** "10 to 15 November": the first day has no month of its own. */
const DAYS_OF_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s*(?:and|to|until|till|through|–|—|-)\\s*(\\d{1,2})(?:st|nd|rd|th|\\.)?(?: of)? (${MONTH})\\b(?:,? (\\d{4}))?`,
  'iu',
);
/** A month without a day, behind a word that bounds: "before June 2027", "in December". */
const WHOLE_MONTH = new RegExp(
  `\\b(?:in|during|after|since|from|between|before|until|till|by)\\s+(${MONTH})\\b(?! \\d{1,2}\\b)(?:,? (\\d{4}))?(?:\\s*(?:and|to|until|till|through|–|—|-)\\s*(${MONTH})\\b(?! \\d{1,2}\\b)(?:,? (\\d{4}))?)?`,
  'iu',
);
const BOUND = /\b(after|since|from|before|until|till|by)\s+(?:the )?$/i;

/** The period that a question asks about, by dates or months. Undefined if it names none. */
export const askedPeriod = (question: string, today: number): DayPeriod | undefined => {
  const days = DAYS_OF_MONTH.exec(question);
  if (days) {
    const [text, first, last, month = '', year] = days;
    const [at, of] = [year ? Number(year) : yearOf(today), monthIndex(month)];
    return periodOf(dayOf(at, of, Number(first)), dayOf(at, of, Number(last)), question, days.index, text);
  }
  const span = spanIn(question, today);
  if (span) return { ...span, isDay: false, words: wordsOf(question) };
  const [named] = daysIn(question, today);
  if (named) return bounded(named, question, named.start, question.slice(named.start, named.end), true);
  const whole = WHOLE_MONTH.exec(question);
  if (!whole) return undefined;
  const [text, month = '', year, lastMonth, lastYear] = whole;
  const of = monthIndex(month);
  const last = lastMonth === undefined ? undefined : monthIndex(lastMonth);
  const isNextYear = last !== undefined && last < of;
  // The one year of "between June and September 2027" holds for both.
  const at = year ? Number(year) : lastYear ? Number(lastYear) - (isNextYear ? 1 : 0) : yearOf(today);
  if (last !== undefined) {
    const until = dayOf(lastYear ? Number(lastYear) : isNextYear ? at + 1 : at, last + 1, 1) - 1;
    return periodOf(dayOf(at, of, 1), until, question, whole.index, text);
  }
  const start = whole.index + text.toLowerCase().indexOf(month.toLowerCase());
  const monthSpan = { from: dayOf(at, of, 1), to: dayOf(at, of + 1, 1) - 1 };
  return bounded(monthSpan, question, start, text, false);
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(DATE_WORD) ?? [];
/** Words of dates, and those that bound them. */
const DATE_WORD = new RegExp(`\\b(?:${MONTH}|\\d+|after|since|from|before|until|till|by|between|during)\\b`, 'giu');

const periodOf = (from: number, to: number, question: string, at: number, text: string): DayPeriod => ({
  from,
  to,
  isDay: false,
  words: wordsOf(question.slice(0, at).concat(text)),
});

/** A day or month with the word before it: "after 10 November" begins on the next day. */
const bounded = ({ from, to }: DaySpan, question: string, start: number, text: string, isDay: boolean): DayPeriod => {
  const words = wordsOf(`${question.slice(0, start)} ${text}`);
  const bound = BOUND.exec(question.slice(0, start))?.[1]?.toLowerCase();
  if (bound === 'after') return { from: to + 1, to: Number.POSITIVE_INFINITY, isDay: false, words };
  if (bound === 'since' || bound === 'from') return { from, to: Number.POSITIVE_INFINITY, isDay: false, words };
  if (bound === 'before') return { from: Number.NEGATIVE_INFINITY, to: from - 1, isDay: false, words };
  if (bound !== undefined) return { from: Number.NEGATIVE_INFINITY, to, isDay: false, words };
  return { from, to, isDay, words };
};
