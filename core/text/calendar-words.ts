import { words } from './words.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];
/** A Monday. */
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

let known: ReadonlySet<string> | undefined;

/** Names of months and of days of the week in several languages, long and short, as `words` folds them. */
const calendarWords = (): ReadonlySet<string> => {
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' });
      const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' });
      return [
        ...Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2024, at, 1))),
        ...Array.from({ length: 7 }, (_, at) => weekday.format(FIRST_DAY + at * DAY_MS)),
      ];
    }),
  );
  return new Set(names.flatMap((name) => words(name)));
};

/** True for the name of a month or of a day of the week, as `words` gives it. */
export const isCalendarWord = (word: string): boolean => {
  known ??= calendarWords();
  return known.has(word);
};
