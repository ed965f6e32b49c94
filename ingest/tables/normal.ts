/** A table before normalisation: all rows have the same width, and spans are filled in. */
export interface RawTable {
  caption: string;
  /** Header rows, top first. */
  header: readonly (readonly string[])[];
  rows: readonly RawRow[];
}

export interface RawRow {
  cells: readonly { text: string; markdown: string }[];
  /** True for one cell across all columns, a heading for the rows below it. */
  spansAll?: boolean;
}

/** A normalised table, with plain cells and with cells in Markdown. */
export interface NormalTable {
  caption: string;
  columns: string[][];
  rows: string[][];
  markdownRows: string[][];
}

/**
 * Normalises a table: one path of headers per column, and no empty rows or columns. Rows that span the table become a first
 * column with each row's group.
 *
 * @returns undefined for an empty table.
 */
export const normalTable = ({ caption, header: head, rows: below }: RawTable): NormalTable | undefined => {
  const { header, rows } = firstGroup(head, below);
  const width = longest([...header, ...rows.map((row) => row.cells)]);
  let title = caption;
  const headerRows = header.filter((row) => {
    const distinct = new Set(row.filter((cell) => cell !== ''));
    // A header cell over the whole table is its caption.
    if (distinct.size === 1 && row.length > 1 && row.every((cell) => cell !== '') && header.length > 1) {
      title ||= [...distinct][0]!;
      return false;
    }
    return distinct.size > 0;
  });
  const { grouped, groups } = groupRows(rows);
  const body = grouped.filter(({ row }) => row.cells.some((cell) => cell.text !== ''));
  if (body.length === 0) return undefined;
  const columns: number[] = [];
  for (let column = 0; column < width; column++) {
    const filled = body.some(({ row }) => (row.cells[column]?.text ?? '') !== '');
    if (body.length > 1 && separates(body, column) && headerRows.every((row) => (row[column] ?? '') === '')) continue;
    if (filled || headerRows.some((row) => (row[column] ?? '') !== '' && !sameAsLeft(row, column)))
      columns.push(column);
  }
  if (columns.length === 0) return undefined;
  const path = (column: number) =>
    headerRows.map((row) => row[column] ?? '').filter((cell, i, cells) => cell !== '' && cell !== cells[i - 1]);
  const write = (kind: 'text' | 'markdown') =>
    body.map(({ row, group }) => [
      ...(groups ? [group] : []),
      ...columns.map((column) => row.cells[column]?.[kind] ?? ''),
    ]);
  return {
    caption: title,
    columns: [...(groups ? [[]] : []), ...columns.map(path)],
    rows: write('text'),
    markdownRows: write('markdown'),
  };
};

/** True for a column between names and values that holds the same sign in each row: "-", ":" or "=". */
const separates = (body: readonly { row: RawRow }[], column: number): boolean =>
  column > 0 &&
  body.every(
    ({ row }) => /^[-–—:=→]$/.test(row.cells[column]?.text ?? '') && (row.cells[column + 1]?.text ?? '') !== '',
  );

/**
 * Moves a header cell that spans the whole table, below the columns' names, to the rows if other groups follow: it names the
 * first group.
 */
const firstGroup = (header: RawTable['header'], rows: RawTable['rows']): Pick<RawTable, 'header' | 'rows'> => {
  const last = header.at(-1) ?? [];
  const name = last[0] ?? '';
  const spans = header.length > 1 && last.length > 1 && name !== '' && last.every((cell) => cell === name);
  if (!spans || !rows.some(({ spansAll }) => spansAll)) return { header, rows };
  const cells = last.map(() => ({ text: name, markdown: name }));
  return { header: header.slice(0, -1), rows: [{ cells, spansAll: true }, ...rows] };
};

/** The length of the longest list. Unlike Math.max(...lengths), works with more rows than a call may have arguments. */
export const longest = (lists: readonly (readonly unknown[])[]): number =>
  lists.reduce((most, { length }) => Math.max(most, length), 0);

const sameAsLeft = (row: readonly string[], column: number) => column > 0 && row[column] === row[column - 1];

/** Adds the spanning row above to each row. Spanning rows without rows below them stay rows (a note, a total). */
const groupRows = (rows: readonly RawRow[]) => {
  const grouped: { row: RawRow; group: string }[] = [];
  let group = '';
  let groups = false;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (row.spansAll && next !== undefined && !next.spansAll) {
      group = row.cells[0]?.text ?? '';
      groups ||= group !== '';
    } else if (row.spansAll) {
      grouped.push({
        row: { cells: row.cells.map((cell, i) => (i === 0 ? cell : { text: '', markdown: '' })) },
        group,
      });
    } else grouped.push({ row, group });
  }
  return { grouped, groups };
};
