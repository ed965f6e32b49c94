import type { PassageLink } from '../../core/document.ts';
import { columnTypes } from '../../core/tables/columns.ts';
import type { TableDraft } from '../extract/page.ts';

/** A link in a cell: its text and target. */
const LINK = /!?\[((?:[^[\]\\]|\\.)*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)/g;

/**
 * Reads a table in GitHub Flavored Markdown: header, delimiter row, body. Supports escaped pipes and code spans.
 *
 * @param source the table's lines
 * @returns undefined if they are not a table
 */
export const readMarkdownTable = (
  source: string,
): Omit<TableDraft, 'caption' | 'headings' | 'start' | 'end'> | undefined => {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const [header, delimiter, ...body] = lines.map(splitRow);
  if (header === undefined || delimiter === undefined || body.length === 0) return undefined;
  if (!delimiter.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  const width = header.length;
  const rows = body.map((row) => Array.from({ length: width }, (_, i) => plainCell(row[i] ?? '')));
  const columns = header.map((cell) => (cell === '' ? [] : plainCell(cell).split(' › ')));
  if (rows.every((row) => row.every((cell) => cell === ''))) return undefined;
  const links: PassageLink[] = [...source.matchAll(LINK)].map(([, text, href]) => ({ href: href!, text: text! }));
  return { columns, rows, types: columnTypes(rows, width, columns), markdown: source, links };
};

const splitRow = (line: string): string[] => {
  const cells: string[] = [];
  let cell = '';
  let code = false;
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!;
    if (character === '\\' && line[i + 1] === '|') {
      cell += '|';
      i++;
    } else if (character === '|' && !code) {
      cells.push(cell.trim());
      cell = '';
    } else {
      if (character === '`') code = line.indexOf('`', i + 1) !== -1 && !code;
      cell += character;
    }
  }
  cells.push(cell.trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
};

/** A cell's text without the marks of links, emphasis and code. */
const plainCell = (cell: string): string =>
  cell
    .replace(LINK, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(?<![\w*])\*([^*]+)\*(?![\w*])/g, '$1')
    .trim();
