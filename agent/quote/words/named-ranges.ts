import { MONTHS, WEEKDAYS } from './dates.ts';
import { stemOf } from './stems.ts';

// Months and weekdays inside a range that a text states: June in "18 May to 30 September", Wednesday in "Mon–Fri".

/** Names in their order, whole or shortened to three letters at least ("Sept", "Thur"). */
const nameOf = (names: readonly string[]): string =>
  names.map((name) => `${name.slice(0, 3)}(?:${restsOf(name.slice(3))})?`).join('|');
/** "t", "te", … for "tember": what a short form may end in. */
const restsOf = (rest: string): string =>
  Array.from(rest, (_, at) => rest.slice(0, rest.length - at)).join('|') || '(?!)';

const TO = String.raw`\.?\s*(?:to|until|till|through|thru|and|bis|[-–—])\s*`;
const DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? )?`;
const AFTER_MONTH = String.raw`(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?`;
const monthRange = new RegExp(
  `\\b${DAY}(${nameOf(MONTHS)})${AFTER_MONTH}${TO}(?:the )?${DAY}(${nameOf(MONTHS)})\\b`,
  'giu',
);
const weekdayRange = new RegExp(`\\b(${nameOf(WEEKDAYS)})s?${TO}(${nameOf(WEEKDAYS)})s?\\b`, 'giu');

/** "between May and July" is a range, "May and July" are two months. */
const isRange = (text: string, match: RegExpMatchArray): boolean =>
  !/\sand\s/i.test(match[0]) || /\bbetween\s+(?:the )?$/i.test(text.slice(0, match.index));

const between = (names: readonly string[], first: string, last: string): string[] => {
  const indexOf = (written: string) => names.findIndex((name) => name.startsWith(written.slice(0, 3).toLowerCase()));
  const [from, to] = [indexOf(first), indexOf(last)];
  const length = (to - from + names.length) % names.length;
  return Array.from({ length: length + 1 }, (_, at) => names[(from + at) % names.length] ?? '');
};

/** Stems of the months and weekdays inside the ranges of a text, their ends included. */
export const namesInRanges = (text: string): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [names, range] of [
    [MONTHS, monthRange],
    [WEEKDAYS, weekdayRange],
  ] as const)
    for (const match of text.matchAll(range))
      if (isRange(text, match))
        for (const name of between(names, match[1] ?? '', match[2] ?? '')) found.add(stemOf(name));
  return found;
};

const NAMES = new Set([...MONTHS, ...WEEKDAYS].map(stemOf));
/** True for the stem of a month or a weekday. */
export const isMonthOrWeekday = (stem: string): boolean => NAMES.has(stem);
