import { type CodeLine, inColumns } from './code.ts';
import type { RuledTable, TextRun } from './text-run.ts';

/** Runs on one base line. */
export interface Line {
  text: string;
  /** Parts separated by more than the gap between words. If the line is a table's row, these are its cells. */
  cells: { text: string; x: number; end: number }[];
  x: number;
  end: number;
  y: number;
  size: number;
  runs: readonly TextRun[];
  /** Superscripts and subscripts: exponents, indices and the marks of notes. */
  scripts: readonly TextRun[];
  /** The first run if it is a superscript. */
  mark?: string;
  /** The line in columns, one per character, if all of it is in a monospaced font. */
  code?: CodeLine;
  /** Set for a table between lines, which stands for a line of the text. */
  table?: RuledTable;
  /** True for a line of a listing whose number was taken off. */
  isCounted?: boolean;
}

/** Groups runs into lines, in the order of the file, which is column by column for text in columns. */
export const readLines = (runs: readonly TextRun[]): Line[] => {
  const lines: Line[] = [];
  let open: TextRun[] = [];
  /** The first of the largest runs of the current line. Runs beside it may be superscripts or subscripts. */
  let base: TextRun | undefined;
  for (const run of runs) {
    // pdf.js adds empty runs at line ends and wide gaps. Lines are detected by positions only.
    if (run.text.trim() === '') continue;
    const last = open.at(-1);
    const back = last !== undefined && run.x < last.x - 1;
    const isApart = run.table !== undefined || last?.table !== undefined;
    if (last !== undefined && base !== undefined && (back || isApart || !isOnLine(run, last, base))) {
      lines.push(toLine(open));
      open = [];
      base = undefined;
    }
    open.push(run);
    if (base === undefined || run.size > base.size) base = run;
  }
  if (open.length > 0) lines.push(toLine(open));
  return lines;
};

/** Maximum size of superscripts and subscripts, and their maximum distances, relative to the size of the line. */
const SCRIPT_SIZE = 0.8;
const MAX_SHIFT = 0.6;

const isOnLine = (run: TextRun, last: TextRun, base: TextRun): boolean =>
  isLevel(run, last) ||
  isLevel(run, base) ||
  (run.x - last.x - last.width < Math.max(run.size, base.size) / 2 && (isScript(run, base) || isScript(base, run)));

const isLevel = (run: TextRun, other: TextRun): boolean =>
  Math.abs(run.y - other.y) <= Math.max(2, Math.min(run.size, other.size) * 0.5);

const isScript = (run: TextRun, base: TextRun): boolean =>
  run.size <= base.size * SCRIPT_SIZE && Math.abs(run.y - base.y) <= base.size * MAX_SHIFT;

/** Makes a line of the runs on it. @param runs at least one */
export const toLine = (runs: readonly TextRun[]): Line => {
  const base = runs.reduce((largest, run) => (run.size > largest.size ? run : largest));
  const { size } = base;
  const scripts = runs.filter((run) => isScript(run, base) && Math.abs(run.y - base.y) > Math.max(1, size / 10));
  const [first] = scripts;
  const mark = first !== undefined && first === runs[0] && first.y > base.y ? first.text.trim() : undefined;
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
  const code = runs.every(({ mono }) => mono === true) && !runs.some(isIdeographic) ? inColumns(runs) : undefined;
  for (const cell of cells) cell.text = cell.text.replace(/\s+/g, ' ').trim();
  return {
    text: cells.map((cell) => cell.text).join(' '),
    cells,
    x: runs[0]!.x,
    end: cells.at(-1)!.end,
    y: base.y,
    size,
    runs,
    scripts,
    ...(mark !== undefined && { mark }),
    ...(code && { code }),
    ...(runs[0]?.table && { table: runs[0].table }),
  };
};

/** Chinese, Japanese and Korean signs have one width in any font, so that tells no program text. */
const isIdeographic = ({ text }: TextRun): boolean =>
  (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0) > text.length / 2;

/** Minimum characters of a line of running text, and minimum share of all characters that such lines need to decide alone. */
const RUNNING_CHARS = 40;
const RUNNING_SHARE = 0.1;

/** The letter size of most characters: of those in running text where there is some, since tables have smaller letters. */
export const bodySize = (lines: readonly Line[]): number => {
  const count = (of: readonly Line[]): number => of.reduce((sum, { text }) => sum + text.length, 0);
  const running = lines.filter(({ text, cells }) => cells.length === 1 && text.length >= RUNNING_CHARS);
  const characters = new Map<number, number>();
  for (const { size, text } of count(running) >= count(lines) * RUNNING_SHARE ? running : lines)
    characters.set(Math.round(size * 2) / 2, (characters.get(Math.round(size * 2) / 2) ?? 0) + text.length);
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
};

/** A line with its place in the file. */
export interface PlacedLine {
  line: Line;
  /** Number of its page. */
  page: number;
  /** True for the first line of its page. */
  first: boolean;
  /** The footnotes of the pages before it. */
  above: readonly string[];
}
