import type { Passage, Table } from '../../core/document.ts';
import { headerName } from '../../core/tables/markdown.ts';
import type { Fact } from './fact.ts';
import { isCode, namesThing } from './thing.ts';

/** Maximum characters of a cell that is a name or a value. Longer ones are prose. */
const MAX_CELL_CHARS = 120;
/** Maximum rows of a table with facts. Longer tables are data, such as an export of orders, which is only searched. */
const MAX_FACT_ROWS = 2000;
/** Headers of columns with explanations. These are found by search, and are no entities for paths. */
const EXPLAINS =
  /^(?:descriptions?|meanings?|definitions?|comments?|notes?|remarks?|explanations?|details|changes|purpose|summary|beschreibung|bedeutung|bemerkung(?:en)?|erklärung|descripción|significado|notas?|descrição|remarques?|signification)\b/i;
/** Headers of columns with the parts of what a heading names, if one beside it gives their types. Many things have a part of a name. */
const PARTS = /^(?:parameters?|fields?|arguments?|attributes?|propert(?:y|ies)|options?|members?|columns?|params?)$/i;
const TYPES = /^(?:data ?)?types?$/i;
/** Starts with a letter. Versions, dates, numbers and operators are not subjects: their tables are about something above. */
const NAMES_SOMETHING = /^[\s"'“‘`([{<$@._/-]*\p{L}[\p{L}\p{N}]/u;
const VERSION = /^v?\d|^v(?:ersion)?\.?\s*\d/i;
const NO_VALUE = /^(?:[-–—−.?]*|n\/?a|none|tba|tbd)$/i;

/** An identifier: `msg:delivery`, `matrixH`, `work_mem`. */
const IDENTIFIER = /^[^\s]*(?:[:_]|\p{Ll}\p{Lu})[^\s]*$/u;
/** Maximum rows of a list of properties. A longer one is an index or a glossary. */
const MAX_PROPERTIES = 30;
/** Maximum words of a property and of a value. Longer ones are explanations. */
const MAX_KEY_WORDS = 5;
const MAX_VALUE_WORDS = 8;
/** Maximum words of a value with a comma: an address or several names have more words than one name, and are still values. */
const MAX_WORDS_WITH_COMMA = 12;

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

const isProperty = (key: string): boolean => NAMES_SOMETHING.test(key) && !isCode(key) && wordsIn(key) <= MAX_KEY_WORDS;

/** True for a value that is an explanation and not a name. */
const explains = (value: string): boolean =>
  wordsIn(value) > (value.includes(',') ? MAX_WORDS_WITH_COMMA : MAX_VALUE_WORDS) ||
  /^an? \p{L}/iu.test(value) ||
  isCode(value);

const isCell = (cell: string | undefined): cell is string =>
  cell !== undefined && cell.length <= MAX_CELL_CHARS && !NO_VALUE.test(cell.trim());

/**
 * The facts of a table: one for each cell, with its row's subject and its column's header as the predicate. The subject is in the
 * first column whose cells are distinct names. A table of two columns without such a column, or with an empty header, is read
 * as a list of properties of its page.
 * @param options `alone`: true if the page has no other list of properties. Otherwise each list is about its own heading, if any.
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
    // A word before several values is a category: "file", "typedef".
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
  const headers = table.columns.map((header) => headerName(header).trim());
  if (PARTS.test(headers[keyColumn] ?? '') && headers.some((header) => TYPES.test(header))) return [];
  // In a table without a header, the first row was read as one, so the column's header may be another of its identifiers.
  const identifiers = table.rows.filter((row) => IDENTIFIER.test(row[keyColumn] ?? '')).length;
  if (IDENTIFIER.test(headerName(table.columns[keyColumn]!)) && identifiers >= table.rows.length / 2) return [];
  return table.rows.flatMap((row, index) => {
    const subject = row[keyColumn];
    if (!isCell(subject) || !NAMES_SOMETHING.test(subject) || VERSION.test(subject) || isCode(subject)) return [];
    return table.columns.flatMap((header, column): Fact[] => {
      const [predicate, object] = [headerName(header), row[column]];
      if (column === keyColumn || !predicate || EXPLAINS.test(predicate) || !isCell(object)) return [];
      // Skips headers that do not name a column: a row of values read as the header, or one header over all columns.
      if (isCode(predicate) || predicate === headerName(table.columns[keyColumn]!) || predicate === object) return [];
      return [{ subject, predicate, object, passageIds: statedIn[index] ?? [] }];
    });
  });
};

/** The ids of each row's passages. Passages contain the rows in order, one line each, below the table's header. */
const rowPassages = ({ columns, rows }: Table, passages: readonly Passage[]): string[][] => {
  const delimiter = `\n|${' --- |'.repeat(columns.length)}\n`;
  const found: string[][] = [];
  for (const { id, text } of passages) {
    const header = text.indexOf(delimiter);
    // If the header is longer than a passage, it is cut, and each row is a passage of its own.
    const lines = header === -1 ? 1 : text.slice(header + delimiter.length).split('\n').length;
    for (let line = 0; line < lines && found.length < rows.length; line++) found.push([id]);
  }
  return found;
};

/** True for an infobox: two columns with an empty header. */
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
