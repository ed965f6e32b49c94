import type { Passage } from '../../../core/document.ts';
import { isFenceLine } from '../../../core/text/remove-spans.ts';

// The blocks of a passage's Markdown, and what the first characters of a block tell about it.

/** A heading, table row, block of code, list item, chat line or paragraph. */
export interface Block {
  kind: 'heading' | 'row' | 'text' | 'code';
  text: string;
  /** Offset into the passage's text. */
  start: number;
  /** True if no empty line precedes it. */
  continues: boolean;
}

/**
 * The blocks of a passage in order. Of a table's passage those without its rows: what introduces the table, and what stands below
 * it; none if its rows are lists.
 */
export const blocksOf = ({ kind, text }: Pick<Passage, 'kind' | 'text'>): Iterable<Block> =>
  kind === 'table' ? proseAround(text) : blocksIn(text);

/** What stands between a table's name and its rows, and behind them. */
const proseAround = (text: string): Block[] => {
  const blocks = [...blocksIn(text)];
  if (!blocks.some((block) => block.kind === 'row')) return [];
  return blocks.slice(blocks[0]?.kind === 'row' ? 0 : 1);
};

const blocksIn = function* (text: string): Generator<Block> {
  let block: Block | undefined;
  let at = 0;
  let empty = true;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (block?.kind === 'code') {
      block.text = text.slice(block.start, start + line.length);
      if (!isFenceLine(line)) continue;
      yield block;
      block = undefined;
      empty = false;
      continue;
    }
    if (isFenceLine(line)) {
      if (block) yield block;
      block = { kind: 'code', text: line, start, continues: !empty };
      continue;
    }
    if (line.trim() === '') {
      if (block) yield block;
      block = undefined;
      empty = true;
      continue;
    }
    const kind = /^\s{0,3}#{1,6}\s/.test(line) ? 'heading' : /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'text';
    const opens = kind !== 'text' || ITEM.test(line) || SPEAKER.test(line) || ENTRY.test(line);
    if (block && (opens || block.kind !== 'text')) {
      yield block;
      block = undefined;
    }
    if (block) block.text = text.slice(block.start, start + line.length);
    else block = { kind, text: line, start, continues: !empty };
    empty = false;
  }
  if (block) yield block;
};

const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
/** True for a horizontal rule, such as the one above a mail's signature. */
export const isRule = (text: string): boolean => RULE.test(text);

/** The mark of a list item. */
export interface ListItem {
  /** Spaces before the mark. */
  indent: number;
  /** The number of an item in a numbered list. */
  number?: number;
}

/** Start of a list item. */
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
/** A line with a bold term and a colon: "**Phone:** 555 0133". What stands behind it is not of the term above. */
const ENTRY = /^\s*(?:\*\*|__)(?=\S)[^*_]{1,80}(?::(?:\*\*|__)|(?:\*\*|__)\s*:)/;
/** The mark of a list item; undefined for other blocks. */
export const listItem = (text: string): ListItem | undefined => {
  const [mark] = ITEM.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const number = Number.parseInt(mark, 10);
  return { indent: mark.length - mark.trimStart().length, ...(Number.isNaN(number) ? {} : { number }) };
};

const MAIL_FIELD = '(?:From|To|Cc|Date|Sent|Subject): ';
const MAIL_HEADER = new RegExp(`^\\s*${MAIL_FIELD}`);
/** True for a block that begins with a mail's header lines. */
export const isMailHeader = (text: string): boolean => MAIL_HEADER.test(text);

/** Minimum lines with a name and a colon in a chat. */
const MIN_CHAT_LINES = 2;
/** The speaker of a chat line. Excludes mail headers, which look the same. */
const SPEAKER = new RegExp(
  `^\\s*(?:\\[?[\\d:\\-/. ]{4,20}\\]?\\s*)?(?!${MAIL_FIELD})(\\p{Lu}[\\p{L}\\p{N}_.'-]{1,24}(?: \\p{Lu}[\\p{L}.'-]{1,20}){0,2}):\\s+(?=\\S)`,
  'u',
);
/** Who speaks in a chat line, and how long the mark of that is; undefined for other lines. */
export const speakerIn = (line: string): { name: string; length: number } | undefined => {
  const [mark, name] = SPEAKER.exec(line) ?? [];
  return mark === undefined || name === undefined ? undefined : { name, length: mark.length };
};

/** True if at least half of a text's lines, and no fewer than `MIN_CHAT_LINES`, are said by somebody. */
export const isChat = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const said = lines.filter((line) => SPEAKER.test(line)).length;
  return said * 2 >= lines.length && said >= MIN_CHAT_LINES;
};
