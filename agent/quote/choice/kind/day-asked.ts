import type { Candidate } from '../../candidates/candidate.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import { type DaySpan, daysIn, spanIn, yearOf, yearsIn } from '../../words/dates.ts';

// Whether a text is of the day or the year that the question asks about.

/** What a candidate says of the day and of the years that the question names. */
export const dateFeatures = (
  question: ReadQuestion,
  candidate: Candidate,
  shown: string,
  missedNumbers: number,
  today: number,
) => {
  const { passage, table, operation } = candidate;
  const dates = matchDates(question, candidate, shown, today);
  const isDateRow = operation?.operator === 'date';
  const around = `${shown} ${passage.title} ${passage.headings.join(' ')} ${table?.name ?? ''}`;
  return {
    dateMet: dates === 'met' || isDateRow ? 1 : 0,
    dateUnmet: dates === 'unmet' && !isDateRow ? 1 : 0,
    year:
      (missedNumbers > 0 && lacksYear(question.years, around, today)) || isOfAnotherYear(question.text, around, today)
        ? 1
        : 0,
  };
};

/**
 * True if a text names none of these years. A text without any year is of today: the opening hours are those of this year
 * too.
 */
const lacksYear = (years: readonly number[], text: string, today: number): boolean => {
  if (years.length === 0 || years.some((year) => text.includes(String(year)))) return false;
  return years.some((year) => year !== yearOf(today)) || NAMES_YEAR.test(text);
};
/** Years that are named from today. */
const RELATIVE_YEARS: readonly (readonly [RegExp, number])[] = [
  [/\byear before last\b/i, -2],
  [/\blast year\b/i, -1],
  [/\bnext year\b/i, 1],
];
/** True if a question names a year from today ("last year"), and the text names years, but not that one. */
const isOfAnotherYear = (question: string, text: string, today: number): boolean => {
  const away = RELATIVE_YEARS.find(([pattern]) => pattern.test(question))?.[1];
  return away !== undefined && yearsIn(text).length > 0 && !text.includes(String(yearOf(today) + away));
};
const NAMES_YEAR = /\b(?:19|20)\d\d\b/;

const matchDates = (
  question: ReadQuestion,
  { plain, passage, sentence }: Candidate,
  shown: string,
  today: number,
): 'met' | 'unmet' | undefined => {
  const { days } = question;
  if (!days) return undefined;
  const text = sentence ? shown : plain;
  const meets = (span: DaySpan) =>
    (span.from <= days.to && span.to >= days.from) || ((span.anyYear || days.anyYear) && sameDay(span.from, days.from));
  if (daysIn(text, today).some(meets) || daysIn(passage.title, today).some(meets)) return 'met';
  const span = spanIn(text, today);
  if (span && meets(span)) return 'met';
  return 'unmet';
};
const sameDay = (a: number, b: number): boolean => {
  const [first, second] = [new Date(a * 86_400_000), new Date(b * 86_400_000)];
  return first.getUTCDate() === second.getUTCDate() && first.getUTCMonth() === second.getUTCMonth();
};
