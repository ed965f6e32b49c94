import type { Block } from '../blocks.ts';
import { closest } from '../dom.ts';

/** The mark of a note: a number, a letter or a sign, with or without brackets. */
const MARK = /^[[(]?(?:\d{1,3}|\p{L}|[*†‡§¶#]{1,3})[\])]?[.:]?$/u;
/** Behind a mark, the places that lead to it: "(1,2,3)". */
const BACK = /\s*\((?:\d{1,3}[,\s]*)+\)$/;
const NOTE = /(?:^|[\s_-])(?:foot|end)notes?(?=$|[\s_-])/i;

/** Puts the mark of a footnote, which generators set into an element of its own, before the note's text. */
export const withNoteMarks = (blocks: readonly Block[]): readonly Block[] => {
  const marks = new Set(blocks.filter((block, i) => isMark(block) && belongsTogether(block, blocks[i + 1])));
  if (marks.size === 0) return blocks;
  return blocks.flatMap((block, i) => {
    if (marks.has(block)) return [];
    const mark = blocks[i - 1];
    if (mark === undefined || !marks.has(mark)) return [block];
    const text = markOf(mark);
    const inlines = [{ text: `${text} ` }, ...block.inlines];
    return [{ ...block, inlines, text: `${text} ${block.text}`, anchor: mark.anchor ?? block.anchor }];
  });
};

const markOf = ({ text }: Block): string => text.trim().replace(BACK, '');

const isMark = (block: Block): boolean => block.table === undefined && !block.pre && MARK.test(markOf(block));

/** True for a mark and what stands right behind it in the same list of notes. */
const belongsTogether = (mark: Block, next: Block | undefined): boolean => {
  const notes = noteOf(mark);
  return notes !== undefined && next !== undefined && !isMark(next) && !next.pre && noteOf(next) === notes;
};

const noteOf = ({ element }: Block) =>
  element &&
  closest(element, ({ attribs }) => NOTE.test(attribs.class ?? '') || /^doc-(?:foot|end)note/.test(attribs.role ?? ''));
