import type { Passage, Table } from '../../core/document.ts';
import { headerName } from '../../core/tables/markdown.ts';
import type { Fact } from './fact.ts';

/** Cells longer than this are prose, not the name of a thing or a value. */
const MAX_CELL_CHARS = 120;
const NO_VALUE = /^(?:[-–—−.?]*|n\/?a|none|tba|tbd)$/i;

const isCell = (cell: string | undefined): cell is string =>
  cell !== undefined && cell.length <= MAX_CELL_CHARS && !NO_VALUE.test(cell.trim());

/**
 * The facts that a table states: of the thing that a row is about, a value a column. The row is about the first column
 * whose cells are names and tell the rows apart; a table of two columns without such a column, or whose header is empty,
 * is read as a list of properties of its page.
 */
export const tableFacts = (table: Table, title: string, passages: readonly Passage[]): Fact[] => {
  const own = passages.filter((passage) => passage.tableId === table.id);
  const passagesWith = (...cells: string[]): string[] => {
    const holding = own.filter(({ text }) => cells.every((cell) => text.includes(cell)));
    return (holding.length > 0 ? holding : own.slice(0, 1)).map(({ id }) => id);
  };
  if (isPropertyList(table)) {
    return table.rows.flatMap(([predicate, object]) =>
      isCell(predicate) && isCell(object)
        ? [{ subject: title, predicate, object, passageIds: passagesWith(predicate, object) }]
        : [],
    );
  }
  const keyColumn = findKeyColumn(table);
  if (keyColumn === undefined) return [];
  return table.rows.flatMap((row) => {
    const subject = row[keyColumn];
    if (!isCell(subject)) return [];
    return table.columns.flatMap((header, column): Fact[] => {
      const [predicate, object] = [headerName(header), row[column]];
      if (column === keyColumn || !predicate || !isCell(object)) return [];
      return [{ subject, predicate, object, passageIds: passagesWith(subject, object) }];
    });
  });
};

/** Two columns, and a header that says nothing: an infobox. */
const isPropertyList = ({ columns, rows }: Table): boolean =>
  columns.length === 2 && rows.length > 0 && columns.every((header) => headerName(header).trim() === '');

const findKeyColumn = ({ columns, rows, types }: Table): number | undefined => {
  const tellsApart = (column: number): boolean => {
    const cells = rows.map((row) => row[column]).filter(isCell);
    return cells.length >= rows.length * 0.8 && new Set(cells).size === cells.length;
  };
  const named = columns.map((_, column) => column).filter((column) => types[column]?.kind === 'text');
  return named.find(tellsApart) ?? columns.map((_, column) => column).find(tellsApart);
};
