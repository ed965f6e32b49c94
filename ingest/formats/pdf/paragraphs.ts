import type { Line } from './lines.ts';
import { SENTENCE_END } from './notes.ts';

/** The mark of an item of a list. */
export const BULLET = /^(?:[•◦▪‣●○–*-]|\d{1,3}[.)]|[a-z][.)])\s/;

/** True for a line that belongs to the paragraph of the line before it. */
export const continuesParagraph = (previous: Line, line: Line, newPage: boolean): boolean => {
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
export const isIndented = (previous: Line, line: Line, next: Line | undefined): boolean =>
  SENTENCE_END.test(previous.text) &&
  line.x > previous.x + line.size * INDENT &&
  /^\P{Ll}/u.test(line.text) &&
  (next === undefined || next.y > line.y || Math.abs(next.x - previous.x) < 2);

/** Joins a line to a text, without the hyphen of a word that is cut there. */
export const joined = (text: string, line: string): string =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : text + (text === '' ? '' : ' ') + line;

/** Joins the lines of a paragraph, and words that are hyphenated at a line's end. */
export const joinLines = (lines: readonly Line[]): string => {
  let text = '';
  for (const { text: line } of lines) text = joined(text, line);
  const bullet = /^[•◦▪‣●○–]\s*/.exec(text);
  return bullet === null ? escaped(text) : `- ${text.slice(bullet[0].length)}`;
};

/** Escapes Markdown's marks of headings, quotes and code at the start of a line, which are plain text in a PDF. */
const escaped = (text: string): string => text.replace(/^(#{1,6}\s|>|~~~|```)/, '\\$1');
