import type { PageTable } from '../pages/tables.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { stemsOf } from '../words/stems.ts';

const cells = new WeakMap<PageTable, ReadonlySet<string>[][]>();

/** The stems of a table's cell, cached. */
export const cellStems = (table: PageTable, row: number, column: number): ReadonlySet<string> => {
  const known = cells.get(table) ?? [];
  cells.set(table, known);
  const stems = known[row] ?? [];
  known[row] = stems;
  const found = stems[column] ?? new Set(stemsOf(table.rows[row]?.[column] ?? ''));
  stems[column] = found;
  return found;
};

/** True if the page's title, the table's name or a column head contains a term. */
export const inHeads = (table: PageTable, term: Term): boolean =>
  termMatch(term, table.titleStems) >= MIN_TERM_MATCH ||
  termMatch(term, table.nameStems) >= MIN_TERM_MATCH ||
  columnOf(table, term) >= 0;

/** The column whose head matches a term best, or -1. */
export const columnOf = (table: PageTable, term: Term): number => {
  let best = { column: -1, match: MIN_TERM_MATCH - 0.01 };
  for (const [column, stems] of table.columnStems.entries()) {
    const match = termMatch(term, stems);
    if (match > best.match) best = { column, match };
  }
  return best.column;
};

/** The first column of a row whose cell contains a term, or -1. */
export const cellOf = (table: PageTable, row: number, term: Term): number => {
  const width = table.rows[row]?.length ?? 0;
  for (let column = 0; column < width; column++)
    if (termMatch(term, cellStems(table, row, column)) >= MIN_TERM_MATCH) return column;
  return -1;
};

/** The terms that say what a question is about. */
export const contentTerms = (terms: readonly Term[]): Term[] => terms.filter(({ light }) => !light);

/** The weighted share of terms that pass a test; 1 if there are no terms. */
export const shareOf = (terms: readonly Term[], test: (term: Term) => boolean): number => {
  const weigh = ({ specific, share }: Term) => (specific ? 1.25 : 1) * share;
  const all = terms.reduce((sum, term) => sum + weigh(term), 0);
  return all === 0 ? 1 : terms.filter(test).reduce((sum, term) => sum + weigh(term), 0) / all;
};
