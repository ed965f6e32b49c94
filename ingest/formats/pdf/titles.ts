import { numberDepth } from './headings.ts';
import type { Line, PlacedLine } from './lines.ts';
import { entryOf, isUsable, type OutlineEntry } from './outline.ts';

/** Minimum letter size of a heading, as a multiple of the body's. */
export const HEADING = 1.15;

/** True for a line in larger letters than the text’s that reads as a title. */
export const isHeading = ({ size, text, cells }: Line, body: number): boolean =>
  size >= body * HEADING &&
  text.length <= 160 &&
  (cells.length === 1 || (cells.length === 2 && SECTION_NUMBER.test(cells[0]!.text))) &&
  // A single letter is a heading of an index, not of a section.
  /\p{L}.*\p{L}|\p{L}\P{ASCII}|[\p{Lo}]/u.test(text) &&
  !(cells.length === 1 ? /[.,;]$/ : /[.;]$/).test(text) &&
  !LEADERS.test(text) &&
  !BOX_LABEL.test(text);

/** The dots between a line of contents and its page number. */
export const LEADERS = /(?:[.·…]\s?){4,}/;
/** "Note:" above a box, which is not a heading. */
const BOX_LABEL = /^\p{L}+:$/u;
/** The number of a section, which is separate from its title. */
export const SECTION_NUMBER = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*\.?$/;
/** Starts with the number of a section. */
const NUMBERED = /^\d+(?:\.\d+)+\.?\s/;
/** The number of a chapter, which may be far above its title. */
export const CHAPTER_NUMBER =
  /^(?:(?:chapter|part|appendix)\s+\S+|\d+|[ivxlc]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/i;

const numberOf = (text: string): string | undefined => /^\d+(?:\.\d+)*(?=\.?\s)/.exec(text)?.[0];

/** The word above a chapter's number. */
export const CHAPTER_LABEL = /^(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie|annexe|capítulo)$/i;

/** True if the line below a heading is its second line. */
export const continuesHeading = (above: Line, { text, size, y }: Line): boolean =>
  (Math.abs(size - above.size) < 0.5 || (size > above.size && CHAPTER_NUMBER.test(above.text))) &&
  above.y - y > 0 &&
  above.y - y < above.size * (CHAPTER_NUMBER.test(above.text) ? 5 : 2) &&
  !NUMBERED.test(text) &&
  !LEADERS.test(text);

/**
 * Levels of headings: by the outline where it has them, and below the last one where it has not; without a usable outline, by
 * the size of the letters.
 */
export const headingLevels = (
  lines: readonly PlacedLine[],
  outline: readonly OutlineEntry[],
  body: number,
  sizes: readonly number[],
) => {
  const byPage = Map.groupBy(outline, ({ page }) => page);
  const isStated = ({ line, page }: PlacedLine) =>
    entryOf(byPage, page, line.text, line.size >= body * HEADING) !== undefined;
  const usable = isUsable(outline, lines.filter(isStated).length);
  let last: { level: number; size: number; number?: string } | undefined;
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
      // An outline that does not go so deep states the section in which the title is.
      if (usable) {
        const isInside = last?.number !== undefined && text.startsWith(`${last.number}.`);
        return last !== undefined && isInside ? Math.min(6, last.level + 1) : undefined;
      }
      const depth = numberDepth(text) ?? 1;
      const above = atDepth.get(depth - 1);
      return noted(text, Math.min(6, above !== undefined ? above + 1 : (atDepth.get(depth) ?? sizes.length + depth)));
    },
    /** The level that the outline states for a line that is not large. */
    stated({ line, page }: PlacedLine): number | undefined {
      if (!usable || line.cells.length > 2 || line.size >= body * HEADING) return undefined;
      const level = entryOf(byPage, page, line.text, false)?.level;
      if (level !== undefined) last = { level, size: line.size, number: numberOf(line.text) };
      return level;
    },
    of(text: string, size: number, page: number): number {
      const bySize = Math.min(6, sizes.indexOf(Math.round(size)) + 1);
      if (!usable) return noted(text, bySize);
      const level = entryOf(byPage, page, text, true)?.level;
      if (level !== undefined) {
        last = { level, size, number: numberOf(text) };
        return level;
      }
      if (last === undefined) return bySize;
      return Math.min(6, size > last.size + 0.5 ? last.level : last.level + 1);
    },
  };
};
