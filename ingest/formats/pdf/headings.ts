import type { TextRun } from './text-run.ts';

/** The fields of a line that decide whether it is a heading in letters of the text's size. */
interface FontLine {
  text: string;
  size: number;
  runs: readonly TextRun[];
}

/** A section's number and a title: "6.3 Trace Recording", "2. Method"; in small letters only far below: "6.2.3.1 service: any". */
const NUMBERED_TITLE = /^(\d{1,2}(?:\.\d{1,3}){0,3})\.?\s+(?:\p{Lu}|(?<=^(?:\d+\.){3}.*)\p{Ll}{2})/u;
const MAX_TITLE = 100;
/** Fewer such lines in one font may be entries of a list. */
const MIN_TITLES = 3;
/** Maximum share of the lines that are in the titles' font. A font with more is that of a list or of a second text. */
const MAX_SHARE = 0.3;

/** The depth of a section's number: 2 for "6.3 Trace Recording"; undefined for a line without one. */
export const numberDepth = (text: string): number | undefined => NUMBERED_TITLE.exec(text)?.[1]?.split('.').length;

/**
 * Headings that only their font tells: numbered titles in letters of the text's size, but of a font that is not the text's,
 * as in most papers and contracts. Each is a line of one font alone.
 */
export const titlesByFont = <L extends FontLine>(lines: readonly L[], body: number): ReadonlySet<L> => {
  const characters = new Map<string, number>();
  for (const { font, text } of lines.flatMap(({ runs }) => runs))
    if (font !== undefined) characters.set(font, (characters.get(font) ?? 0) + text.length);
  const [own] = [...characters].sort((a, b) => b[1] - a[1])[0] ?? [];
  const fonts = Map.groupBy(lines, fontOf);
  const found = new Set<L>();
  for (const [font, those] of fonts) {
    if (font === undefined || font === own) continue;
    const titles = those.filter(
      ({ text, size }) =>
        NUMBERED_TITLE.test(text) && text.length <= MAX_TITLE && size > body - 1 && !/[.,;:]$/.test(text),
    );
    if (titles.length >= MIN_TITLES && those.length <= lines.length * MAX_SHARE)
      for (const title of titles) found.add(title);
  }
  return found;
};

/** The only font of a line; undefined for a line in several, or in one of program text. */
const fontOf = ({ runs }: FontLine): string | undefined => {
  const [first] = runs;
  return first !== undefined && first.mono !== true && runs.every(({ font }) => font === first.font)
    ? first.font
    : undefined;
};

/** What names of authors have and a title has not: several of them, addresses, marks of notes. */
const AUTHORS = /,|@|https?:|\bwww\.|\[\d{1,2}\]|[*∗†‡]/;
/** Maximum lines between a title and the text on a first page. */
const MAX_BYLINES = 12;

/**
 * The authors below the title of a paper, in letters as large as a heading's. As a heading they would stand above all of the text.
 *
 * @param first the lines of the first page
 */
export const bylines = <L extends { text: string }>(
  first: readonly L[],
  isHeading: (line: L) => boolean,
): ReadonlySet<L> => {
  const title = first.findIndex(isHeading);
  const found = new Set<L>();
  if (title === -1) return found;
  for (const line of first.slice(title + 1, title + 1 + MAX_BYLINES)) {
    if (NUMBERED_TITLE.test(line.text) || !(isHeading(line) || line.text.length <= MAX_TITLE)) break;
    if (isHeading(line) && AUTHORS.test(line.text)) found.add(line);
  }
  return found;
};
