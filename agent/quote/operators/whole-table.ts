import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import { stemMatch } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellOf, columnOf, contentTerms, inHeads, shareOf } from './table-words.ts';

/** Maximum rows of a table shown as a whole, and of one that fits by a column alone, whose first rows are shown. */
const MAX_ROWS = 9;
const MAX_ROWS_BY_COLUMN = 40;

/** A question for a definition: "What is a milter" does not ask for the table of milter settings. */
const ASKS_FOR_ONE = /^\W*what(?:['’]?s| is) an?\b/i;

/**
 * Selects a whole short table if the question names none of its rows: "what are the severity levels?". If it names a
 * column and shares nothing else with the table, the result is `byColumn`.
 */
export const wholeTable: Operator = (question, tables) =>
  tables.flatMap((table): Operation[] => {
    if (ASKS_FOR_ONE.test(question.text)) return [];
    if (table.rows.length > MAX_ROWS_BY_COLUMN || table.rows.length < 2) return [];
    const terms = contentTerms(question.terms);
    if (terms.length === 0) return [];
    const heads = shareOf(terms, (term) => inHeads(table, term));
    const named = terms.some(
      (term) =>
        table.columnStems.some((head) => stemMatch(term.stem, head) === 1) ||
        termMatch(term, table.nameStems) >= MIN_TERM_MATCH,
    );
    const ofRow = terms.some(
      (term) => !inHeads(table, term) && table.rows.some((_, row) => cellOf(table, row, term) >= 0),
    );
    const columns = [...new Set(terms.map((term) => columnOf(table, term)).filter((column) => column > 0))];
    // A column's name may be all that the question shares with the table: "is SQLite a good choice?"
    const byColumn = heads < 0.99 && question.types.includes('yes-no');
    if (byColumn ? columns.length === 0 : heads < 0.99 || table.rows.length > MAX_ROWS) return [];
    if (!named || ofRow) return [];
    // A question for a number of days needs a column of the table, not just its rows.
    if (question.measure !== undefined && columns.length === 0) return [];
    return [
      {
        operator: 'whole',
        table,
        rows: [...table.rows.keys()],
        quality: byColumn ? 0.2 : question.types.includes('list') ? 0.9 : 0.5,
        consumed: new Set(),
        ...(columns.length > 0 && { columns }),
        ...(byColumn && { byColumn }),
      },
    ];
  });
