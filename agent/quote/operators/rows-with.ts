import type { PageTable } from '../pages/tables.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { cellStems, inHeads } from './table-words.ts';

/**
 * Minimum match for a cell to distinguish rows. A related word ("garage") does not suffice if the head matches better
 * ("Visitor parking").
 */
const MIN_DISTINGUISHING_MATCH = 0.9;

/** True if a cell of the row matches a term. */
export const rowContains = (table: PageTable, row: number, term: Term, from = MIN_TERM_MATCH): boolean =>
  (table.rows[row] ?? []).some((_, column) => termMatch(term, cellStems(table, row, column)) >= from);

/** True if one cell matches all terms. */
export const cellContains = (table: PageTable, row: number, column: number, terms: readonly Term[]): boolean =>
  terms.every((term) => termMatch(term, cellStems(table, row, column)) >= MIN_TERM_MATCH);

/** True if one cell of the row has the words of all terms, not only related ones. */
export const oneCellHas = (table: PageTable, row: number, terms: readonly Term[]): boolean =>
  (table.rows[row] ?? []).some((_, column) => terms.every(({ stem }) => cellStems(table, row, column).has(stem)));

/**
 * True if a term tells rows apart: a name, a word that only cells have, or one that fewer than half of the rows have although it
 * is in the heads too.
 */
export const distinguishesRows = (table: PageTable, term: Term): boolean => {
  if (term.specific || !inHeads(table, term)) return true;
  const held = table.rows.filter((_, row) => rowContains(table, row, term, MIN_DISTINGUISHING_MATCH)).length;
  return held > 0 && held < table.rows.length / 2;
};

/** The longest run of neighbouring words of the question, two at least, that one cell has. */
export const phraseInCell = (table: PageTable, rows: readonly number[], terms: readonly Term[]): Term[] | undefined => {
  const isInCell = (run: readonly Term[]) => rows.some((row) => oneCellHas(table, row, run));
  let run: Term[] = [];
  let longest: Term[] = [];
  for (const term of terms) {
    run = isInCell([...run, term]) ? [...run, term] : isInCell([term]) ? [term] : [];
    if (run.length > longest.length) longest = run;
  }
  return longest.length > 1 ? longest : undefined;
};

/** True if one of a row's names passes a test. */
const inLabel = (table: PageTable, row: number, test: (label: ReadonlySet<string>) => boolean): boolean =>
  table.labelColumns.some((column) => test(cellStems(table, row, column)));

/** True if a name of the row matches one of the terms. */
export const isCalled = (table: PageTable, row: number, terms: readonly Term[]): boolean =>
  terms.some((term) => inLabel(table, row, (label) => termMatch(term, label) >= MIN_TERM_MATCH));

/** True if the question contains the row's whole label. */
const hasAskedLabel = (table: PageTable, row: number, terms: readonly Term[]): boolean =>
  inLabel(
    table,
    row,
    (label) => label.size > 0 && [...label].every((stem) => terms.some((term) => term.stem === stem)),
  );

/** Prefers rows whose label matches to rows that merely contain the word: "integer", not "small-range integer". */
export const rowsWithLabel = (
  table: PageTable,
  rows: readonly number[],
  terms: readonly Term[],
  values: readonly Term[],
): number[] | undefined => {
  const called = rows.filter((row) => hasAskedLabel(table, row, terms));
  const others = values.filter(({ stem }) => !called.some((row) => inLabel(table, row, (label) => label.has(stem))));
  return called.length > 0 && others.every((term) => inHeads(table, term)) ? called : undefined;
};
