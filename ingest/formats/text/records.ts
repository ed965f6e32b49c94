import { ParleyError } from '../../../core/errors.ts';
import { decode } from '../../extract/decode.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { gridTable } from '../../tables/grid.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { columnsRead } from './columns-read.ts';

/** A record whose values are texts, numbers, truth values, or lists of these. */
type FlatRecord = Readonly<Record<string, Value | readonly Value[]>>;
type Value = string | number | boolean | null;

/**
 * Reads a JSON list of flat records as one table: a column for each field, a row for each record.
 *
 * @throws INPUT_UNREADABLE if it is no JSON, or a record holds records of its own
 */
export const readRecords: Reader = (bytes, { contentType } = {}) => {
  const records = parsed(decode(bytes, contentType).replace(/^\uFEFF/, ''));
  for (const [i, record] of records.entries())
    if (!isFlat(record))
      throw new ParleyError('INPUT_UNREADABLE', {
        message: `Record ${i + 1} of the list holds other records or is none, so the list is no table.`,
        remedy: 'Save it as CSV, or write each record as a page of a .jsonl file.',
      });
  const rows = records as readonly FlatRecord[];
  const page = createPageBuilder();
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const width = columnsRead(fields.length, rows.length);
  if (width < fields.length) page.notice(`Only the first ${width} of ${fields.length} fields were read.`);
  const shown = fields.slice(0, width);
  const table = gridTable([shown, ...rows.map((row) => shown.map((field) => cellOf(row[field])))], '', 1);
  if (table !== undefined) page.table(table);
  return page.build('');
};

const parsed = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch (cause) {
    throw damaged('JSON', cause);
  }
  throw damaged('JSON', new Error('it is no list'));
};

const cellOf = (value: FlatRecord[string] | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? value.filter((one) => one !== null).join(', ')
      : String(value).trim();

const isValue = (value: unknown): value is Value => value === null || typeof value !== 'object';

const isFlat = (record: unknown): record is FlatRecord =>
  typeof record === 'object' &&
  record !== null &&
  !Array.isArray(record) &&
  Object.values(record).every((value) => isValue(value) || (Array.isArray(value) && value.every(isValue)));

/** Minimum fields of a record. Lists of one text each are not told from settings. */
const MIN_FIELDS = 2;

/** A field with a page's place on its own site, and one with its text: generators write such lists for the search of a site. */
const PLACE = /^(?:url|uri|href|link|path|permalink|relpermalink|location)$/i;
const TEXT = /^(?:content|contents|body|text|summary|excerpt|description)$/i;

/** True for a record that repeats a page: such a list stands beside the pages, which are read themselves. */
const isOfSearchIndex = (record: FlatRecord): boolean => {
  const fields = Object.entries(record);
  const hasPlace = fields.some(
    ([name, value]) => PLACE.test(name) && /^(?!\w+:)\S*(?:\/|\.html?)(?:#\S*)?$/.test(String(value)),
  );
  return hasPlace && fields.some(([name]) => TEXT.test(name));
};

/** True for the beginning of a JSON list whose first record is flat and says something in words. */
export const startsAsRecords = (head: string): boolean => {
  const start = /^\s*\[\s*(?=\{)/.exec(head)?.[0].length;
  if (start === undefined) return false;
  // A record without records in it ends at the first brace outside of its texts.
  const end = /^\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/.exec(head.slice(start))?.[0];
  try {
    const first: unknown = end === undefined ? undefined : JSON.parse(end);
    return (
      isFlat(first) &&
      Object.keys(first).length >= MIN_FIELDS &&
      !isOfSearchIndex(first) &&
      Object.values(first).some((value) => /\p{L}{2}/u.test(cellOf(value)))
    );
  } catch {
    return false;
  }
};
