import { labelsOf, type PageTable } from '../pages/tables.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { stemsOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { contentTerms, inHeads, shareOf } from './table-words.ts';

/** Cells on which two tables may be joined. Requires two pairs of letters, which excludes "yes" and numbers. */
const JOINING = /\p{L}{2}.*\p{L}{2}/u;
const MAX_ROWS = 100;

/** A row that the question names by its label. */
interface NamedRow {
  table: PageTable;
  row: number;
  label: readonly string[];
}

/**
 * Joins a row that the question names with the row of another table of the page that is called as one of its cells: a question
 * about the rules in Bergen needs the building in Bergen from one table and its rules from another.
 */
export const joinedRow: Operator = (question, tables) => {
  const asked = new Set(stemsOf(question.text));
  const terms = contentTerms(question.terms);
  return tables.flatMap((table) =>
    rowsNamed(table, asked).flatMap((named) => {
      const others = terms.filter(({ stem }) => !named.label.includes(stem));
      return tables.flatMap((other) => joined(named, other, others) ?? []);
    }),
  );
};

const rowsNamed = (table: PageTable, asked: ReadonlySet<string>): NamedRow[] =>
  [...table.rows.slice(0, MAX_ROWS).keys()].flatMap((row) => {
    const label = labelsOf(table, row)
      .map((name) => stemsOf(name.replace(/\([^)]*\)/g, '')))
      .find((stems) => stems.length > 0 && stems.every((stem) => asked.has(stem)));
    return label ? [{ table, row, label }] : [];
  });

/** @param others what the question says besides the row's label */
const joined = (named: NamedRow, table: PageTable, others: readonly Term[]): Operation | undefined => {
  if (table === named.table || table.documentId !== named.table.documentId) return undefined;
  if (!asksColumnOf(table, named.table, others)) return undefined;
  const cells = named.table.rows[named.row] ?? [];
  const row = linkedRow(table, cells.slice(1));
  if (row === undefined) return undefined;
  const context = shareOf(
    others,
    (term) =>
      inHeads(table, term) ||
      inHeads(named.table, term) ||
      termMatch(term, new Set(stemsOf(cells.join(' ')))) >= MIN_TERM_MATCH,
  );
  return {
    operator: 'join',
    table,
    rows: [row],
    with: [{ table: named.table, rows: [named.row] }],
    quality: 0.4 + 0.6 * context,
    consumed: new Set(named.label),
  };
};

/** True if the question names a column of the table that the named row's table lacks. */
const asksColumnOf = (table: PageTable, other: PageTable, terms: readonly Term[]): boolean => {
  const names = (term: Term) => (head: ReadonlySet<string>) => termMatch(term, head) >= MIN_TERM_MATCH;
  return terms.some((term) => table.columnStems.slice(1).some(names(term)) && !other.columnStems.some(names(term)));
};

/** The only row that is called as one of the cells, with or without what its name says in brackets. */
const linkedRow = (table: PageTable, cells: readonly string[]): number | undefined => {
  const keys = new Set(
    cells.filter((cell) => cell.length < 60 && JOINING.test(cell)).map((cell) => cell.toLowerCase().trim()),
  );
  const namesOf = (row: number) => {
    const name = (table.rows[row]?.[0] ?? '').toLowerCase();
    return [name, name.replace(/\s*(?:\(.*|,.*)$/, '')].map((one) => one.trim());
  };
  const rows = [...table.rows.slice(0, MAX_ROWS).keys()].filter((row) => namesOf(row).some((name) => keys.has(name)));
  return rows.length === 1 ? rows[0] : undefined;
};
