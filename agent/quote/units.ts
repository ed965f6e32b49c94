import { splitSentences } from '../../core/text/sentences.ts';
import type { Hit } from '../../retrieval/retriever.ts';

/** What can be quoted: a sentence, a list item or a table's row, with what it must be read beside. */
export interface Unit {
  hit: Hit;
  /** Rank of its passage in the search, from 0. */
  rank: number;
  /** The words as they stand in the passage. */
  quote: string;
  /** Words without Markdown's marks, for reading and matching. */
  plain: string;
  /** Title, headings and caption above it. */
  above: string;
  /** The sentence before, which a "they" or "it" may point to. */
  before: string;
  /** For a table's row: its columns and cells, and how many rows stand with it. */
  row?: { columns: string[]; cells: string[]; rows: number };
  /** For a table as a whole, which answers who asks about none of its rows. */
  table?: { columns: string[]; rows: string[][] };
  /** For a table's row: rows of the page's other tables that share a cell with it. */
  beside: string;
}

/** Rows of a table that are quoted as a whole. */
const MOST_ROWS = 8;
/** Cells that two tables may be joined by: names, not "yes" or numbers. */
const JOINING = /\p{L}{2}.*\p{L}{2}/u;

/** Cuts the passages found into quotable units. */
export const quotableUnits = (hits: readonly Hit[]): Unit[] =>
  joinTables(hits.flatMap((hit, rank) => unitsOf(hit, rank)));

/** Reads rows of one page together where they share a cell: the building that one table puts in a city, and its rules. */
const joinTables = (units: readonly Unit[]): Unit[] => {
  const rows = new Map<string, Unit[]>();
  const keysOf = ({ hit, row }: Unit) =>
    row ? row.cells.filter((cell) => JOINING.test(cell)).map((cell) => `${hit.documentId}\n${cell.toLowerCase()}`) : [];
  for (const unit of units) for (const key of keysOf(unit)) rows.set(key, [...(rows.get(key) ?? []), unit]);
  return units.map((unit) => {
    const others = new Set(
      keysOf(unit).flatMap((key) =>
        rows.get(key)!.filter((other) => other.row!.columns.join() !== unit.row!.columns.join()),
      ),
    );
    return others.size === 0 ? unit : { ...unit, beside: Array.from(others, ({ plain }) => plain).join(' ') };
  });
};

const unitsOf = (hit: Hit, rank: number): Unit[] => {
  const { passage } = hit;
  const units: Unit[] = [];
  let above = [passage.title, ...passage.headings].join(' ');
  let before = '';
  let columns: string[] | undefined;
  let rows: Unit[] = [];
  const endTable = () => {
    for (const { row } of rows) row!.rows = rows.length;
    if (rows.length > 1) {
      const quoted = rows.slice(0, MOST_ROWS);
      units.push({
        ...rows[0]!,
        row: undefined,
        quote: quoted.map(({ quote }) => quote).join('\n'),
        plain: columns!.join(' '),
        table: { columns: columns!, rows: quoted.map(({ row }) => row!.cells) },
      });
    }
    columns = undefined;
    rows = [];
  };
  for (const block of blocks(passage.text)) {
    if (block.kind === 'heading') {
      endTable();
      above = `${above} ${block.text}`;
      before = '';
      continue;
    }
    if (block.kind === 'row') {
      const cells = readCells(block.text);
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
      if (!columns) {
        columns = cells;
        continue;
      }
      const plain = cells.join(' ');
      const unit: Unit = {
        hit,
        rank,
        quote: block.text,
        plain,
        above,
        before,
        beside: '',
        row: { columns, cells, rows: 1 },
      };
      units.push(unit);
      rows.push(unit);
      continue;
    }
    endTable();
    for (const { start, end } of splitSentences(block.text)) {
      const quote = block.text.slice(start, end);
      const plain = plainText(quote);
      if (plain.length < 3) continue;
      // A table's caption says what its rows are about; alone it answers nothing.
      if (passage.kind === 'table') above = `${above} ${plain}`;
      else units.push({ hit, rank, quote, plain, above, before, beside: '' });
      before = plain;
    }
  }
  endTable();
  return units;
};

/** A passage's headings, table rows and the rest, in order. */
const blocks = function* (text: string): Generator<{ kind: 'heading' | 'row' | 'text'; text: string }> {
  let rest: string[] = [];
  for (const line of text.split('\n')) {
    const kind = /^\s*#{1,6}\s/.test(line) ? 'heading' : /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'text';
    if (kind === 'text') {
      rest.push(line);
      continue;
    }
    if (rest.length > 0) yield { kind: 'text', text: rest.join('\n') };
    rest = [];
    yield { kind, text: kind === 'heading' ? line.replace(/^\s*#+\s*/, '') : line.trim() };
  }
  if (rest.length > 0) yield { kind: 'text', text: rest.join('\n') };
};

/** The cells of a Markdown row, escaped pipes respected. */
const readCells = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plainText(cell.replace(/\\\|/g, '|')));

/** Text without the marks of Markdown: links keep their words, lists and quotes lose their bullets. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)]|>)\s+/gm, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/(?<!\w)[*_]([^*_]+)[*_](?!\w)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
