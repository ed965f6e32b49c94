/** A table on its way to the normal form: every row as wide as the widest, spans filled in. */
export interface RawTable {
  caption: string;
  /** Header rows, top first. */
  header: readonly (readonly string[])[];
  rows: readonly RawRow[];
}

export interface RawRow {
  cells: readonly { text: string; markdown: string }[];
  /** One cell across all columns: a heading for the rows below it. */
  spansAll?: boolean;
}

/** The normal form, once with plain cells and once with cells as Markdown. */
export interface NormalTable {
  caption: string;
  columns: string[][];
  rows: string[][];
  markdownRows: string[][];
}

/**
 * Brings any table into one form: a header path a column, rows without empty ones, empty columns gone, rows that span the
 * table turned into a first column which says for each row under which of them it stands.
 *
 * @returns undefined for a table that says nothing.
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

/**
 * Below the names of the columns, a header cell over the whole table names the first group of rows where other groups follow: it
 * belongs to the rows then.
 */
const firstGroup = (header: RawTable['header'], rows: RawTable['rows']): Pick<RawTable, 'header' | 'rows'> => {
  const last = header.at(-1) ?? [];
  const name = last[0] ?? '';
  const spans = header.length > 1 && last.length > 1 && name !== '' && last.every((cell) => cell === name);
  if (!spans || !rows.some(({ spansAll }) => spansAll)) return { header, rows };
  const cells = last.map(() => ({ text: name, markdown: name }));
  return { header: header.slice(0, -1), rows: [{ cells, spansAll: true }, ...rows] };
};

/** The length of the longest list. Not by spreading into Math.max: a table may have more rows than a call has room for. */
export const longest = (lists: readonly (readonly unknown[])[]): number =>
  lists.reduce((most, { length }) => Math.max(most, length), 0);

const sameAsLeft = (row: readonly string[], column: number) => column > 0 && row[column] === row[column - 1];

/** Each row with the spanning row above it. Spanning rows with nothing below them stay rows (a note, a total). */
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
