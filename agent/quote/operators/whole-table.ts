import { stemMatch } from '../reading/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellOf, columnOf, contentTerms, HOLDS, holds, inHeads, shareOf } from './table-words.ts';

/** Rows that are shown as a whole. */
const MAX_ROWS = 9;

/** "What is a milter" asks for no table of milters' settings. */
const ASKS_FOR_ONE = /^\W*what(?:['’]?s| is) an?\b/i;

/** A short table as a whole, for who asks about none of its rows: "what are the severity levels?". */
export const wholeTable: Operator = (question, tables) =>
  tables.flatMap((table): Operation[] => {
    if (ASKS_FOR_ONE.test(question.text)) return [];
    if (table.rows.length > MAX_ROWS || table.rows.length < 2) return [];
    const terms = contentTerms(question.terms);
    if (terms.length === 0) return [];
    const heads = shareOf(terms, (term) => inHeads(table, term));
    const named = terms.some(
      (term) =>
        table.columnStems.some((head) => stemMatch(term.stem, head) === 1) || holds(term, table.nameStems) >= HOLDS,
    );
    const ofRow = terms.some(
      (term) => !inHeads(table, term) && table.rows.some((_, row) => cellOf(table, row, term) >= 0),
    );
    if (heads < 0.99 || !named || ofRow) return [];
    // Who asks for one number of days does not ask for all rows, but for a column of them.
    const columns = [...new Set(terms.map((term) => columnOf(table, term)).filter((column) => column > 0))];
    if (question.measure !== undefined && columns.length === 0) return [];
    return [
      {
        operator: 'whole',
        table,
        rows: [...table.rows.keys()],
        quality: question.types.includes('list') ? 0.9 : 0.5,
        consumed: new Set(),
        ...(columns.length > 0 && { columns }),
      },
    ];
  });
