import type { Passage, Table } from '../../../core/document.ts';
import { headerName } from '../../../core/tables/markdown.ts';
import type { GlossaryLanguage } from '../languages/glossary.ts';
import { inEnglish } from '../languages/in-english.ts';
import { stemsOf } from '../words/stems.ts';
import { plainText } from './plain-text.ts';

/** A table of a found page, prepared for quoting. */
export interface PageTable {
  id: string;
  documentId: string;
  /** Title of the page. */
  title: string;
  /** The table's caption, or the heading above it. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** The language of the page, if the fields above but the title are read in English. */
  language?: GlossaryLanguage;
  /** What the page has in its own language, if it is read in English. */
  shown?: { name: string; columns: readonly string[]; rows: readonly (readonly string[])[] };
  /** The rows as the page writes them, with Markdown marks. */
  written: readonly (readonly string[])[];
  /** Rank of its page in the search, from 0. */
  rank: number;
  /** A passage that contains at least a part of the table. */
  passage: Passage;
  titleStems: ReadonlySet<string>;
  nameStems: ReadonlySet<string>;
  columnStems: readonly ReadonlySet<string>[];
  /** Columns that name the rows: the first, and after codes such as "F05" the next one too. */
  labelColumns: readonly number[];
}

/** Maximum rows of a table that operators read. A longer table is a data set. */
export const MAX_ROWS = 2_000;

/** Converts a stored table; undefined if it has one column, no rows or only links. */
export const storedTable = (
  table: Table,
  passage: Passage,
  rank: number,
  language?: GlossaryLanguage,
): PageTable | undefined =>
  toPageTable(
    {
      id: table.id,
      passage,
      rank,
      name: table.caption || (table.headings.at(-1) ?? ''),
      columns: table.columns.map(headerName),
      rows: table.rows,
    },
    language,
  );

/** Markdown tables inside a passage that the store does not know as tables, as in attached files and JSONL rows. */
export const markdownTables = (passage: Passage, rank: number, language?: GlossaryLanguage): PageTable[] => {
  const found: PageTable[] = [];
  let rows: string[][] = [];
  let name = passage.headings.at(-1) ?? '';
  const end = () => {
    const [columns, ...body] = rows;
    const id = `${passage.id}|${found.length}`;
    const table = columns && body.length > 0 && toPageTable({ id, passage, rank, name, columns, rows: body }, language);
    if (table) found.push(table);
    rows = [];
  };
  for (const line of passage.text.split('\n')) {
    if (/^\s*\|.*\|\s*$/.test(line)) {
      const cells = cellsOf(line);
      if (!cells.every((cell) => /^:?-+:?$/.test(cell))) rows.push(cells);
      continue;
    }
    end();
    if (/^\s*#{1,6}\s/.test(line)) name = plainText(line.replace(/^\s*#+\s*/, ''));
  }
  end();
  return found;
};

/** A table as a passage's text has it. */
interface WrittenTable extends Pick<PageTable, 'id' | 'passage' | 'rank' | 'name'> {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

const toPageTable = (
  { id, passage, rank, name, columns, rows }: WrittenTable,
  language: GlossaryLanguage | undefined,
): PageTable | undefined => {
  const kept = withoutNotes(rows.slice(0, MAX_ROWS));
  if (columns.length < 2 || kept.length === 0 || isLinkTable(kept)) return undefined;
  const plainColumns = columns.map(plainText);
  const plainRows = kept.map((cells) => cells.map((cell) => plainText(cell.replace(/\\\|/g, '|'))));
  const shown = { name: plainText(name), columns: plainColumns, rows: plainRows };
  const read = (text: string) => inEnglish(text, language);
  const readColumns = plainColumns.map(read);
  return {
    id,
    documentId: passage.documentId,
    title: passage.title,
    name: read(shown.name),
    columns: readColumns,
    rows: language ? plainRows.map((cells) => cells.map(read)) : plainRows,
    ...(language && { language, shown }),
    rank,
    passage,
    written: kept,
    titleStems: new Set(stemsOf(read(passage.title))),
    nameStems: new Set(stemsOf(read(`${name}. ${passage.headings.join('. ')}`))),
    columnStems: readColumns.map((column) => new Set(stemsOf(column))),
    labelColumns: labelColumnsOf(plainRows),
  };
};

/** A table's name, columns and rows as the page has them. */
export const tableShown = ({ shown, name, columns, rows }: PageTable): Pick<PageTable, 'name' | 'columns' | 'rows'> =>
  shown ?? { name, columns, rows };

/** A row's number or code: "7", "F05", "E-99", and no year. */
const CODE = /^(?!(?:1[5-9]|20)\d\d$)\p{L}{0,3}[-. #]?\d{1,6}\p{L}?$/u;
/** A short name of up to four words, with three letters in a row. */
const NAME = /^(?=.*\p{L}{3})[^\s,;.]{1,30}(?:\s[^\s,;.]{1,30}){0,3}$/u;
/** Minimum rows, and minimum share of them whose second cell is a name of its own. */
const MIN_CODED_ROWS = 3;
const MIN_NAMED = 0.8;

/** A spreadsheet's rows often start with a code, and what people call them stands behind it. */
const labelColumnsOf = (rows: readonly (readonly string[])[]): number[] => {
  if (rows.length < MIN_CODED_ROWS || !rows.every(([first = '']) => CODE.test(first.trim()))) return [0];
  const names = new Set(rows.map(([, second = '']) => second.trim().toLowerCase()).filter((name) => NAME.test(name)));
  return names.size >= rows.length * MIN_NAMED ? [0, 1] : [0];
};

/** The names of a row. */
export const labelsOf = ({ rows, labelColumns }: Pick<PageTable, 'rows' | 'labelColumns'>, row: number): string[] =>
  labelColumns.map((column) => rows[row]?.[column] ?? '');

/** A footnote's mark at the start of a row: "[a] ", "* ", "1) ". */
const NOTE_MARK = /^\s*(?:\[\w{1,3}\]|\(\w\)|\w\)|[*†‡§¹²³]+|\\\*)\s*\S|^\s*[*_]*(?:notes?|source)\b[*_]*:/iu;
/** Minimum characters of a sentence across a table for it to be a note and not a group's heading. */
const MIN_NOTE_CHARS = 100;

/** The rows without the notes below them: single cells that are long or have a footnote's mark. */
const withoutNotes = (rows: readonly (readonly string[])[]): readonly (readonly string[])[] => {
  const hasOthers = ([, ...others]: readonly string[]) => others.some((cell) => cell.trim() !== '');
  const last = rows.findLastIndex(hasOthers);
  // A checklist with columns that are still empty has no notes.
  if (last < 0) return rows;
  return rows.filter(([first = ''], at) => at <= last || !(first.length >= MIN_NOTE_CHARS || NOTE_MARK.test(first)));
};

/** True if more than half of the cells are links, as in a table of contents, which answers nothing. */
const isLinkTable = (rows: readonly (readonly string[])[]): boolean => {
  const cells = rows
    .slice(0, 20)
    .flat()
    .filter((cell) => cell.trim() !== '');
  return (
    cells.length > 0 && cells.filter((cell) => /^\W*\[[^\]]*\]\([^)]*\)\W*$/.test(cell)).length / cells.length > 0.5
  );
};

/** Splits a Markdown row into cells, leaving escaped pipes alone. */
const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plainText(cell.replace(/\\\|/g, '|')));

/** A figure, a yes or no, or a word for nothing: several rows have it, and it names none of them. */
const NAMES_NO_ROW =
  /^(?:[^\p{L}\p{N}]*\p{N}[\p{N}.,]*(?:\s?[\p{L}%]{1,12})?|(?:no|not)(?: \p{L}+)?|yes|none|n\/?a|tbd|[–—-]+)$/iu;
/** The first cells that name no row, by the rows of a table. */
const namingNone = new WeakMap<PageTable['rows'], ReadonlySet<string>>();
const cellsNamingNone = (rows: PageTable['rows']): ReadonlySet<string> => {
  let found = namingNone.get(rows);
  if (!found) {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const [first = ''] of rows) (seen.has(first) ? repeated : seen).add(first);
    found = new Set([...repeated].filter((cell) => NAMES_NO_ROW.test(cell)));
    namingNone.set(rows, found);
  }
  return found;
};

/**
 * A row as shown to the reader: the first cell in bold, the other cells with their column heads. A first cell that does not
 * name its row has its head too.
 * @param some columns to show beside the first; all if absent
 */
export const rowText = (
  { columns, rows }: Pick<PageTable, 'columns' | 'rows'>,
  row: number,
  some?: readonly number[],
): string =>
  (rows[row] ?? [])
    .flatMap((cell, at) => {
      if (cell === '' || (at > 0 && some?.includes(at) === false)) return [];
      const isName = at === 0 && !cellsNamingNone(rows).has(cell);
      return [columns[at] && !isName ? `${columns[at]}: ${cell}` : `**${cell}**`];
    })
    .join(' · ');

/** A row exactly as the table's passage writes it, for a verbatim citation. */
export const rowLine = (cells: readonly string[]): string =>
  `|${cells.map((cell) => ` ${cell.replace(/\s*\n\s*/g, ' ').replace(/(?<!\\)\|/g, '\\|')} |`).join('')}`;
