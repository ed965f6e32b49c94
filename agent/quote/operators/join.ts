import type { PageTable } from '../pages/tables.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import { stemsOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { contentTerms, inHeads, shareOf } from './table-words.ts';

/** Cells on which two tables may be joined. Requires two pairs of letters, which excludes "yes" and numbers. */
const JOINING = /\p{L}{2}.*\p{L}{2}/u;
const MAX_ROWS = 100;

/**
 * Joins two tables of a page: a question about the rules in Bergen needs the building in Bergen from one table and its
 * rules from another.
 */
export const joinedRow: Operator = (question, tables) => {
  const asked = new Set(stemsOf(question.text));
  const terms = contentTerms(question.terms);
  return tables.flatMap((named): Operation[] =>
    named.rows.slice(0, MAX_ROWS).flatMap((cells, row): Operation[] => {
      const label = stemsOf((cells[0] ?? '').replace(/\([^)]*\)/g, ''));
      if (label.length === 0 || !label.every((stem) => asked.has(stem))) return [];
      const others = terms.filter(({ stem }) => !label.includes(stem));
      return tables.flatMap((table): Operation[] => {
        if (table === named || table.documentId !== named.documentId) return [];
        // The question must name a column that only the other table has.
        const column = others.find(
          (term) =>
            table.columnStems.slice(1).some((head) => termMatch(term, head) >= MIN_TERM_MATCH) &&
            !named.columnStems.some((head) => termMatch(term, head) >= MIN_TERM_MATCH),
        );
        const joined = column && linkedRow(table, cells.slice(1));
        if (joined === undefined) return [];
        const context = shareOf(
          others,
          (term) =>
            inHeads(table, term) ||
            inHeads(named, term) ||
            termMatch(term, new Set(stemsOf(cells.join(' ')))) >= MIN_TERM_MATCH,
        );
        return [
          {
            operator: 'join',
            table,
            rows: [joined],
            with: [{ table: named, rows: [row] }],
            quality: 0.4 + 0.6 * context,
            consumed: new Set(label),
          },
        ];
      });
    }),
  );
};

const linkedRow = (table: PageTable, cells: readonly string[]): number | undefined => {
  const keys = new Set(
    cells.filter((cell) => cell.length < 60 && JOINING.test(cell)).map((cell) => cell.toLowerCase()),
  );
  const row = table.rows.slice(0, MAX_ROWS).findIndex((other) => keys.has((other[0] ?? '').toLowerCase()));
  return row < 0 ? undefined : row;
};
