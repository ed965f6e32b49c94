import type { PageBuilder } from '../extract/page-builder.ts';
import { gridTable } from '../tables/grid.ts';
import { inReadingOrder } from './pdf-columns.ts';
import type { TextRun } from './text-run.ts';

/** Runs on one base line. */
interface Line {
  text: string;
  /** Stretches apart by more than a word's gap: the cells, if this is a table's row. */
  cells: { text: string; x: number; end: number }[];
  x: number;
  end: number;
  y: number;
  size: number;
}

/** Letters this much larger than the body's make a heading. */
const HEADING = 1.15;
/** Rows in a row that make a table. */
const TABLE_ROWS = 3;

/** Turns the runs of all pages into headings, paragraphs, lists and tables; running heads and page numbers are left out. */
export const layOutPages = (pages: readonly (readonly TextRun[])[], out: PageBuilder): void => {
  const lined = pages.map((runs) => readLines(inReadingOrder(runs)));
  const repeated = runningLines(lined);
  const lines = lined.flatMap((page, number) =>
    withoutRunning(page, repeated, number + 1).map((line, i) => ({ line, first: i === 0 })),
  );
  const body = bodySize(lines.map(({ line }) => line));
  const sizes = [
    ...new Set(lines.filter(({ line }) => isHeading(line, body)).map(({ line }) => Math.round(line.size))),
  ].sort((a, b) => b - a);
  const all = lines.map(({ line }) => line);
  let paragraph: Line[] = [];
  const flush = () => {
    if (paragraph.length > 0) out.block(joinLines(paragraph));
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const { line, first } = lines[i]!;
    const rows = tableRows(all, i);
    if (rows.length >= TABLE_ROWS) {
      flush();
      const table = gridTable(alignCells(rows));
      if (table !== undefined) out.table(table);
      i += rows.length - 1;
    } else if (isHeading(line, body)) {
      flush();
      // A heading goes on in the next line when that one is as large and close.
      let text = line.text;
      for (let next = lines[i + 1]; next !== undefined && continuesHeading(lines[i]!.line, next.line); ) {
        if (next.first || text.length >= 160) break;
        text += ` ${next.line.text}`;
        next = lines[++i + 1];
      }
      out.heading(Math.min(6, sizes.indexOf(Math.round(line.size)) + 1), text);
    } else {
      const previous = paragraph.at(-1);
      if (previous !== undefined && !continuesParagraph(previous, line, first)) flush();
      paragraph.push(line);
    }
  }
  flush();
};

/** Lines in the order of the file, which for text in columns is column by column. */
const readLines = (runs: readonly TextRun[]): Line[] => {
  const lines: Line[] = [];
  let open: TextRun[] = [];
  for (const run of runs) {
    // pdf.js puts empty runs at line ends and wide gaps; places alone tell the lines.
    if (run.text.trim() === '') continue;
    const last = open.at(-1);
    const below = last !== undefined && Math.abs(run.y - last.y) > Math.max(2, Math.min(run.size, last.size) * 0.5);
    const back = last !== undefined && run.x < last.x - 1;
    if (below || back) {
      lines.push(toLine(open));
      open = [];
    }
    open.push(run);
  }
  if (open.length > 0) lines.push(toLine(open));
  return lines;
};

const toLine = (runs: readonly TextRun[]): Line => {
  const size = runs.reduce((largest, run) => Math.max(largest, run.size), 0);
  const cells: Line['cells'] = [];
  for (const run of runs) {
    const last = cells.at(-1);
    const gap = last === undefined ? Number.POSITIVE_INFINITY : run.x - last.end;
    if (last === undefined || gap > size * 0.9) cells.push({ text: run.text.trim(), x: run.x, end: run.x + run.width });
    else {
      last.text += (gap > size * 0.15 || /\s$/.test(last.text) ? ' ' : '') + run.text;
      last.end = run.x + run.width;
    }
  }
  for (const cell of cells) cell.text = cell.text.replace(/\s+/g, ' ').trim();
  return {
    text: cells.map((cell) => cell.text).join(' '),
    cells,
    x: runs[0]!.x,
    end: cells.at(-1)!.end,
    y: runs[0]!.y,
    size,
  };
};

/** The letter size that most characters have. */
const bodySize = (lines: readonly Line[]): number => {
  const characters = new Map<number, number>();
  for (const { size, text } of lines)
    characters.set(Math.round(size * 2) / 2, (characters.get(Math.round(size * 2) / 2) ?? 0) + text.length);
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
};

const isHeading = ({ size, text, cells }: Line, body: number): boolean =>
  size >= body * HEADING &&
  text.length <= 160 &&
  cells.length === 1 &&
  /\p{L}/u.test(text) &&
  !/[.,;]$/.test(text) &&
  !LEADERS.test(text) &&
  !BOX_LABEL.test(text);

/** Dots that lead from a line of contents to its page. */
const LEADERS = /(?:[.·…]\s?){4,}/;
/** "Note:" above a box: what follows is no section of that name. */
const BOX_LABEL = /^\p{L}+:$/u;
/** Begins with the number of a section. */
const NUMBERED = /^\d+(?:\.\d+)+\.?\s/;
/** The number of a chapter, which stands high above its title. */
const CHAPTER_NUMBER =
  /^(?:(?:chapter|part|appendix)\s+\S+|\d+|[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/i;

const continuesHeading = (above: Line, { text, size, y }: Line): boolean =>
  Math.abs(size - above.size) < 0.5 &&
  above.y - y > 0 &&
  above.y - y < above.size * (CHAPTER_NUMBER.test(above.text) ? 5 : 2) &&
  !NUMBERED.test(text) &&
  !LEADERS.test(text);

const runningKey = (text: string) => text.replace(/\d+/g, '#').trim();

/** The two highest and the two lowest lines of a page. */
const edgesOf = (page: readonly Line[]): Line[] => {
  const byHeight = [...page].sort((a, b) => b.y - a.y);
  return [...byHeight.slice(0, 2), ...byHeight.slice(-2)];
};

/** The same words inside a page are text: a chapter's title, a number that stands alone. */
const withoutRunning = (page: readonly Line[], repeated: ReadonlySet<string>, number: number): Line[] => {
  const edges = new Set(edgesOf(page));
  const ownNumber = new RegExp(`^\\W*${number}\\W*$`);
  return page.filter(
    (line) => !(edges.has(line) && (repeated.has(runningKey(line.text)) || ownNumber.test(line.text))),
  );
};

/** First and last lines that come back on a third of the pages, page numbers folded, and bare page numbers. */
const runningLines = (pages: readonly Line[][]): Set<string> => {
  const seen = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set(edgesOf(page).map((line) => runningKey(line.text)));
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return new Set(
    [...seen].filter(([key, times]) => times >= 3 && times >= pages.length / 3 && key.length < 120).map(([key]) => key),
  );
};

/** Rows from `at` on that have the same number of cells, each standing below one of the row above. */
const tableRows = (lines: readonly Line[], at: number): Line[] => {
  const head = lines[at];
  if (head === undefined || head.cells.length < 2) return [];
  const rows: Line[] = [];
  let above: Line | undefined;
  for (let i = at; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || line.cells.length !== head.cells.length) break;
    if (above !== undefined && !isAligned(line, above)) break;
    // Two columns of running text look alike; a table's cells are short.
    if (head.cells.length === 2 && line.cells.some(({ text }) => text.length > MAX_PAIR_CHARS)) return [];
    rows.push(line);
    above = line;
  }
  return rows;
};

/** Characters of a cell in a table of two columns. */
const MAX_PAIR_CHARS = 60;

const isAligned = (line: Line, above: Line): boolean =>
  line.cells.every((cell, c) => {
    const upper = above.cells[c];
    return upper !== undefined && cell.x < upper.end && cell.end > upper.x;
  });

const alignCells = (rows: readonly Line[]): string[][] => rows.map((row) => row.cells.map((cell) => cell.text));

const BULLET = /^(?:[•◦▪‣●○–*-]|\d{1,3}[.)]|[a-z][.)])\s/;

const continuesParagraph = (previous: Line, line: Line, newPage: boolean): boolean => {
  if (BULLET.test(line.text)) return false;
  if (newPage) return !/[.!?:]["”’)]*$/.test(previous.text) && /^\p{Ll}/u.test(line.text);
  const gap = previous.y - line.y;
  return (
    gap > 0 &&
    gap < previous.size * 1.75 &&
    Math.abs(previous.size - line.size) < 1 &&
    line.x < previous.x + previous.size * 3
  );
};

/** Lines of a paragraph as one; a word broken at a line's end is put together again. */
const joinLines = (lines: readonly Line[]): string => {
  let text = '';
  for (const { text: line } of lines) {
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) text = text.slice(0, -1) + line;
    else text += (text === '' ? '' : ' ') + line;
  }
  const bullet = /^[•◦▪‣●○–]\s*/.exec(text);
  return bullet === null ? text : `- ${text.slice(bullet[0].length)}`;
};
