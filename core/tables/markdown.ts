import type { Table } from '../document.ts';

/** Maximum characters of a table in a prompt. */
const TABLE_PROMPT_CHARACTERS = 6000;

/** The fields of a table that its Markdown shows. */
export type TableContent = Pick<Table, 'caption' | 'columns' | 'rows'>;

/** Joins a header path to one line: "Revenue › 2024". */
export const headerName = (path: readonly string[]): string => path.join(' › ');

/** A table as GitHub-flavoured Markdown, without its caption. */
export const tableMarkdown = ({ columns, rows }: Pick<TableContent, 'columns' | 'rows'>): string =>
  [...headerLines(columns), ...rows.map(rowLine)].join('\n');

/** Maximum share of a piece that the header may take. Rows of wider tables are written as lists. */
const MAX_HEADER_SHARE = 0.6;

/**
 * Splits a table into Markdown pieces of at most `limit` characters, between rows. Every piece starts with the title
 * and the caption, says which rows it holds if there are several, and repeats the headers. A row longer than the limit is
 * truncated with an ellipsis. If a table has so many columns that its header leaves no room for rows, each row is a list of its
 * filled cells, each with its column's name.
 * @returns one piece for most tables, none for a table without rows
 */
export const tablePieces = (
  table: TableContent,
  { title = '', limit = TABLE_PROMPT_CHARACTERS }: { title?: string; limit?: number } = {},
): TablePiece[] => {
  const name = [title, table.caption]
    .filter((part, i, parts) => part !== '' && parts.indexOf(part) === i)
    .join(': ')
    .slice(0, limit / 2);
  const header = headerLines(table.columns).join('\n');
  const isWide = header.length > limit * MAX_HEADER_SHARE;
  const cut = (room: number) => (isWide ? widePieces(table, room) : rowPieces(table, header, room));
  const pieces = cut(limit - name.length - PARAGRAPH.length);
  if (pieces.length < 2) return pieces.map((piece) => withName(name, piece));
  const count = table.rows.length;
  const longest = rowsOf({ firstRow: count - 1, rows: 2 }, count).length + ' ()'.length;
  return cut(limit - name.length - longest - PARAGRAPH.length).map((piece) =>
    withName([name, `(${rowsOf(piece, count)})`].filter(Boolean).join(' '), piece),
  );
};

/** A part of a table, with the index of its first row and how many it holds. */
interface TablePiece {
  text: string;
  firstRow: number;
  rows: number;
}

const PARAGRAPH = '\n\n';

const withName = (name: string, piece: TablePiece): TablePiece =>
  name === '' ? piece : { ...piece, text: `${name}${PARAGRAPH}${piece.text}` };

/** Which rows a piece holds: "rows 41–80 of 200". */
const rowsOf = ({ firstRow, rows }: Pick<TablePiece, 'firstRow' | 'rows'>, count: number): string =>
  rows > 1 ? `rows ${firstRow + 1}–${firstRow + rows} of ${count}` : `row ${firstRow + 1} of ${count}`;

/** Maximum share of a piece that rows which belong together may take for a cut to be made before them. */
const MAX_GROUP_SHARE = 0.5;

/**
 * Rows of which the first cell is the same, or empty below it, stay together where a piece ends: those of one day of a rota.
 */
const rowPieces = ({ rows }: TableContent, header: string, limit: number): TablePiece[] => {
  const pieces: { firstRow: number; lines: string[]; length: number }[] = [];
  const head = header.slice(0, Math.max(0, limit - 1));
  const lengthOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);
  for (const [index, row] of rows.entries()) {
    const line = rowLine(row);
    const last = pieces.at(-1);
    if (last !== undefined && last.length + line.length + 1 <= limit) {
      last.lines.push(line);
      last.length += line.length + 1;
      continue;
    }
    const group = last ? last.lines.slice(groupStart(rows, last.firstRow, index) - last.firstRow) : [];
    const length = lengthOf(group);
    const isMoved = length <= limit * MAX_GROUP_SHARE && head.length + length + line.length + 1 <= limit;
    const moved = isMoved && last && group.length < last.lines.length ? group : [];
    if (last && moved.length > 0) {
      last.lines.length -= moved.length;
      last.length -= length;
    }
    const room = limit - head.length - 1;
    const kept = line.length <= room ? line : `${line.slice(0, Math.max(0, room - 3))}… |`;
    const lines = [...moved, kept];
    pieces.push({ firstRow: index - moved.length, lines, length: head.length + lengthOf(lines) });
  }
  return pieces.map(({ firstRow, lines }) => ({ text: [head, ...lines].join('\n'), firstRow, rows: lines.length }));
};

/** The first row, from `first` on, of those directly above row `at` that belong to the same group as it. */
const groupStart = (rows: readonly (readonly string[])[], first: number, at: number): number => {
  let from = at;
  while (from > first && (rows[from]?.[0] === '' || rows[from - 1]?.[0] === rows[from]?.[0])) from--;
  return from;
};

/** Pieces with a line for each row: "- Name: Ana; Age: 40". A row longer than a piece continues in the next one. */
const widePieces = ({ columns, rows }: TableContent, limit: number): TablePiece[] => {
  const pieces: TablePiece[] = [];
  for (const [index, row] of rows.entries()) {
    let line = '';
    const end = () => {
      if (line === '') return;
      const last = pieces.at(-1);
      if (last !== undefined && last.text.length + line.length + 1 <= limit) {
        last.text += `\n${line}`;
        if (last.firstRow + last.rows <= index) last.rows++;
      } else pieces.push({ text: line, firstRow: index, rows: 1 });
      line = '';
    };
    for (const [column, cell] of row.entries()) {
      if (cell.trim() === '') continue;
      const named = `${headerName(columns[column] ?? [])}: ${cell.replace(/\s+/g, ' ')}`.replace(/^: /, '');
      const words = named.length < limit - 3 ? named : `${named.slice(0, limit - 4)}…`;
      if (line.length + words.length + 3 > limit) end();
      line += line === '' ? `- ${words}` : `; ${words}`;
    }
    end();
  }
  return pieces;
};

const headerLines = (columns: readonly string[][]): string[] => [
  rowLine(columns.map(headerName)),
  `|${columns.map(() => ' --- |').join('')}`,
];

const rowLine = (cells: readonly string[]): string =>
  `|${cells.map((cell) => ` ${cell.replace(/\s*\n\s*/g, ' ').replace(/(?<!\\)\|/g, '\\|')} |`).join('')}`;
