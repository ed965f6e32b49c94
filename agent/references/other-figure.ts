import { isCalendarWord } from '../../core/text/calendar-words.ts';
import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { quantitiesIn } from '../quote/words/numbers.ts';

/** Minimum share of a statement's words, without its figures, in a sentence that is about the same. */
const MIN_SHARE = 0.6;

/** Stands before a figure that is part of a time, a date or a fraction. */
const WITHIN = /[:/]/;

/** The values that a text states of each unit: "60 minutes" is 60 of minute, "£25" 25 of GBP. */
const figuresByUnit = (text: string): Map<string, Set<number>> => {
  const figures = new Map<string, Set<number>>();
  for (const { value, currency, unit: counted = '', start } of quantitiesIn(text)) {
    const unit = currency ?? (counted === '%' ? counted : [...contentStems(counted)][0]);
    if (unit === undefined || isCalendarWord(counted) || WITHIN.test(text[start - 1] ?? '')) continue;
    figures.set(unit, (figures.get(unit) ?? new Set()).add(value));
  }
  return figures;
};

/** True if a text states a figure with a unit. */
export const statesFigure = (text: string): boolean => figuresByUnit(text).size > 0;

/**
 * True if a sentence says of the same thing another figure: it has most words of the statement, and a figure of one of its
 * units, but none of the statement's values of that unit. Words and figures alone cannot tell which of the two holds.
 * @param place title and headings of the sentence, which may name the thing
 */
export const statesOtherFigure = (statement: string, sentence: string, place = ''): boolean => {
  const own = figuresByUnit(statement);
  if (own.size === 0) return false;
  const wanted = new Set([...contentStems(statement)].filter((stem) => !/\p{N}/u.test(stem)));
  if (wanted.size === 0 || shareIn(wanted, contentStems(`${place} ${sentence}`)) < MIN_SHARE) return false;
  const others = figuresByUnit(sentence);
  return [...own].some(([unit, values]) => {
    const other = others.get(unit);
    return other !== undefined && ![...other].some((value) => values.has(value));
  });
};
