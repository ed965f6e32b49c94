import type { Passage, Table } from '../../core/document.ts';
import { headerName } from '../../core/tables/markdown.ts';
import type { Fact } from './fact.ts';
import { isCode, namesThing } from './thing.ts';

/** Cells longer than this are prose, not the name of a thing or a value. */
const MAX_CELL_CHARS = 120;
/** Longer tables are data, such as an export of orders: their rows are searched as passages and state no facts. */
const MAX_FACT_ROWS = 2000;
/** Columns that explain in words: what they say is found by search, and names nothing that a path could go on from. */
const EXPLAINS =
  /^(?:descriptions?|meanings?|definitions?|comments?|notes?|remarks?|explanations?|details|changes|purpose|summary|beschreibung|bedeutung|bemerkung(?:en)?|erklärung|descripción|significado|notas?|descrição|remarques?|signification)\b/i;
/** A version, a date, a number or an operator says nothing alone: histories and lists of signs are about something above them. */
const NAMES_SOMETHING = /^[\s"'“‘`([{<$@._/-]*\p{L}[\p{L}\p{N}]/u;
const VERSION = /^v?\d|^v(?:ersion)?\.?\s*\d/i;
const NO_VALUE = /^(?:[-–—−.?]*|n\/?a|none|tba|tbd)$/i;

/** A word of program text: `msg:delivery`, `matrixH`, `work_mem`. */
const IDENTIFIER = /^[^\s]*(?:[:_]|\p{Ll}\p{Lu})[^\s]*$/u;
/** Rows of a list of properties; a longer one is an index or a glossary. */
const MAX_PROPERTIES = 30;
/** Words of a property, and of a value; of a value with commas, such as an address. Longer ones explain. */
const MAX_KEY_WORDS = 5;
const MAX_VALUE_WORDS = 8;
const MAX_LIST_WORDS = 12;

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

const isProperty = (key: string): boolean => NAMES_SOMETHING.test(key) && !isCode(key) && wordsIn(key) <= MAX_KEY_WORDS;

/** A value that says what something is, or what it does, in place of naming it. */
const explains = (value: string): boolean =>
  wordsIn(value) > (value.includes(',') ? MAX_LIST_WORDS : MAX_VALUE_WORDS) ||
  /^an? \p{L}/iu.test(value) ||
  isCode(value);

const isCell = (cell: string | undefined): cell is string =>
  cell !== undefined && cell.length <= MAX_CELL_CHARS && !NO_VALUE.test(cell.trim());

/**
 * The facts that a table states: of the thing that a row is about, a value a column. The row is about the first column
 * whose cells are names and tell the rows apart; a table of two columns without such a column, or whose header is empty,
 * is read as a list of properties of its page.
 * @param options `alone`: the page has no other list of properties; else each is about its own heading, or about nothing
 */
export const tableFacts = (
  table: Table,
  title: string,
  passages: readonly Passage[],
  { alone = true }: { alone?: boolean } = {},
): Fact[] => {
  if (table.rows.length > MAX_FACT_ROWS) return [];
  const statedIn = rowPassages(
    table,
    passages.filter((passage) => passage.tableId === table.id),
  );
  if (isPropertyList(table)) {
    const subject = table.headings.at(-1) ?? (alone ? title : undefined);
    if (subject === undefined || (!alone && subject === title)) return [];
    if (!namesThing(subject) || table.rows.length > MAX_PROPERTIES) return [];
    // A word that stands before several values sorts them: "file", "typedef".
    const keys = table.rows.map(([key = '']) => key.toLowerCase());
    return table.rows.flatMap(([key, value], row) =>
      keys.indexOf(keys[row]!) === keys.lastIndexOf(keys[row]!) &&
      isCell(key) &&
      isCell(value) &&
      !EXPLAINS.test(key) &&
      isProperty(key) &&
      !explains(value)
        ? [{ subject, predicate: key.replace(/:$/, ''), object: value, passageIds: statedIn[row] ?? [] }]
        : [],
    );
  }
  const keyColumn = findKeyColumn(table);
  if (keyColumn === undefined) return [];
  // The first row of a table without a header, taken for one: the column's name is one more of its identifiers.
  const identifiers = table.rows.filter((row) => IDENTIFIER.test(row[keyColumn] ?? '')).length;
  if (IDENTIFIER.test(headerName(table.columns[keyColumn]!)) && identifiers >= table.rows.length / 2) return [];
  return table.rows.flatMap((row, index) => {
    const subject = row[keyColumn];
    if (!isCell(subject) || !NAMES_SOMETHING.test(subject) || VERSION.test(subject) || isCode(subject)) return [];
    return table.columns.flatMap((header, column): Fact[] => {
      const [predicate, object] = [headerName(header), row[column]];
      if (column === keyColumn || !predicate || EXPLAINS.test(predicate) || !isCell(object)) return [];
      // A row of values that was taken for the header, or one header over all columns, names no column.
      if (isCode(predicate) || predicate === headerName(table.columns[keyColumn]!) || predicate === object) return [];
      return [{ subject, predicate, object, passageIds: statedIn[index] ?? [] }];
    });
  });
};

/** The passage of each row: passages hold the rows in order, each row a line below the table's header. */
const rowPassages = ({ columns, rows }: Table, passages: readonly Passage[]): string[][] => {
  const delimiter = `\n|${' --- |'.repeat(columns.length)}\n`;
  const found: string[][] = [];
  for (const { id, text } of passages) {
    const header = text.indexOf(delimiter);
    // A header longer than a passage is cut, and each row below it is a passage of its own.
    const lines = header === -1 ? 1 : text.slice(header + delimiter.length).split('\n').length;
    for (let line = 0; line < lines && found.length < rows.length; line++) found.push([id]);
  }
  return found;
};

/** Two columns, and a header that says nothing: an infobox. */
export const isPropertyList = ({ columns, rows }: Table): boolean =>
  columns.length === 2 && rows.length > 0 && columns.every((header) => headerName(header).trim() === '');

const findKeyColumn = ({ columns, rows, types }: Table): number | undefined => {
  const tellsApart = (column: number): boolean => {
    const cells = rows.map((row) => row[column]).filter(isCell);
    return cells.length >= rows.length * 0.8 && new Set(cells).size === cells.length;
  };
  const keys = columns.flatMap((header, column) => (EXPLAINS.test(headerName(header)) ? [] : [column]));
  const named = keys.filter((column) => types[column]?.kind === 'text');
  return named.find(tellsApart) ?? keys.find(tellsApart);
};
