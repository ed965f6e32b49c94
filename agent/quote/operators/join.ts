import type { PageTable } from '../candidates/tables.ts';
import { stemsOf } from '../reading/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { contentTerms, HOLDS, holds, inHeads, shareOf } from './table-words.ts';

/** Cells that two tables of a page may be joined by: names, not "yes" or numbers. */
const JOINING = /\p{L}{2}.*\p{L}{2}/u;
const MAX_ROWS = 100;

/** A row that another table of the page leads to: the building that one table puts in Bergen, and the rules of that building. */
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
        // What is asked for must be a column of the other table, and none of this one.
        const column = others.find(
          (term) =>
            table.columnStems.slice(1).some((head) => head.has(term.stem)) &&
            !named.columnStems.some((head) => head.has(term.stem)),
        );
        const joined = column && linkedRow(table, cells.slice(1));
        if (joined === undefined) return [];
        const context = shareOf(
          others,
          (term) =>
            inHeads(table, term) || inHeads(named, term) || holds(term, new Set(stemsOf(cells.join(' ')))) >= HOLDS,
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
