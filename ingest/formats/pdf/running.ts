import type { Line } from './lines.ts';
import { HEADING, LEADERS, SECTION_NUMBER } from './titles.ts';

// Lines that repeat around the text of the pages, and pages of contents.

const runningKey = (text: string) => text.replace(/\d+/g, '#').trim();

/** The two highest and the two lowest lines of a page. */
const edgesOf = (page: readonly Line[]): Line[] => {
  const byHeight = [...page].sort((a, b) => b.y - a.y);
  return [...byHeight.slice(0, 2), ...byHeight.slice(-2)];
};

/** Minimum lines with leaders of a page of contents. */
const MIN_LEADERS = 5;

/** A line of contents: its dots lead to the number of a page. Those of a table lead to its cells. */
const isEntry = ({ text }: Line): boolean => LEADERS.test(text) && !MORE_THAN_A_PAGE.test(text);
const MORE_THAN_A_PAGE = /(?:[.·…]\s?){4,}\s*[^\s.·…]+\s+[^\s.·…]/;

/** Removes the lines of a page of contents, which end with dots and a number. */
export const withoutContents = (page: readonly Line[]): Line[] => {
  const leaders = page.filter(isEntry);
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
export const runningHeads = (pages: readonly Line[][], body: number): Set<Line> => {
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
export const withoutRunning = (page: readonly Line[], repeated: ReadonlySet<string>, number: number): Line[] => {
  const edges = new Set(edgesOf(page));
  const ownNumber = new RegExp(`^\\W*${number}\\W*$`);
  return page.filter(
    (line) =>
      !(edges.has(line) && (repeated.has(runningKey(line.text)) || ownNumber.test(line.text))) &&
      !PAGE_BREAK.test(line.text),
  );
};

/** First and last lines that are repeated on a third of the pages, ignoring page numbers, and bare page numbers. */
export const runningLines = (pages: readonly Line[][]): Set<string> => {
  const seen = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set(edgesOf(page).map((line) => runningKey(line.text)));
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return new Set(
    [...seen].filter(([key, times]) => times >= 3 && times >= pages.length / 3 && key.length < 120).map(([key]) => key),
  );
};
