import type { PageTable } from '../candidates/tables.ts';
import { stemMatch, stemsOf } from '../reading/stems.ts';
import type { Term } from '../reading/terms.ts';

const cells = new WeakMap<PageTable, ReadonlySet<string>[][]>();

/** The stems of a table's cell, found once. */
export const cellStems = (table: PageTable, row: number, column: number): ReadonlySet<string> => {
  const known = cells.get(table) ?? [];
  cells.set(table, known);
  const stems = known[row] ?? [];
  known[row] = stems;
  const found = stems[column] ?? new Set(stemsOf(table.rows[row]?.[column] ?? ''));
  stems[column] = found;
  return found;
};

/** How far a text's stems hold a term, by its own stem or by another word for it. */
export const holds = (term: Term, stems: ReadonlySet<string>): number => {
  const own = stemMatch(term.stem, stems);
  if (own === 1) return 1;
  return Math.max(
    own,
    term.same.some((other) => stems.has(other)) ? 0.9 : term.synonyms.some((other) => stems.has(other)) ? 0.7 : 0,
  );
};
/** From here on a text counts as holding the term. */
export const HOLDS = 0.65;

/** What a table says of a term by its page's title, its name or a column. */
export const inHeads = (table: PageTable, term: Term): boolean =>
  holds(term, table.titleStems) >= HOLDS || holds(term, table.nameStems) >= HOLDS || columnOf(table, term) >= 0;

/** The column whose head holds a term best, or -1. */
export const columnOf = (table: PageTable, term: Term): number => {
  let best = { column: -1, match: HOLDS - 0.01 };
  for (const [column, stems] of table.columnStems.entries()) {
    const match = holds(term, stems);
    if (match > best.match) best = { column, match };
  }
  return best.column;
};

/** The column of a row that holds a term, or -1. */
export const cellOf = (table: PageTable, row: number, term: Term): number => {
  const width = table.rows[row]?.length ?? 0;
  for (let column = 0; column < width; column++) if (holds(term, cellStems(table, row, column)) >= HOLDS) return column;
  return -1;
};

/** Content terms of a question: those that say what it is about. */
export const contentTerms = (terms: readonly Term[]): Term[] => terms.filter(({ light }) => !light);

/** The weighted share of terms that are true for a test; 1 for no terms. */
export const shareOf = (terms: readonly Term[], test: (term: Term) => boolean): number => {
  const weigh = ({ specific, share }: Term) => (specific ? 1.25 : 1) * share;
  const all = terms.reduce((sum, term) => sum + weigh(term), 0);
  return all === 0 ? 1 : terms.filter(test).reduce((sum, term) => sum + weigh(term), 0) / all;
};
