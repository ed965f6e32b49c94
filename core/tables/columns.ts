import type { ColumnType } from '../document.ts';
import { type CellValue, parseCell } from './cell.ts';

/** Values of an empty cell. */
const EMPTY = /^(?:|[-–—−.?]+|n\/?a|none|null|nil|tba|tbd)$/i;

/**
 * Determines the column types of a table. A column has a type if every filled cell agrees, and a unit or currency if
 * they share one. A single different cell makes it text, because a wrong number is worse than none.
 */
export const columnTypes = (
  rows: readonly (readonly string[])[],
  width: number,
  headers: readonly string[][] = [],
): ColumnType[] =>
  Array.from({ length: width }, (_, column) =>
    columnType(
      rows.map((row) => row[column] ?? ''),
      headers[column]?.join(' ') ?? '',
    ),
  );

const columnType = (cells: readonly string[], header: string): ColumnType => {
  const values: CellValue[] = [];
  for (const cell of cells) {
    if (EMPTY.test(cell.trim())) continue;
    const value = parseCell(cell);
    if (value === undefined || (values.length > 0 && value.kind !== values[0]!.kind)) return { kind: 'text' };
    values.push(value);
  }
  const [first] = values;
  if (first === undefined) return { kind: 'text' };
  if (first.kind === 'date' || first.kind === 'percent') return { kind: first.kind };
  if (first.kind === 'currency') {
    const same = values.every((value) => value.kind === 'currency' && value.currency === first.currency);
    return same ? { kind: 'currency', currency: first.currency } : { kind: 'text' };
  }
  const units = new Set(values.map((value) => (value.kind === 'number' ? value.unit : undefined)));
  if (units.size > 1) return { kind: 'text' };
  const [unit = unitInHeader(header)] = units;
  if (unit === '%') return { kind: 'percent' };
  return unit === undefined ? { kind: 'number' } : { kind: 'number', unit };
};

/** The unit in brackets at the end of a header, as in "Area (km²)" or "Share [%]". */
const unitInHeader = (header: string): string | undefined => {
  const unit = /[([]([^()[\]]{1,12})[)\]]\s*$/.exec(header)?.[1]?.trim();
  return unit !== undefined && /^(?:%|[\p{L}°µ][\p{L}\d°µ²³/·]{0,9})$/u.test(unit) ? unit : undefined;
};
