import type { PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { askedPeriod, type DayPeriod, daysIn } from '../words/dates.ts';
import { stemOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellOf, columnOf, contentTerms, inHeads, shareOf } from './table-words.ts';

/** Minimum share of a column's cells that contain one full date and hardly more. */
const MIN_DATES = 0.6;
const MAX_CELL_CHARS = 40;
/** Maximum rows in an answer. */
const MAX_LISTED = 12;
/** Minimum share of the question's other words that the table or its rows contain. */
const MIN_CONTEXT = 0.5;

/** Words for what is made of several rows, or is one of them: their list is no answer. */
const CALCULATED = /\b(?:totals?|sum|altogether|combined|averages?|mean|median|most|least|first|last|\p{L}{3,}est)\b/iu;

/** "What was the cause of the outage in March?": one thing is asked for, and no rows. */
const ASKS_ONE = /\bwhat(?:['’]s|\s+(?:is|was|are|were))\s+(?:the|an?|our|your)\b/iu;

/** The rows of tables with dates that a question's period selects, and what they are selected by. */
interface Dated {
  dates: readonly (number | undefined)[];
  /** Set for a table whose rows last: "Arrived" and "Leaves". */
  ends?: readonly (number | undefined)[];
  column: number;
}

/**
 * Selects the rows of a period: those of a date column that lie in it ("expires before June 2027"), or, where rows begin
 * and end, those that last into it ("which animals were here between 10 and 15 November?").
 */
export const datedRows: Operator = (question, tables, today) => {
  const period = askedPeriod(question.text, today);
  return period === undefined || CALCULATED.test(question.text) || ASKS_ONE.test(question.text)
    ? []
    : tables.flatMap((table) => rowsOf(question, table, period) ?? []);
};

/** True if `datedRows` decides on a table's rows, so that no other reading of the same days may. */
export const isDated = (question: ReadQuestion, table: PageTable, today: number): boolean => {
  const period = askedPeriod(question.text, today);
  return period !== undefined && datesFor(question, table, period) !== undefined;
};

const rowsOf = (question: ReadQuestion, table: PageTable, period: DayPeriod): Operation | undefined => {
  const dated = datesFor(question, table, period);
  if (!dated) return undefined;
  const { dates, ends, column } = dated;
  const consumed = new Set(period.words.map(stemOf));
  for (const term of contentTerms(question.terms))
    if (columnOf(table, term) === column || term.numeric) consumed.add(term.stem);
  const others = contentTerms(question.terms).filter(({ stem }) => !consumed.has(stem));
  const values = others.filter(
    (term) => !inHeads(table, term) && table.rows.some((_, row) => cellOf(table, row, term) >= 0),
  );
  const rows = [...table.rows.keys()].filter((row) => {
    const from = dates[row];
    const to = ends ? ends[row] : from;
    return (
      from !== undefined &&
      to !== undefined &&
      from <= period.to &&
      to >= period.from &&
      values.every((term) => cellOf(table, row, term) >= 0)
    );
  });
  const context = shareOf(others, (term) => values.includes(term) || inHeads(table, term));
  if (rows.length === 0 || rows.length > MAX_LISTED || context < MIN_CONTEXT) return undefined;
  return {
    operator: 'date',
    table,
    rows,
    quality: Math.min(1, 0.45 + 0.55 * context),
    consumed: new Set([...consumed, ...values.map(({ stem }) => stem)]),
    says: `${rows.length} of ${table.rows.length} rows`,
  };
};

/**
 * The dates that a question's period is compared with: the column that it names, the only one, or two of which one never
 * comes before the other. Undefined if a single day meets a table whose rows do not end, which `dateRow` reads.
 */
const datesFor = (question: ReadQuestion, table: PageTable, period: DayPeriod): Dated | undefined => {
  const columns = [...table.columns.keys()].flatMap((column) => {
    const dates = datesIn(table, column);
    return dates ? [{ column, dates }] : [];
  });
  const named = contentTerms(question.terms).map((term) => columnOf(table, term));
  const one = columns.find(({ column }) => named.includes(column));
  const [first, second] = columns;
  if (one || (first && columns.length === 1)) return period.isDay ? undefined : (one ?? first);
  if (!first || !second || columns.length > 2) return undefined;
  const isSpan = first.dates.every((from, row) => {
    const to = second.dates[row];
    return from === undefined || to === undefined || from <= to;
  });
  return isSpan ? { ...first, ends: second.dates } : undefined;
};

const datesIn = (table: PageTable, column: number): (number | undefined)[] | undefined => {
  const dates = table.rows.map((cells) => {
    const cell = cells[column] ?? '';
    const [day] = cell.length < MAX_CELL_CHARS ? daysIn(cell, 0) : [];
    return day && !day.anyYear ? day.from : undefined;
  });
  return dates.filter((day) => day !== undefined).length >= Math.max(2, MIN_DATES * dates.length) ? dates : undefined;
};
