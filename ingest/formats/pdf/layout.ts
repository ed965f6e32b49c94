import type { PageBuilder } from '../../extract/page-builder.ts';
import { gridTable, mergedHeaderRows } from '../../tables/grid.ts';
import { alignedTable, withHeadsInRows } from './aligned-tables.ts';
import { fenced, goesOn } from './code.ts';
import { inReadingOrder } from './columns.ts';
import { bylines, titlesByFont } from './headings.ts';
import { bodySize, type Line, type PlacedLine, readLines, toLine } from './lines.ts';
import { withoutLineNumbers } from './listings.ts';
import { apartFromNotes, type Footnote, SENTENCE_END } from './notes.ts';
import type { OutlineEntry } from './outline.ts';
import { continuesParagraph, isIndented, joined, joinLines } from './paragraphs.ts';
import { runningHeads, runningLines, withoutContents, withoutRunning } from './running.ts';
import type { RuledTable, TextRun } from './text-run.ts';
import { CHAPTER_LABEL, CHAPTER_NUMBER, continuesHeading, headingLevels, isHeading } from './titles.ts';

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
  const lined = pages.map((runs) =>
    withHeadsInRows(withoutLineNumbers(readLines(inReadingOrder(runs)), toLine), toLine),
  );
  const body = bodySize(lined.flat());
  const { lines, last } = withNotesBehind(withoutFrame(lined, body), body, isTyped(lined));
  writeLines(lines, last, { body, outline }, out);
};

/** Minimum share of monospaced lines in a typewritten file. Papers that are mostly listings have less. */
const TYPED_SHARE = 0.85;

/** True for a typewritten file, whose prose is monospaced too. */
const isTyped = (pages: readonly Line[][]): boolean => {
  const prose = pages.flat().filter(({ isCounted }) => !isCounted);
  return prose.filter(({ code }) => code !== undefined).length > prose.length * TYPED_SHARE;
};

/** The pages without running lines and lists of contents. */
const withoutFrame = (pages: readonly Line[][], body: number): readonly Line[][] => {
  const repeated = runningLines(pages);
  const heads = runningHeads(pages, body);
  const stripped = pages.map((page, number) =>
    withoutContents(withoutRunning(page, repeated, number + 1).filter((line) => !heads.has(line))),
  );
  // Running lines stand around a text. Without any other, they are the text: labels, one a page.
  return stripped.some((page) => page.length > 0) ? stripped : pages;
};

/** Writes the lines of the text in order. @param last the notes of the last page */
const writeLines = (
  lines: readonly PlacedLine[],
  last: readonly string[],
  { body, outline }: { body: number; outline: readonly OutlineEntry[] },
  out: PageBuilder,
): void => {
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
  const breaks = { page: (at: number) => lines[at]!.first, title: (at: number) => isTitle(all[at]!) };
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
    if (line.table !== undefined) {
      flush();
      const tables = [line.table];
      // A table goes on behind a page break, where its names of columns may stand again.
      for (let next = lines[i + 1]; next?.first && isSameTable(line.table, next.line.table); next = lines[++i + 1])
        tables.push(next.line.table!);
      const rows = joinedRows(tables);
      const table = gridTable(rows, '', mergedHeaderRows(rows));
      if (table !== undefined) out.table(table);
      continue;
    }
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
    const aligned = alignedTable(all, i, breaks);
    if (stated !== undefined && !isTitle(line)) {
      flush();
      out.heading(stated, line.text);
    } else if (aligned !== undefined) {
      flush();
      const table = gridTable(aligned.rows, '', aligned.headerRows);
      if (table !== undefined) out.table(table);
      i += aligned.lines - 1;
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

/** True for tables whose columns end at the same places. */
const isSameTable = (one: RuledTable, other: RuledTable | undefined): boolean =>
  one.edges.length === other?.edges.length && one.edges.every((edge, i) => Math.abs(edge - other.edges[i]!) < 4);

const joinedRows = ([first, ...rest]: readonly RuledTable[]): string[][] => {
  const head = first?.rows[0] ?? [];
  const isHead = (row: readonly string[]) => row.length === head.length && row.every((cell, i) => cell === head[i]);
  return [
    ...(first?.rows ?? []),
    ...rest.flatMap(({ rows: [top = [], ...rows] }) => (isHead(top) ? rows : [top, ...rows])),
  ];
};

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
