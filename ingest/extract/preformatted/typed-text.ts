import { Element } from 'domhandler';
import { setChildren } from '../rewrites/children.ts';
import { blocksBetween, type Page } from './manual-page.ts';
import {
  CODE,
  code,
  EMPTY,
  element,
  isProse,
  isSentence,
  joined,
  type Line,
  part,
  wordsIn,
} from './preformatted-lines.ts';

/** Minimum lines of prose at the left margin, and their minimum share, for a text that is no listing. */
const MIN_PLAIN_LINES = 6;
const MIN_PLAIN_SHARE = 0.6;

/** Minimum paragraphs of such a text. */
const MIN_PARAGRAPHS = 2;

/** True for paragraphs of sentences at the left margin, as somebody typed them. */
export const isPlainText = (lines: readonly Line[]): boolean => {
  const written = lines.filter(({ indent }) => indent >= 0);
  const prose = written.filter((line) => line.indent === 0 && isProse(line));
  const ends = lines.filter(({ plain }, at) => /[.!?:]$/.test(plain) && (lines[at + 1]?.indent ?? -1) < 0);
  return (
    prose.length >= MIN_PLAIN_LINES &&
    prose.length >= written.length * MIN_PLAIN_SHARE &&
    ends.length >= MIN_PARAGRAPHS &&
    !written.some(({ plain }) => CODE.test(plain))
  );
};

/** True for a piece that begins with sentences. */
export const isTyped = (lines: readonly Line[]): boolean => {
  const from = lines.findIndex(({ indent }) => indent >= 0);
  if (from === -1) return false;
  const to = lines.findIndex(({ indent }, at) => at > from && indent < 0);
  const first = lines.slice(from, to === -1 ? undefined : to);
  return isSentence(first) && first.some(isProse) && !first.some(({ plain }) => CODE.test(plain));
};

/** Paragraphs, lists and terms, and code where lines are none of them. */
export const plainBlocks = (lines: readonly Line[]): Element[] => {
  const blocks: Element[] = [];
  const page: Page = { body: 0, words: wordsIn(lines) };
  let open: Line[] = [];
  for (const line of [...lines, EMPTY]) {
    if (line.indent >= 0) open.push(line);
    else if (open.length > 0) {
      for (const block of typedBlocks(open, page)) blocks.push(block);
      open = [];
    }
  }
  return blocks;
};

const ITEM = /^[-*•]\s+(?=\S)/;

const typedBlocks = (lines: readonly Line[], page: Page): Element[] => {
  const [first] = lines;
  if (first === undefined) return [];
  if (ITEM.test(first.plain)) return [listOf(lines, page)];
  const isSetIn = !lines.some((line) => line.indent === 0 || isProse(line));
  if (lines.length === 1 ? /^\p{L}/u.test(first.plain) : !isSetIn && isSentence(lines))
    return [element('p', joined(lines, page))];
  return isSetIn ? [code(lines)] : blocksBetween(lines, page);
};

/** A list whose items begin with a mark, and go on in the lines below that have none. */
const listOf = (lines: readonly Line[], page: Page): Element => {
  const items: Line[][] = [];
  for (const line of lines) {
    const [mark] = ITEM.exec(line.plain) ?? [];
    if (mark === undefined) items.at(-1)?.push(line);
    else items.push([{ ...line, plain: line.plain.slice(mark.length), runs: part(line.runs, mark.length) }]);
  }
  const list = new Element('ul', {});
  setChildren(
    list,
    items.map((item) => element('li', joined(item, page))),
  );
  return list;
};
