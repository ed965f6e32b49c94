import { parse } from 'csv-parse/sync';
import { decodeText } from '../../extract/decode.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { gridTable, headerHeight } from '../../tables/grid.ts';
import { longest } from '../../tables/normal.ts';
import { rowsAboveHeader } from '../../tables/sheet-layout.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { columnsRead } from './columns-read.ts';
import { writeIssues } from './csv-issues.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** Reads a CSV or TSV file as one table, and an export of an issue tracker as a section for each issue. */
export const readCsv: Reader = (bytes, { contentType } = {}) => {
  const source = decodeText(bytes, contentType).replace(/^\uFEFF/, '');
  const page = createPageBuilder();
  const rows = readGrid(source, (notice) => page.notice(notice));
  // Comments name no columns and are no rows: those above stay above the table, and those between and below stand under it.
  const found = rows.findIndex((row) => !isComment(row));
  const first = found === -1 ? rows.length : found;
  for (const row of rows.slice(0, first)) page.block(commentOf(row));
  const grid = rows.filter((row) => !isComment(row));
  if (writeIssues(grid, page)) return page.build('');
  // Banks and instruments write a title and notes above the names of the columns.
  const above = rowsAboveHeader(grid);
  for (const row of grid.slice(0, above)) page.block(row.filter(Boolean).join(' '));
  const table = gridTable(joinRepeatedColumns(grid.slice(above)));
  if (table !== undefined && table.columns.length > 1) page.table(table);
  else
    page.block(
      grid
        .slice(above)
        .map((row) => row.join(' ').trim())
        .filter(Boolean)
        .join('\n'),
    );
  for (const row of rows.slice(first).filter(isComment)) page.block(commentOf(row));
  return page.build('');
};

/** True for a row that a "#" makes a comment: it has one cell. */
const isComment = ([first = '', ...others]: readonly string[]): boolean =>
  /^#+\s/.test(first) && others.every((cell) => cell === '');
const commentOf = ([first = '']: readonly string[]): string => first.replace(/^#+\s+/, '');

/**
 * Joins columns side by side that have the same name, as exporters write a field with several values ("Labels, Labels"). Returns
 * the grid as it is if its first row names no columns then.
 */
const joinRepeatedColumns = (grid: string[][]): string[][] => {
  const [names = []] = grid;
  const isRepeated = names.map((name, column) => name !== '' && column > 0 && name === names[column - 1]);
  if (!isRepeated.includes(true)) return grid;
  const distinct = names.filter((_, column) => !isRepeated[column]);
  if (headerHeight([distinct, ...grid.slice(1, 2).map((row) => row.slice(0, distinct.length))]) === 0) return grid;
  return [
    distinct,
    ...grid.slice(1).map((row) => {
      const joined: string[][] = [];
      for (const [column, cell] of row.entries()) {
        if (!isRepeated[column]) joined.push([]);
        if (cell !== '') joined.at(-1)?.push(cell);
      }
      return joined.map((cells) => cells.join(', '));
    }),
  ];
};

/** The rows of separated values, also of uneven length or with stray quotes. @throws the parser's errors */
export const csvRows = (source: string, delimiter: string): string[][] =>
  parse(source, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true });

const readGrid = (source: string, notice: (text: string) => void): string[][] => {
  try {
    const rows = csvRows(source, likelyDelimiter(source));
    const widest = longest(rows);
    const width = columnsRead(widest, rows.length);
    if (width < widest) notice(`Only the first ${width} of ${widest} columns were read.`);
    return rows.map((row) => [
      ...row.slice(0, width),
      ...new Array<string>(width - Math.min(width, row.length)).fill(''),
    ]);
  } catch (cause) {
    throw damaged('CSV', cause);
  }
};

/**
 * The delimiter that splits most of the first lines into equally many cells; among several, the one with the most cells. A
 * title or a comment above the columns has none.
 */
const likelyDelimiter = (source: string): string => {
  const lines = source
    .slice(0, 20_000)
    .split(/\r?\n/)
    .slice(0, 20)
    .map((line) => line.replace(/"(?:[^"]|"")*"/g, ''))
    .filter((line) => line.trim() !== '');
  let best = ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const lengths = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(delimiter).length - 1;
      lengths.set(count, (lengths.get(count) ?? 0) + 1);
    }
    for (const [count, among] of lengths) {
      const score = (count * among) / lines.length;
      if (score > bestScore) [best, bestScore] = [delimiter, score];
    }
  }
  return best;
};
