import { contentStems } from '../text/content-stems.ts';
import { HEADING_LINE } from '../text/headings.ts';
import { isItemBelow, isListItem } from '../text/list-items.ts';
import type { Span } from '../text/sentences.ts';
import { isStamped, speakerLength } from '../text/speaker.ts';
import { words } from '../text/words.ts';
import { isQuestion, questionMarksIn } from './is-question.ts';
import { readingUnits } from './reading-units.ts';
import { isSpoken } from './spoken-lines.ts';

/**
 * Finds a page's questions that share no word with the asker's. They are no evidence, and a model may take one for its
 * task. A question that shares a word may be the heading of its answer, as in an FAQ, and what people ask each other in
 * a chat is part of what they say. Speaker names are not included, so that the rest of a chat line keeps its speaker.
 * What is answered in its place is left too, as its answer means nothing without it: in an FAQ, a step, a condition, a cell, an
 * item with items below it.
 * Of a checklist ("Questions to ask on the phone") and of a message of an exported chat ("[14:44] Ana: can somebody take my
 * Friday?") only the marks are found: the questions are what they tell.
 */
export const findStrayQuestions = (text: string, asked: string): Span[] => {
  if (!/[?？؟]/.test(text)) return [];
  const wanted = contentStems(asked);
  if (wanted.size === 0) return [];
  return readingUnits(text).flatMap((unit) => {
    if (!isQuestion(text.slice(unit.start, unit.end))) return [];
    const { start, end, isCell } = askedIn(text, unit);
    const sentence = text.slice(start, end);
    if ([...contentStems(sentence)].some((stem) => wanted.has(stem))) return [];
    if (isSpoken(text, start)) return [];
    const isLabel = isCell && words(sentence).length <= MAX_LABEL;
    const isSubject =
      isLabel ||
      isHeadingOfText(text, start) ||
      isAnswered(text, end, isCell) ||
      isRepliedTo(text, end) ||
      hasItemsBelow(text, start);
    if (isSubject) return [];
    const isListed = isOnChecklist(text, start) || isStamped(lineAt(text, start));
    return isListed ? questionMarksIn(text, { start, end }) : [{ start, end }];
  });
};

/** Items that ask, from which on a list is one of questions. */
const MIN_ASKING = 3;

/** True for a place in an item of a list of which several items ask. */
const isOnChecklist = (text: string, place: number): boolean => {
  const from = lineStart(text, place);
  if (!isListItem(lineAt(text, place))) return false;
  return asksIn(text, from, -1) + asksIn(text, from, 1) + 1 >= MIN_ASKING;
};

/** How many items that follow one another before or behind a line ask, with or without blank lines; counts no more than decide. */
const asksIn = (text: string, from: number, direction: -1 | 1): number => {
  let count = 0;
  let start = from;
  for (let seen = 0; seen < MAX_LINES && count < MIN_ASKING; seen += 1) {
    if (direction === -1 ? start === 0 : lineEnd(text, start) === text.length) break;
    start = direction === -1 ? lineStart(text, start - 1) : lineEnd(text, start) + 1;
    const line = text.slice(start, lineEnd(text, start));
    if (line.trim() === '') continue;
    if (!isListItem(line)) break;
    if (/[?？؟]/.test(line)) count += 1;
  }
  return count;
};
/** Lines of a list that are looked at on each side. */
const MAX_LINES = 20;

const lineAt = (text: string, place: number): string => text.slice(lineStart(text, place), lineEnd(text, place));

const lineEnd = (text: string, place: number): number => {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end;
};

const LAST_MARKS = /[?？؟]+[^\p{L}\p{N}?？؟]*$/u;

/** What a unit may ask: without a speaker, and of a row of a table without the cells before and the bar behind. */
const askedIn = (text: string, { start, end }: Span): Span & { isCell: boolean } => {
  const unit = text.slice(start, end);
  const isRow = /^\s*\|/.test(text.slice(lineStart(text, start), end));
  if (!isRow) return { start: start + speakerLength(unit), end, isCell: false };
  const mark = unit.search(LAST_MARKS);
  const closing = mark === -1 ? -1 : unit.indexOf('|', mark);
  return {
    start: start + unit.lastIndexOf('|', mark === -1 ? unit.length : mark) + 1,
    end: closing === -1 ? end : start + closing,
    isCell: true,
  };
};

/** The start of the line that a place is in. */
const lineStart = (text: string, place: number): number => (place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1);

/** Maximum words of a question in a cell that is a label: "Sold?" */
const MAX_LABEL = 3;
/**
 * True if the line goes on after a question, which ends at a place, with a statement: what an FAQ answers, or what a
 * condition leads to ("Ill in that time? Then to 30 June."). In a row of a table that statement is short.
 */
const isAnswered = (text: string, place: number, isCell: boolean): boolean => {
  const rest = text.slice(place, lineEnd(text, place)).trim();
  const [next] = readingUnits(rest);
  if (!next || !/\p{L}/u.test(rest) || isQuestion(rest.slice(next.start, next.end))) return false;
  return !isCell || words(rest).length <= MAX_REPLY;
};
/** Maximum words behind a question in a row of a table that answer it. */
const MAX_REPLY = 6;

/** True for a place in an item of a list with an item below it that is set in further, which answers what it asks. */
const hasItemsBelow = (text: string, place: number): boolean => {
  const item = lineAt(text, place);
  const end = lineEnd(text, place);
  if (!isListItem(item) || end === text.length) return false;
  const below = lineAt(text, end + 1);
  return isItemBelow(item, below) && !isQuestion(below);
};

/** True if the line below is what somebody else says in a chat, as after a question of one who only asks there. */
const isRepliedTo = (text: string, place: number): boolean => {
  const end = lineEnd(text, place);
  return end < text.length && text.slice(place, end).trim() === '' && isSpoken(text, end + 1);
};

/** True for a place in a heading that a line of text follows. */
const isHeadingOfText = (text: string, place: number): boolean => {
  const [line = '', ...rest] = linesFrom(text, lineStart(text, place));
  const below = rest.find((one) => one.trim() !== '');
  return HEADING_LINE.test(line) && below !== undefined && !HEADING_LINE.test(below) && !isQuestion(below);
};

/** Blank lines between a heading and its text. */
const MAX_BLANK_LINES = 3;

/** The line that starts at a place, and the next ones. */
const linesFrom = (text: string, from: number): string[] => {
  const lines: string[] = [];
  for (let at = from; lines.length < MAX_BLANK_LINES + 2 && at <= text.length; ) {
    const end = lineEnd(text, at);
    lines.push(text.slice(at, end));
    at = end + 1;
  }
  return lines;
};
