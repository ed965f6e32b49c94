import type { PageBuilder } from '../extract/page-builder.ts';
import { gridTable } from '../tables/grid.ts';
import { inReadingOrder } from './pdf-columns.ts';
import { bylines, numberDepth, titlesByFont } from './pdf-headings.ts';
import { withoutLineNumbers } from './pdf-listings.ts';
import { apartFromNotes, type Footnote, SENTENCE_END } from './pdf-notes.ts';
import { entryOf, isUsable, type OutlineEntry } from './pdf-outline.ts';
import type { TextRun } from './text-run.ts';

/** Runs on one base line. */
interface Line {
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
  code?: { text: string; from: number; unit: number };
  /** True for a line of a listing whose number was taken off. */
  isCounted?: boolean;
}

/** Minimum letter size of a heading, as a multiple of the body's. */
const HEADING = 1.15;
/** Minimum consecutive rows of a table. */
const TABLE_ROWS = 3;

/**
 * Turns the runs of all pages into headings, paragraphs, lists and tables. Leaves out running heads and page numbers.
 *
 * @param outline the file's bookmarks, which state the levels of its headings
 */
export const layOutPages = (
  pages: readonly (readonly TextRun[])[],
  out: PageBuilder,
  outline: readonly OutlineEntry[] = [],
): void => {
  const lined = pages.map((runs) => withoutLineNumbers(readLines(inReadingOrder(runs)), toLine));
  const repeated = runningLines(lined);
  const body = bodySize(lined.flat());
  const heads = runningHeads(lined, body);
  // In a file that is mostly monospaced, such as a typewritten one, the prose is monospaced too.
  const prose = lined.flat().filter(({ isCounted }) => !isCounted);
  const typed = prose.filter(({ code }) => code !== undefined).length > prose.length / 2;
  const stripped = lined.map((page, number) =>
    withoutContents(withoutRunning(page, repeated, number + 1).filter((line) => !heads.has(line))),
  );
  // Running lines stand around a text. Without any other, they are the text: labels, one a page.
  const trimmed = stripped.some((page) => page.length > 0) ? stripped : lined;
  const { lines, last } = withNotesBehind(trimmed, body, typed);
  const authors = bylines(
    lines.filter(({ page }) => page === 1).map(({ line }) => line),
    (line) => isHeading(line, body),
  );
  const isTitle = (line: Line) => isHeading(line, body) && !authors.has(line);
  const sizes = [
    ...new Set(
      lines
        .filter(({ line }) => isTitle(line) && !CHAPTER_NUMBER.test(line.text))
        .map(({ line }) => Math.round(line.size)),
    ),
  ].sort((a, b) => b - a);
  const all = lines.map(({ line }) => line);
  const levelOf = headingLevels(lines, outline, body, sizes);
  const byFont = titlesByFont(all, body);
  let paragraph: Line[] = [];
  // A page's notes are written after a sentence, table or listing that continues on the next page.
  let notes: string[] = [];
  let noted = 0;
  const flush = () => {
    if (paragraph.length > 0) out.block(joinLines(paragraph));
    for (const note of notes) out.block(note);
    paragraph = [];
    notes = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const { line, first, page } = lines[i]!;
    for (; noted <= i; noted++) notes.push(...lines[noted]!.above);
    const stated = levelOf.stated(lines[i]!) ?? (byFont.has(line) ? levelOf.numbered(line) : undefined);
    if (line.code !== undefined && !isTitle(line) && stated === undefined) {
      flush();
      const listing = [line.code];
      for (
        let next = lines[i + 1]?.line;
        next?.code !== undefined && goesOn(all[i]!, next);
        next = lines[++i + 1]?.line
      )
        listing.push(next.code);
      out.block(fenced(listing));
      continue;
    }
    const rows = tableRows(all, i);
    if (stated !== undefined && !isTitle(line)) {
      flush();
      out.heading(stated, line.text);
    } else if (rows.length >= TABLE_ROWS) {
      flush();
      const table = gridTable(alignCells(rows));
      if (table !== undefined) out.table(table);
      i += rows.length - 1;
    } else if (isTitle(line)) {
      // "CHAPTER" in small letters above the number and the title.
      if (paragraph.length === 1 && CHAPTER_LABEL.test(paragraph[0]?.text ?? '')) paragraph = [];
      flush();
      // A heading continues in the next line if that is equally large and close.
      let { text, size } = line;
      for (let next = lines[i + 1]; next !== undefined && continuesHeading(lines[i]!.line, next.line); ) {
        if (next.first || text.length >= 160) break;
        text = joined(text, next.line.text);
        size = Math.max(size, next.line.size);
        next = lines[++i + 1];
      }
      out.heading(levelOf.of(text, size, page), text);
    } else {
      const previous = paragraph.at(-1);
      if (
        previous !== undefined &&
        (!continuesParagraph(previous, line, first) || isIndented(previous, line, lines[i + 1]?.line))
      )
        flush();
      paragraph.push(line);
    }
  }
  for (; noted < lines.length; noted++) notes.push(...lines[noted]!.above);
  notes.push(...last);
  flush();
};

/**
 * Levels of headings: by the outline where it has them, and below the last one where it has not; without a usable outline, by
 * the size of the letters.
 */
const headingLevels = (
  lines: readonly PlacedLine[],
  outline: readonly OutlineEntry[],
  body: number,
  sizes: readonly number[],
) => {
  const byPage = Map.groupBy(outline, ({ page }) => page);
  const isStated = ({ line, page }: PlacedLine) =>
    entryOf(byPage, page, line.text, line.size >= body * HEADING) !== undefined;
  const usable = isUsable(outline, lines.filter(isStated).length);
  let last: { level: number; size: number } | undefined;
  /** The level of the last heading whose section number has that depth. */
  const atDepth = new Map<number, number>();
  const noted = (text: string, level: number): number => {
    const depth = numberDepth(text);
    if (depth !== undefined) atDepth.set(depth, level);
    return level;
  };
  return {
    /** The level of a numbered title in letters of the text's size. */
    numbered({ text }: Line): number | undefined {
      if (usable) return undefined;
      const depth = numberDepth(text) ?? 1;
      const above = atDepth.get(depth - 1);
      return noted(text, Math.min(6, above !== undefined ? above + 1 : (atDepth.get(depth) ?? sizes.length + depth)));
    },
    /** The level that the outline states for a line that is not large. */
    stated({ line, page }: PlacedLine): number | undefined {
      if (!usable || line.cells.length > 2 || line.size >= body * HEADING) return undefined;
      const level = entryOf(byPage, page, line.text, false)?.level;
      if (level !== undefined) last = { level, size: line.size };
      return level;
    },
    of(text: string, size: number, page: number): number {
      const bySize = Math.min(6, sizes.indexOf(Math.round(size)) + 1);
      if (!usable) return noted(text, bySize);
      const level = entryOf(byPage, page, text, true)?.level;
      if (level !== undefined) {
        last = { level, size };
        return level;
      }
      if (last === undefined) return bySize;
      return Math.min(6, size > last.size + 0.5 ? last.level : last.level + 1);
    },
  };
};

interface PlacedLine {
  line: Line;
  /** Number of its page. */
  page: number;
  /** True for the first line of its page. */
  first: boolean;
  /** The footnotes of the pages before it. */
  above: readonly string[];
}

/** The lines of all pages. Each page's notes are with the next page's first line; `last` are those of the last page. */
const withNotesBehind = (
  pages: readonly Line[][],
  body: number,
  typed: boolean,
): { lines: PlacedLine[]; last: string[] } => {
  const lines: PlacedLine[] = [];
  let waiting: Footnote<Line>[] = [];
  for (const [index, page] of pages.entries()) {
    const open = waiting.at(-1)?.lines.at(-1);
    const { text, notes } = apartFromNotes(page, body, open !== undefined && !SENTENCE_END.test(open.text));
    const rest = notes[0]?.mark === undefined ? notes.shift() : undefined;
    if (rest !== undefined) waiting.at(-1)?.lines.push(...rest.lines);
    const marks = new Set(notes.flatMap(({ mark }) => mark ?? []));
    for (const [i, line] of text.entries()) {
      const shown = withMarks(typed && !line.isCounted ? { ...line, code: undefined } : line, marks);
      lines.push({ line: shown, page: index + 1, first: i === 0, above: i === 0 ? waiting.map(noteText) : [] });
    }
    waiting = text.length > 0 ? notes : [...waiting, ...notes];
  }
  return { lines, last: waiting.map(noteText) };
};

/** Formats a note: "[1] The text of the note." */
const noteText = ({ mark = '', lines }: Footnote<Line>): string =>
  `[${mark}] ${joinLines(lines).slice(mark.length).trim()}`;

/** Puts the marks of notes in brackets. Otherwise a superscript number would be read as part of the word before it. */
const withMarks = (line: Line, marks: ReadonlySet<string>): Line => {
  const found = line.code === undefined ? line.scripts.filter(({ text }) => marks.has(text.trim())) : [];
  if (found.length === 0) return line;
  return toLine(line.runs.map((run) => (found.includes(run) ? { ...run, text: `[${run.text.trim()}]` } : run)));
};

/** Groups runs into lines, in the order of the file, which is column by column for text in columns. */
const readLines = (runs: readonly TextRun[]): Line[] => {
  const lines: Line[] = [];
  let open: TextRun[] = [];
  /** The first of the largest runs of the current line. Runs beside it may be superscripts or subscripts. */
  let base: TextRun | undefined;
  for (const run of runs) {
    // pdf.js adds empty runs at line ends and wide gaps. Lines are detected by positions only.
    if (run.text.trim() === '') continue;
    const last = open.at(-1);
    const back = last !== undefined && run.x < last.x - 1;
    if (last !== undefined && base !== undefined && (back || !isOnLine(run, last, base))) {
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

const toLine = (runs: readonly TextRun[]): Line => {
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
  const code = runs.every(({ mono }) => mono === true) ? inColumns(runs) : undefined;
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
  };
};

/** Lays out monospaced runs in columns, so that gaps become the right number of spaces. */
const inColumns = (runs: readonly TextRun[]): Line['code'] => {
  const first = runs[0]!;
  const widest = runs.reduce((one, other) => (other.text.length > one.text.length ? other : one));
  const unit = widest.width / Math.max(1, widest.text.length);
  let text = '';
  for (const run of runs) {
    const column = unit > 0 ? Math.round((run.x - first.x) / unit) : 0;
    text += ' '.repeat(Math.min(MAX_INDENT, Math.max(0, column - text.length))) + run.text;
  }
  return { text: text.trimEnd(), from: first.x, unit };
};

/** Maximum spaces for a gap in a line of code. */
const MAX_INDENT = 80;

/** True for the next line of a listing: not far below, or on the next page. */
const goesOn = (line: Line, next: Line): boolean => {
  const gap = line.y - next.y;
  return gap > 0 && gap < line.size * 3;
};

/** Writes lines of code with their indentation as a fenced block, in which a shell's comment is not a heading. */
const fenced = (listing: readonly NonNullable<Line['code']>[]): string => {
  const left = listing.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const lines = listing.map(({ text, from, unit }) => {
    const indent = unit > 0 ? Math.round((from - left) / unit) : 0;
    return ' '.repeat(Math.min(MAX_INDENT, indent)) + text;
  });
  const ticks = lines.reduce((most, line) => Math.max(most, /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 2), 2) + 1;
  const fence = '`'.repeat(ticks);
  return [fence, ...lines, fence].join('\n');
};

/** The letter size of most characters. */
const bodySize = (lines: readonly Line[]): number => {
  const characters = new Map<number, number>();
  for (const { size, text } of lines)
    characters.set(Math.round(size * 2) / 2, (characters.get(Math.round(size * 2) / 2) ?? 0) + text.length);
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
};

const isHeading = ({ size, text, cells }: Line, body: number): boolean =>
  size >= body * HEADING &&
  text.length <= 160 &&
  (cells.length === 1 || (cells.length === 2 && SECTION_NUMBER.test(cells[0]!.text))) &&
  // A single letter is a heading of an index, not of a section.
  /\p{L}.*\p{L}|\p{L}\P{ASCII}|[\p{Lo}]/u.test(text) &&
  !(cells.length === 1 ? /[.,;]$/ : /[.;]$/).test(text) &&
  !LEADERS.test(text) &&
  !BOX_LABEL.test(text);

/** The dots between a line of contents and its page number. */
const LEADERS = /(?:[.·…]\s?){4,}/;
/** "Note:" above a box, which is not a heading. */
const BOX_LABEL = /^\p{L}+:$/u;
/** The number of a section, which is separate from its title. */
const SECTION_NUMBER = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?$/;
/** Starts with the number of a section. */
const NUMBERED = /^\d+(?:\.\d+)+\.?\s/;
/** The number of a chapter, which may be far above its title. */
const CHAPTER_NUMBER =
  /^(?:(?:chapter|part|appendix)\s+\S+|\d+|[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/i;

/** The word above a chapter's number. */
const CHAPTER_LABEL = /^(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|annexe|capítulo)$/i;

const continuesHeading = (above: Line, { text, size, y }: Line): boolean =>
  (Math.abs(size - above.size) < 0.5 || (size > above.size && CHAPTER_NUMBER.test(above.text))) &&
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

/** Minimum lines with leaders of a page of contents. */
const MIN_LEADERS = 5;

/** Removes the lines of a page of contents, which end with dots and a number. */
const withoutContents = (page: readonly Line[]): Line[] => {
  const leaders = page.filter(({ text }) => LEADERS.test(text));
  if (leaders.length < MIN_LEADERS || leaders.length < page.length / 2) return [...page];
  return page.filter(
    ({ text, cells }) =>
      !LEADERS.test(text) &&
      !/\S\s+(?:\d+|[ivxlc]+)$/.test(text) &&
      !SECTION_NUMBER.test(cells[0]?.text ?? '') &&
      !/^\d+\.\d/.test(text),
  );
};

/** Minimum number of pages with a line at the same height for a running head, and their minimum share of all pages. */
const MIN_HEADS = 4;
const HEADS_SHARE = 0.4;

/**
 * Running heads with the title of the current chapter or section, so that their words differ: the highest or lowest line, at
 * the same height on many pages and well separated from the text. The titles of slides are too, but in larger letters.
 */
const runningHeads = (pages: readonly Line[][], body: number): Set<Line> => {
  const found = new Set<Line>();
  for (const side of [1, -1]) {
    const edges = pages.flatMap((page) => {
      const [line, next] = page.toSorted((a, b) => side * (b.y - a.y));
      if (line === undefined || next === undefined || line.size >= body * HEADING) return [];
      return [{ line, apart: side * (line.y - next.y) > line.size * 2 }];
    });
    for (const group of Map.groupBy(edges, ({ line }) => Math.round(line.y)).values())
      if (
        group.length >= Math.max(MIN_HEADS, pages.length * HEADS_SHARE) &&
        group.filter(({ apart }) => apart).length >= group.length * 0.8
      )
        for (const { line } of group) found.add(line);
  }
  return found;
};

/** What LaTeX writes where a listing or a table is cut by the end of a page. */
const PAGE_BREAK = /^\(?(?:continues on next page|continued (?:from previous|on next) page)\)?$/i;

/** Removes running lines at the edges of a page. The same words inside a page are text, such as a chapter's title. */
const withoutRunning = (page: readonly Line[], repeated: ReadonlySet<string>, number: number): Line[] => {
  const edges = new Set(edgesOf(page));
  const ownNumber = new RegExp(`^\\W*${number}\\W*$`);
  return page.filter(
    (line) =>
      !(edges.has(line) && (repeated.has(runningKey(line.text)) || ownNumber.test(line.text))) &&
      !PAGE_BREAK.test(line.text),
  );
};

/** First and last lines that are repeated on a third of the pages, ignoring page numbers, and bare page numbers. */
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

/** Rows from `at` on with the same number of cells, each below a cell of the row above. */
const tableRows = (lines: readonly Line[], at: number): Line[] => {
  const head = lines[at];
  if (head === undefined || head.cells.length < 2) return [];
  const rows: Line[] = [];
  let above: Line | undefined;
  for (let i = at; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || line.cells.length !== head.cells.length) break;
    if (above !== undefined && !isAligned(line, above)) break;
    // Excludes two columns of running text: a table's cells are short.
    if (head.cells.length === 2 && line.cells.some(({ text }) => text.length > MAX_PAIR_CHARS)) return [];
    rows.push(line);
    above = line;
  }
  return rows;
};

/** Maximum characters of a cell in a table of two columns. */
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
  if (newPage) return !SENTENCE_END.test(previous.text) && /^\p{Ll}/u.test(line.text);
  const gap = previous.y - line.y;
  return (
    gap > 0 &&
    gap < previous.size * 1.75 &&
    Math.abs(previous.size - line.size) < 1 &&
    line.x < previous.x + previous.size * 3
  );
};

/** Minimum indentation of a paragraph's first line, relative to its size. */
const INDENT = 0.8;

/** True for a line that begins a paragraph by its indentation: the line below it stands below the one above it again. */
const isIndented = (previous: Line, line: Line, next: Line | undefined): boolean =>
  SENTENCE_END.test(previous.text) &&
  line.x > previous.x + line.size * INDENT &&
  /^\P{Ll}/u.test(line.text) &&
  (next === undefined || next.y > line.y || Math.abs(next.x - previous.x) < 2);

const joined = (text: string, line: string): string =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : text + (text === '' ? '' : ' ') + line;

/** Joins the lines of a paragraph, and words that are hyphenated at a line's end. */
const joinLines = (lines: readonly Line[]): string => {
  let text = '';
  for (const { text: line } of lines) text = joined(text, line);
  const bullet = /^[•◦▪‣●○–]\s*/.exec(text);
  return bullet === null ? escaped(text) : `- ${text.slice(bullet[0].length)}`;
};

/** Escapes Markdown's marks of headings, quotes and code at the start of a line, which are plain text in a PDF. */
const escaped = (text: string): string => text.replace(/^(#{1,6}\s|>|~~~|```)/, '\\$1');
