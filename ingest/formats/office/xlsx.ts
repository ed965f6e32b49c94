import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { decode } from '../../extract/decode.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import { gridTable, mergedHeaderRows } from '../../tables/grid.ts';
import { goesOn, rowsAboveHeader, sideBySide } from '../../tables/sheet-layout.ts';
import { damaged, isOle, locked } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { whyNoText } from '../text/plain-text.ts';
import { cellComments, mayLackResults, textBoxes, uncalculatedCells } from './xlsx-parts.ts';
import { safeZip } from './zip.ts';

/** Maximum cells of one sheet that are read. The page says if there are more. */
const MAX_CELLS = 2_000_000;

/** Reads an Excel or OpenDocument workbook: each sheet is a section, each filled region a table; then text boxes and comments. */
export const readXlsx: Reader = async (bytes, context) => {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const other = isZip || isOle(bytes) ? undefined : await exportedReader(bytes);
  if (other !== undefined) return other(bytes, context);
  const XLSX = await import('@e965/xlsx');
  const data = isOle(bytes) ? bytes : safeZip(bytes, 'workbook');
  const lacksResults = !isOle(bytes) && mayLackResults(data);
  let workbook: ReturnType<typeof XLSX.read>;
  try {
    // Empty cells are needed only to count the formulas that have no result.
    const formulas = { cellFormula: lacksResults, sheetStubs: lacksResults };
    // Of a Buffer a text ends with the bytes, whatever length a record claims; of another array the library goes on behind them.
    const buffer = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    // The styles tell which rows and columns are hidden.
    workbook = XLSX.read(buffer, { type: 'buffer', cellDates: true, cellHTML: false, cellStyles: true, ...formulas });
  } catch (cause) {
    if (/password|encrypt/i.test(String(cause))) throw locked('workbook');
    throw damaged('workbook', cause);
  }
  if (workbook.SheetNames.some(isMisreadName)) throw damaged('workbook', new TypeError('a name of a sheet is no text'));
  const page = createPageBuilder();
  const uncalculated = lacksResults ? uncalculatedCells(workbook) : new Map<string, ReadonlySet<string>>();
  for (const [index, name] of workbook.SheetNames.entries()) {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined) continue;
    if (workbook.Workbook?.Sheets?.[index]?.Hidden) {
      page.notice(`The hidden sheet "${name}" was left out.`);
      continue;
    }
    const notice = (text: string) => page.notice(`Sheet "${name}": ${text}`);
    const empty = uncalculated.get(name) ?? new Set();
    if (empty.size > 0)
      notice(
        `formulas without a calculated value: ${empty.size}. Their cells are empty. Save the workbook in Excel or LibreOffice, and ingest it again.`,
      );
    const hidden = hiddenPlaces(sheet);
    const grid = readSheet(sheet, { empty, hidden, since: firstDate(workbook) }, XLSX.utils.decode_cell, notice);
    if (hidden.passed > 0) notice(`cells in hidden columns and rows that were left out: ${hidden.passed}.`);
    if (grid.length === 0) continue;
    if (workbook.SheetNames.length > 1 || !/^(?:sheet|tabelle|feuil|hoja|foglio)\s?1$/i.test(name))
      page.heading(2, name);
    writeRegions(page, grid);
  }
  for (const [title, lines] of [
    ['Text boxes', textBoxes(bytes)],
    ['Comments', cellComments(workbook)],
  ] as const) {
    if (lines.length > 0) page.heading(2, title);
    for (const line of lines) page.block(line);
  }
  const { Title = '', Author, ModifiedDate } = workbook.Props ?? {};
  return page.build(Title, {
    // Letters of a code page that the library does not know.
    ...(Author && !Author.includes('\uFFFD') ? { author: Author } : {}),
    ...(ModifiedDate instanceof Date && !Number.isNaN(+ModifiedDate) ? { updated: ModifiedDate.toISOString() } : {}),
  });
};

/**
 * True for a name of a sheet that no program writes, because it contains control characters. Its library did not follow the
 * workbook's records (an early binary workbook), and what it took for cells can fill the memory.
 */
const isMisreadName = (name: string): boolean => /\p{Cc}/u.test(name);

interface HiddenPlaces {
  columns: ReadonlySet<number>;
  rows: ReadonlySet<number>;
  /** Cells that were left out. */
  passed: number;
}

/**
 * The columns and rows that whoever opens the workbook does not see. Groups open by a click, and rows that a filter hides come
 * back with another choice, so both are read.
 */
const hiddenPlaces = (sheet: WorkSheet): HiddenPlaces => {
  const hiddenOf = (places: readonly ({ hidden?: boolean; level?: number } | null | undefined)[] | undefined) =>
    new Set((places ?? []).flatMap((one, i) => (one?.hidden && !one.level ? [i] : [])));
  const isFiltered = sheet['!autofilter'] !== undefined;
  return { columns: hiddenOf(sheet['!cols']), rows: isFiltered ? new Set() : hiddenOf(sheet['!rows']), passed: 0 };
};

/** The reader of what other programs call a workbook, since Excel opens it: a table as HTML, or separated values. */
const exportedReader = async (bytes: Uint8Array): Promise<Reader | undefined> => {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1').trimStart();
  if (/^(?:<!doctype html|<html|<table|<meta\b|<head)/i.test(start))
    return async (page, { contentType } = {}) =>
      (await import('../../extract/html.ts')).extractWholeHtml(decode(page, contentType));
  const [first = '', second = ''] = start.split(/\r?\n/);
  const isSeparated = ['\t', ';', ',', '|'].some((sign) => first.includes(sign) && second.includes(sign));
  if (!isSeparated || start.startsWith('<') || whyNoText(bytes, bytes.length) !== undefined) return undefined;
  return async (...file) => (await import('../text/csv.ts')).readCsv(...file);
};

/** Reads a sheet's filled cells as a grid of text. Merged cells are repeated in every cell that they cover. */
const readSheet = (
  sheet: WorkSheet,
  { empty, hidden, since }: { empty: ReadonlySet<string>; hidden: HiddenPlaces; since: Date },
  place: (address: string) => { r: number; c: number },
  notice: (text: string) => void,
): string[][] => {
  const rows = new Map<number, Map<number, string>>();
  let cells = 0;
  // The declared range may be the whole sheet, so only existing cells are visited.
  for (const address of Object.keys(sheet)) {
    if (address.startsWith('!') || empty.has(address)) continue;
    const text = cellText(sheet[address] as CellObject, since);
    if (text === '') continue;
    const { r, c } = place(address);
    if (hidden.columns.has(c) || hidden.rows.has(r)) {
      hidden.passed++;
      continue;
    }
    if (++cells > MAX_CELLS) {
      notice(`only the first ${MAX_CELLS} cells were read.`);
      break;
    }
    const row = rows.get(r) ?? new Map<number, string>();
    row.set(c, text);
    rows.set(r, row);
  }
  const own = new Set([...rows.values()].flatMap((row) => [...row.keys()]));
  for (const { s, e } of sheet['!merges'] ?? []) {
    const text = rows.get(s.r)?.get(s.c);
    if (text === undefined || (e.r - s.r + 1) * (e.c - s.c + 1) > 10_000) continue;
    for (let r = s.r; r <= e.r; r++) {
      const row = rows.get(r);
      if (row !== undefined) for (let c = s.c; c <= e.c; c++) if (!row.has(c)) row.set(c, text);
    }
  }
  const numbered = [...rows].sort(([a], [b]) => a - b);
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const row of rows.values())
    for (const column of row.keys()) {
      first = Math.min(first, column);
      last = Math.max(last, column);
    }
  // Cells that are merged over several columns in every row are one column.
  const columns = Array.from({ length: Math.min(1000, last - first + 1) }, (_, i) => first + i).filter(
    (column) =>
      own.has(column) || column === first || numbered.some(([, row]) => row.get(column) !== row.get(column - 1)),
  );
  const grid: string[][] = [];
  let previous = -1;
  for (const [number, row] of numbered) {
    if (previous !== -1 && number > previous + 1) grid.push([]);
    previous = number;
    grid.push(columns.map((column) => row.get(column) ?? ''));
  }
  return grid;
};

/**
 * Times and spans of up to a year are stored as if they were dates before this one: workbooks count days from 1900, those of old
 * programs for the Macintosh from 1904.
 */
const firstDate = (workbook: WorkBook): Date =>
  new Date(workbook.Workbook?.WBProps?.date1904 ? '1905-01-01T00:00:00Z' : '1901-01-01T00:00:00Z');

/** The displayed text of a cell, with dates as ISO 8601. Errors such as #N/A are empty. @param since see `firstDate` */
const cellText = (cell: CellObject, since: Date): string => {
  if (cell.v === undefined || cell.v === null || cell.t === 'e' || cell.t === 'z') return '';
  if (cell.v instanceof Date) {
    if (Number.isNaN(+cell.v)) return '';
    // A time of day or a span of hours is stored as a fraction of a day, which is no date.
    if (cell.v < since && (cell.w === '' || cell.w?.includes(':'))) return cell.w.trim();
    const text = cell.v.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ');
  }
  const shown = cell.w ?? String(cell.v);
  // Excel shows a long whole number, such as an account's, as 1.23457E+14 only because its column is narrow.
  const isShortened = /^-?\d(?:\.\d+)?E\+\d+$/.test(shown) && Number.isSafeInteger(cell.v);
  return (/^#+$/.test(shown) || isShortened ? String(cell.v) : shown).replace(/\s+/g, ' ').trim();
};

/** Writes the regions of a sheet, which empty rows separate. A single cell in a row is a caption or a note, not a table. */
const writeRegions = (page: PageBuilder, grid: readonly string[][]): void => {
  let region: string[][] = [];
  let caption = '';
  let above: readonly string[][] = [];
  const flush = () => {
    const rows = goesOn(above, region) ? [above[0] ?? [], ...region] : region;
    region = [];
    if (rows.length === 0) return;
    above = rows;
    const parts = sideBySide(rows);
    for (const part of parts) {
      if (parts.length > 1 && part.some((row) => row.every((cell) => cell === ''))) writeRegions(page, part);
      else writeTable(page, part, caption);
    }
    caption = '';
  };
  for (const [number, row] of grid.entries()) {
    const below = number > 0 && (grid[number - 1] ?? []).every((cell) => cell === '');
    const filled = row.filter((cell) => cell !== '');
    // A merged cell is repeated; equal numbers side by side are a row.
    const [text] = new Set(filled).size === 1 && (filled.length === 1 || /\p{L}/u.test(filled[0] ?? '')) ? filled : [];
    if (filled.length === 0) {
      if (region.length !== 1 || !isHeader(region[0] ?? [])) flush();
      continue;
    }
    // The names of columns may have an empty row between them and the rows.
    if (region.length === 1 && below && !sameColumns(region[0] ?? [], row)) flush();
    if (text !== undefined && region.length === 0 && row.length > 1) {
      page.block(text);
      caption = text.length <= 120 ? text : '';
    } else region.push(row);
  }
  flush();
};

/** Writes the rows of one table, and what stands above the names of its columns as text. */
const writeTable = (page: PageBuilder, all: readonly string[][], caption: string): void => {
  const writeRow = (row: readonly string[]) => page.block([...new Set(row.filter(Boolean))].join(' '));
  const above = mergedHeaderRows(all) === undefined ? rowsAboveHeader(all) : 0;
  for (const row of all.slice(0, above)) writeRow(row);
  const rows = all.slice(above);
  const table = rows.length > 1 ? gridTable(rows, above === 0 ? caption : '', mergedHeaderRows(rows)) : undefined;
  if (table !== undefined && table.columns.length > 1) page.table(table);
  else for (const row of rows) writeRow(row);
};

/** True for two or more words in a row, also as programs name fields: `_id`, `#code`. */
const isHeader = (row: readonly string[]): boolean => {
  const filled = row.filter((cell) => cell !== '');
  return (
    filled.length > 1 && filled.every((cell) => /^[_#$@]*\p{L}/u.test(cell)) && new Set(filled).size === filled.length
  );
};

/** True if the filled cells of two rows are below each other. */
const sameColumns = (above: readonly string[], row: readonly string[]): boolean =>
  above.every((cell, i) => (cell === '') === ((row[i] ?? '') === ''));
