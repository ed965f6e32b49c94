import type { PageTable } from '../pages/tables.ts';
import { dayOf, daysIn, yearsIn } from '../words/dates.ts';
import { stemOf } from '../words/stems.ts';
import { isDated } from './dated-rows.ts';
import type { Operation, Operator } from './operation.ts';
import { cellOf, contentTerms, inHeads, shareOf } from './table-words.ts';

/** Minimum share of a column's cells that contain a date. */
const MIN_DAYS = 0.6;
/** Heads of columns whose dates start a period that isPeriod until the next row's. */
const BEGINS = /\b(?:from|since|start\w*|begin\w*|week|valid|effective|as of|ab|von)\b/i;
/** Date words that this operator consumes. */
const DATE_WORDS = new Set(
  'week weekend today tonight tomorrow yesterday now current next this christma xma january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec monday tuesday wednesday thursday friday saturday sunday'
    .split(' ')
    .flatMap((word) => [word, stemOf(word)]),
);

/** Selects the row for the day asked about: the latest that starts on or before it, or the one with that date. */
export const dateRow: Operator = (question, tables, today) => {
  const { days } = question;
  if (!days) return [];
  return tables.flatMap((table): Operation[] => {
    if (isDated(question, table, today)) return [];
    for (const column of table.columns.keys()) {
      const starts = startsOf(table, column, today);
      if (!starts) continue;
      const isPeriod = BEGINS.test(table.columns[column] ?? '');
      const row = isPeriod
        ? latestUntil(starts, days.from)
        : starts.findIndex((start) => start !== undefined && start >= days.from && start <= days.to);
      if (row === undefined || row < 0) continue;
      const consumed = new Set(
        question.terms.filter(({ stem, numeric }) => DATE_WORDS.has(stem) || numeric).map(({ stem }) => stem),
      );
      const others = contentTerms(question.terms).filter(({ stem }) => !consumed.has(stem));
      const context = shareOf(others, (term) => inHeads(table, term) || cellOf(table, row, term) >= 0);
      if (context === 0) continue;
      return [{ operator: 'date', table, rows: [row], quality: Math.min(1, 0.35 + 0.65 * context), consumed }];
    }
    return [];
  });
};

/**
 * A column's days. The table, its page or today supplies a missing year. Undefined if the column is not a date column.
 */
const startsOf = (table: PageTable, column: number, today: number): (number | undefined)[] | undefined => {
  const [year] = [...yearsIn(table.name), ...yearsIn(table.title), ...yearsIn(table.passage.headings.join(' '))];
  const near = year === undefined ? today : dayOf(year, 0, 1);
  const found = table.rows.map((cells) => {
    const cell = cells[column] ?? '';
    const [day] = daysIn(cell, near);
    return day && cell.length < 40 ? day : undefined;
  });
  if (found.filter(Boolean).length < Math.max(2, MIN_DAYS * table.rows.length)) return undefined;
  // January after December belongs to the next year.
  let turned = 0;
  let last: number | undefined;
  return found.map((day) => {
    if (!day) return undefined;
    if (day.anyYear && last !== undefined && last - day.from > 180) turned = 365;
    last = day.from;
    return day.from + (day.anyYear ? turned : 0);
  });
};

/**
 * The row with the latest start on or before a day. Undefined if that is the last row and the day is further from its
 * start than rows usually are apart.
 */
const latestUntil = (starts: readonly (number | undefined)[], day: number): number | undefined => {
  const sorted = starts
    .flatMap((start, row) => (start === undefined ? [] : [{ start, row }]))
    .sort((a, b) => a.start - b.start);
  const gaps = sorted.slice(1).map(({ start }, at) => start - (sorted[at]?.start ?? start));
  const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
  const best = sorted.filter(({ start }) => start <= day).at(-1);
  const isLast = best !== undefined && best === sorted.at(-1);
  return best && (!isLast || day - best.start < usual) ? best.row : undefined;
};
