import type { PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { yearsIn } from '../words/dates.ts';
import { quantitiesAndWordsIn, quantitiesIn } from '../words/numbers.ts';
import { stemOf } from '../words/stems.ts';
import { columnOf, contentTerms } from './table-words.ts';

/** A bound in a question on a number, a year or an amount. */
export interface Bound {
  holds(value: number): boolean;
  value: number;
  year: boolean;
  unit?: string;
  /** ISO 4217 code of an amount of money. */
  currency?: string;
  /** Stems of its words, which then count as covered. */
  consumed: readonly string[];
}

const BOUND =
  /\b(after|since|before|until|from|in|over|above|more than|greater than|at least|under|below|less than|fewer than|cheaper than|at most|up to|exactly|with)\s+(?:(EUR |USD |GBP |NOK )|([€$£]))?(\d[\d,.]*)(?:\s?([\p{L}%€$£]+))?/giu;

/** The bounds in a question. "More than" excludes the bound, "at least" includes it. */
export const boundsIn = (question: ReadQuestion): Bound[] => {
  const found: Bound[] = [];
  for (const [text, word = '', code, sign, digits = '', unit] of question.text.matchAll(BOUND)) {
    const value = Number(digits.replace(/,(?=\d{3})/g, '').replace(/[.,]$/, ''));
    if (Number.isNaN(value)) continue;
    const [amount] = quantitiesIn(`${code ?? sign ?? ''}${digits} ${unit ?? ''}`);
    const currency = amount?.currency;
    const year =
      /^(?:1[5-9]|20)\d\d$/.test(digits) &&
      currency === undefined &&
      (unit === undefined || !/^(?:people|employees)$/i.test(unit));
    const kind = word.toLowerCase();
    // "in 12 weeks" and "from 5" do not bound a column, "in 2019" does.
    if (!year && /^(?:in|from|after|since|before|until)$/.test(kind)) continue;
    found.push({
      holds: testOf(kind, value),
      value,
      year,
      ...(unit && !year && { unit: stemOf(unit.toLowerCase()) }),
      ...(currency && { currency }),
      consumed:
        text
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu)
          ?.map(stemOf) ?? [],
    });
  }
  return found;
};

const testOf = (kind: string, value: number): Bound['holds'] => {
  if (/^(?:after|over|above|more than|greater than)$/.test(kind)) return (one) => one > value;
  if (/^(?:since|from|at least)$/.test(kind)) return (one) => one >= value;
  if (/^(?:before|under|below|less than|fewer than|cheaper than)$/.test(kind)) return (one) => one < value;
  if (/^(?:until|at most|up to)$/.test(kind)) return (one) => one <= value;
  return (one) => one === value;
};

/** True if a row's cell in a column is within a bound. */
export const isWithin = (bound: Bound, table: PageTable, row: number, column: number): boolean => {
  const cell = table.rows[row]?.[column] ?? '';
  const value = bound.year ? yearOfCell(cell) : quantitiesAndWordsIn(cell)[0]?.value;
  return value !== undefined && bound.holds(value);
};

/** Stems of heads of columns that say when something began. */
const SINCE = [
  'join',
  'open',
  'found',
  'sinc',
  'start',
  'year',
  'releas',
  'establish',
  'introduc',
  'built',
  'born',
  'hire',
];
const saysSince = (table: PageTable, column: number): boolean =>
  SINCE.some((stem) => table.columnStems[column]?.has(stem));

/** The stems of a question that a bound on a column covers: "Who joined before 2018?" reads the column "Since". */
export const coveredBy = (bound: Bound, table: PageTable, column: number): readonly string[] =>
  bound.year && saysSince(table, column) ? [...bound.consumed, ...SINCE] : bound.consumed;

/**
 * The column that a bound applies to. A year needs a date column, a unit a column with that unit; otherwise the
 * question must name the column.
 */
export const columnOfBound = (table: PageTable, bound: Bound, question: ReadQuestion): number | undefined => {
  const named = contentTerms(question.terms)
    .map((term) => columnOf(table, term))
    .filter((column) => column >= 0);
  const fits = (column: number) => {
    const cells = table.rows.map((row) => row[column] ?? '');
    const values = cells.filter((cell) =>
      bound.year ? yearOfCell(cell) !== undefined && cell.length < 30 : quantitiesAndWordsIn(cell).length > 0,
    );
    return values.length >= cells.length * 0.6;
  };
  const candidates = [...table.columns.keys()].filter(fits);
  const namedColumn = candidates.find((column) => named.includes(column));
  if (bound.year) return namedColumn ?? candidates.find((column) => saysSince(table, column));
  const withUnit = candidates.find(
    (column) =>
      bound.unit !== undefined &&
      (table.columnStems[column]?.has(bound.unit) ||
        table.rows.some((row) =>
          quantitiesIn(row[column] ?? '').some(({ unit }) => unit !== undefined && stemOf(unit) === bound.unit),
        )) &&
      (named.length === 0 || named.includes(column) || table.columnStems[column]?.has(bound.unit)),
  );
  return (
    withUnit ??
    namedColumn ??
    (bound.currency === undefined
      ? undefined
      : candidates.find((column) => column > 0 && holdsMoney(table, column, bound.currency)))
  );
};

/** A cell's year. A number from 1500 on that is all of its cell is one too: what an engine or a house was built in. */
const yearOfCell = (cell: string): number | undefined => {
  const whole = /^\W*(1[5-8]\d\d)\W*$/.exec(cell)?.[1];
  return yearsIn(cell)[0] ?? (whole === undefined ? undefined : Number(whole));
};

/** Heads of columns with amounts of money. */
const MONEY = /\b(?:prices?|costs?|fees?|charges?|rates?|fares?|amounts?|preis|prix|precio)\b/iu;
/** True if a column holds amounts of money, and in no other currency than the one asked for. */
const holdsMoney = (table: PageTable, column: number, currency: string | undefined): boolean => {
  const head = table.columns[column] ?? '';
  const stated = new Set(
    [`1 ${head.match(/[€$£¥]|\b[A-Z]{3}\b/)?.[0] ?? ''}`, ...table.rows.map((row) => row[column] ?? '')].flatMap(
      (text) => quantitiesIn(text).flatMap((one) => one.currency ?? []),
    ),
  );
  return stated.size === 0 ? MONEY.test(head) : stated.has(currency ?? '');
};
