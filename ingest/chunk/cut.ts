import type { Span } from '../../core/text/sentences.ts';
import type { MarkdownBlock } from './blocks.ts';
import { groupSentences } from './sentences.ts';
import { countWords } from './words.ts';

/** Lists and code are cut if they are this many times longer than the longest paragraph that is not cut. */
const WHOLE_FACTOR = 1.6;

/**
 * Splits a block into parts that fit a passage. A block that fits is one part; otherwise list items, code lines or groups of
 * sentences are joined up to the target. Parts are in order and leave out only white space.
 */
export const cutBlock = (
  text: string,
  block: MarkdownBlock,
  { target, max }: { target: number; max: number },
): Span[] => {
  const content = text.slice(block.start, block.end);
  const whole = block.kind === 'paragraph' ? max : max * WHOLE_FACTOR;
  if (countWords(content) <= whole && content.length <= whole * 12) return [block];
  if (block.kind === 'paragraph') return pack(text, shift(paragraphParts(content, max), block.start), target);
  const lines = lineSpans(content, block.kind);
  // A single item or line that is too long is cut like a paragraph.
  const parts = lines.flatMap((line) => {
    const words = content.slice(line.start, line.end);
    return countWords(words) <= max && words.length <= max * 12 ? [line] : shift(cutItem(words, max), line.start);
  });
  return pack(text, shift(parts, block.start), target, block.kind);
};

/** Minimum entries of a list of terms in plain text. A paragraph whose first line stands out is none. */
const MIN_ENTRIES = 3;
/** Maximum levels of such lists inside each other. */
const MAX_DEPTH = 8;
const INDENT = /^[ \t]*/;

/**
 * The parts of a paragraph: groups of its sentences, or the entries of a list of terms in plain text that has no empty lines
 * between them: a line, or more, at the left, and what is set in below it. Programs that print pages as text write lists of terms
 * so. A line that introduces the list belongs to the first entry.
 */
const paragraphParts = (content: string, max: number): Span[] => {
  const lines = [...content.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
    indent: INDENT.exec(line)?.[0].length ?? 0,
  }));
  const parts: Span[] = [];
  const addParts = (from: number, to: number, depth: number) => {
    const least = lines.slice(from, to).reduce((min, { indent }) => Math.min(min, indent), Number.POSITIVE_INFINITY);
    // A line at the left begins an entry behind one that is set in.
    const starts = [from];
    for (let at = from + 1; at < to; at++)
      if (lines[at]!.indent === least && lines[at - 1]!.indent > least) starts.push(at);
    const goesOn = starts
      .slice(1)
      .filter((at) => /^[ \t]*\p{Ll}/u.test(content.slice(lines[at]!.start, lines[at]!.end)));
    if (starts.length > 1 && goesOn.length * 2 >= starts.length - 1) {
      parts.push(...indentedParagraphs(content, lines.slice(from, to)));
      return;
    }
    let body = from;
    while (body < to && lines[body]!.indent === least) body++;
    const first = { start: lines[from]!.start, end: lines[to - 1]!.end };
    if (depth < MAX_DEPTH && starts.length >= MIN_ENTRIES)
      for (const [nth, start] of starts.entries()) addEntry(start, starts[nth + 1] ?? to, depth);
    else if (depth < MAX_DEPTH && starts.length === 1 && body > from && body < to) {
      const count = parts.length;
      addParts(body, to, depth + 1);
      const head = parts[count];
      if (head !== undefined) head.start = first.start;
    } else parts.push(...shift(groupSentences(content.slice(first.start, first.end)), first.start));
  };
  const addEntry = (from: number, to: number, depth: number) => {
    const entry = { start: lines[from]!.start, end: lines[to - 1]!.end };
    if (countWords(content.slice(entry.start, entry.end)) <= max) parts.push(entry);
    else addParts(from, to, depth + 1);
  };
  if (lines.length < MIN_ENTRIES) return groupSentences(content);
  addParts(0, lines.length, 0);
  return parts;
};

/** Paragraphs of which each begins with a line that is set in. Each is one part, or groups of its sentences where that is long. */
const indentedParagraphs = (
  content: string,
  lines: readonly { start: number; end: number; indent: number }[],
): Span[] => {
  const least = lines.reduce((min, { indent }) => Math.min(min, indent), Number.POSITIVE_INFINITY);
  const paragraphs: Span[] = [];
  for (const [at, { start, end, indent }] of lines.entries()) {
    const last = paragraphs.at(-1);
    if (last === undefined || (indent > least && lines[at - 1]!.indent === least)) paragraphs.push({ start, end });
    else last.end = end;
  }
  return paragraphs.flatMap(({ start, end }) => shift(groupSentences(content.slice(start, end)), start));
};

/** Code inside of an item. */
const FENCED = /^[ \t]*(```+|~~~+)[^\n]*\n[\s\S]*?^[ \t]*\1[ \t]*$/gm;

/** Minimum words of an item before a paragraph inside of it begins a part of its own. A term stays with what it means. */
const MIN_ITEM_HEAD = 12;

/** Splits the text of an item before each item, term or paragraph inside. */
const innerItems = (text: string): Span[] => {
  const spans: Span[] = [];
  let start = 0;
  for (const { index, 0: border } of text.matchAll(
    /\n[ \t]+(?=(?:[-*+]|\d{1,9}[.)])\s)|(?<!\*\*)\n[ \t]*\n[ \t]+(?=\S)/g,
  )) {
    const isParagraph = /\n[ \t]*\n/.test(border);
    if (isParagraph && countWords(text.slice(start, index)) < MIN_ITEM_HEAD) continue;
    spans.push({ start, end: index });
    start = index + border.length;
  }
  return [...spans, { start, end: text.length }];
};

/** The lines of an item that are set in below its first one are the same paragraph. Offsets stay. */
export const withoutWraps = (item: string): string =>
  item.replace(/(?<=\S)\n[ \t]+(?=\S)/g, (wrap) => ' '.repeat(wrap.length));

/** Splits an item at its code, which stays whole up to the maximum, and what is between into groups of sentences. */
const cutItem = (item: string, max: number): Span[] => {
  const parts: Span[] = [];
  const addText = (start: number, end: number) => {
    for (const inner of innerItems(item.slice(start, end))) {
      const words = item.slice(start + inner.start, start + inner.end);
      if (words.trim() === '') continue;
      if (inner.start > 0 && countWords(words) <= max) parts.push(...shift([inner], start));
      else parts.push(...shift(groupSentences(withoutWraps(words)), start + inner.start));
    }
  };
  let at = 0;
  for (const match of item.matchAll(FENCED)) {
    addText(at, match.index);
    const code = match[0];
    const start = match.index + code.search(/\S/);
    at = match.index + code.length;
    if (countWords(code) <= max * WHOLE_FACTOR) parts.push({ start, end: at });
    else parts.push(...shift(lineSpans(item.slice(start, at), 'code'), start));
  }
  addText(at, item.length);
  return parts;
};

/** Splits a list into its outermost items, each with what is indented below it, and code at empty lines, or else into lines. */
const lineSpans = (content: string, kind: MarkdownBlock['kind']): Span[] => {
  const border =
    kind === 'list' ? /\n(?=[-*+]\s|\d{1,9}[.)]\s)/g : kind === 'code' && /\n\s*\n/.test(content) ? /\n\s*\n/g : /\n/g;
  const spans: Span[] = [];
  let start = 0;
  for (const match of content.matchAll(border)) {
    if (content.slice(start, match.index).trim() !== '') spans.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  if (content.slice(start).trim() !== '') spans.push({ start, end: content.length });
  return kind === 'code' ? wholeComments(content, spans) : spans;
};

/** Signs that begin a comment of several lines, each with the one that ends it. */
const COMMENT_SIGNS = /<!--|-->|\/\*|\*\//g;
const COMMENT_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '/*': '*/' };

/** Joins parts of code that a comment goes over, as there may be empty lines in it. */
const wholeComments = (content: string, spans: readonly Span[]): Span[] => {
  const joined: Span[] = [];
  let end: string | undefined;
  for (const span of spans) {
    const last = joined.at(-1);
    if (last !== undefined && end !== undefined) last.end = span.end;
    else joined.push({ ...span });
    for (const [sign] of content.slice(span.start, span.end).matchAll(COMMENT_SIGNS))
      if (end === undefined) end = COMMENT_ENDS[sign];
      else if (sign === end) end = undefined;
  }
  // A sign that is never followed by its end is no comment.
  return end === undefined ? joined : [...spans];
};

const pack = (text: string, parts: readonly Span[], target: number, kind?: MarkdownBlock['kind']): Span[] => {
  const words = ({ start, end }: Span) => countWords(text.slice(start, end));
  const packed: { parts: Span[]; words: number }[] = [];
  for (const part of parts) {
    const open = packed.at(-1);
    if (open !== undefined && open.words + words(part) <= target) {
      open.parts.push(part);
      open.words += words(part);
      continue;
    }
    // Parts that introduce the next one go with it.
    const moved = open === undefined ? [] : lastIntroducing(text, open.parts, { kind, max: target / 2 });
    if (open !== undefined && moved.length > 0) open.parts = open.parts.slice(0, -moved.length);
    const together = [...moved, part];
    packed.push({ parts: together, words: together.reduce((sum, one) => sum + words(one), 0) });
  }
  return packed.flatMap(({ parts }) => {
    const [first, last] = [parts[0], parts.at(-1)];
    return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
  });
};

/** The last parts that introduce what follows, without the first of all, with no more than `max` words together. */
const lastIntroducing = (
  text: string,
  parts: readonly Span[],
  { kind, max }: { kind?: MarkdownBlock['kind']; max: number },
): Span[] => {
  let from = parts.length;
  let words = 0;
  for (let i = parts.length - 1; i > 0; i--) {
    const part = parts[i]!;
    words += countWords(text.slice(part.start, part.end));
    if (words > max || !introduces(text, part, kind)) break;
    from = i;
  }
  return parts.slice(from);
};

/** True for a part that ends in a colon, and for a part of code that is nothing but a comment. */
const introduces = (text: string, { start, end }: Span, kind?: MarkdownBlock['kind']): boolean => {
  const part = text.slice(start, end).trim();
  return /[:：]$/.test(part) || (kind === 'code' && part.split('\n').every((line) => COMMENT.test(line.trim())));
};

/** A line of code that is a comment, or a line of one, by the signs of most languages. */
const COMMENT = /^(?:#+(?:\s|$)|\/\/|\/\*|\*(?:\s|\/|$)|--(?:[\s-]|$)|;+(?:\s|$)|%+(?:\s|$)|\(\*|<!--)/;

const shift = (spans: readonly Span[], by: number): Span[] =>
  spans.map(({ start, end }) => ({ start: start + by, end: end + by }));
