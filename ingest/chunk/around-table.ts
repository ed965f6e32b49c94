import type { PassageLink } from '../../core/document.ts';
import type { Span } from '../../core/text/sentences.ts';
import { type Block, introducesTable, isSeeAlso } from './belonging.ts';
import type { MarkdownBlock } from './blocks.ts';
import type { Draft } from './draft.ts';
import { MIN_LAST_WORDS } from './limits.ts';
import { countWords } from './words.ts';

// What says nothing without the table beside it, and belongs to the table's passage.

/** Maximum words of a section above a table that are part of the table's passage. */
const MAX_LEAD_WORDS = 50;

/** A table's place, with what says nothing without it: the line above that introduces it, and a few words below it. */
export interface TablePart {
  table: number;
  /** Set where all of an entry stands around the table: the headings of the entry. */
  headings?: string[];
  lead?: LinkedSpan;
  note?: LinkedSpan;
}

type LinkedSpan = Span & { links: PassageLink[] };

/** The links of the blocks above a table, from a place on. */
const linksAbove = (blocks: readonly Block[], table: number, start: number): PassageLink[] => {
  const links: PassageLink[][] = [];
  for (let at = table - 1; at >= 0; at--) {
    const block = blocks[at]!;
    if ('table' in block || block.start < start) break;
    links.unshift(block.links);
  }
  return links.flat();
};

/** What a table's part has besides the table, with its links. */
export const aroundTable = (
  blocks: readonly Block[],
  index: number,
  {
    lead,
    notes,
    resolve,
  }: { lead?: Span; notes: readonly MarkdownBlock[]; resolve: (link: PassageLink) => PassageLink },
): Omit<TablePart, 'table'> => {
  const [first, last] = [notes[0], notes.at(-1)];
  return {
    ...(lead && { lead: { ...lead, links: linksAbove(blocks, index, lead.start).map(resolve) } }),
    ...(first &&
      last && { note: { start: first.start, end: last.end, links: notes.flatMap(({ links }) => links).map(resolve) } }),
  };
};

/** A line that numbers the table beside it, and maximum words of a caption. */
const TABLE_CAPTION = /^[*_]*(?:table|tab\.|tabelle|tableau|tabla|tabela|表)\s*(?:[A-Z]\.)?\d/i;
const MAX_CAPTION_WORDS = 40;

/**
 * What stands below a table and belongs to it: the notes to its marks, its caption, or the few words or the example with which its section ends, with the
 * links to other places below them.
 */
export const notesOf = (text: string, blocks: readonly Block[], index: number): MarkdownBlock[] => {
  const rest = untilHeading(blocks, index + 1);
  const notes = markedNotes(text, blocks, index, rest);
  if (notes.length > 0) return notes;
  const next = blocks[index + 1 + rest.length];
  const leadsAway = next !== undefined && !('table' in next) && next.kind === 'heading' && isSeeAlso(next.heading);
  if (leadsAway) {
    const all = [...rest, next, ...untilHeading(blocks, index + 2 + rest.length)];
    if (countWords(text.slice(all[0]!.start, all.at(-1)!.end)) <= MAX_LEAD_WORDS) return all;
  }
  const [first, last] = [rest[0], rest.at(-1)];
  if (first === undefined || last === undefined) return [];
  const isAboveTable = next !== undefined && 'table' in next;
  const max = rest.some(({ kind }) => kind === 'code') ? MAX_LEAD_WORDS + 1 : MIN_LAST_WORDS;
  if (!isAboveTable && countWords(text.slice(first.start, last.end)) < max) return rest;
  const caption = text.slice(first.start, first.end);
  const isCaptionBelow = TABLE_CAPTION.test(caption) && countWords(caption) <= MAX_CAPTION_WORDS;
  return isCaptionBelow && !(isAboveTable && rest.length === 1) ? [first] : [];
};

/** The mark with which a note begins, in brackets or as a sign, and maximum notes of a table. */
const NOTE_MARK = /^(?:\*\*)?(\\?\[\w{1,3}\\?\]|\(\w{1,3}\)|\\?[*†‡§]{1,3}|[¹²³⁴⁵⁶⁷⁸⁹])(?=[\s*]|\p{L})/u;
const MAX_NOTES = 12;

/** The notes right below a table whose marks stand in its cells. */
const markedNotes = (
  text: string,
  blocks: readonly Block[],
  index: number,
  below: readonly MarkdownBlock[],
): MarkdownBlock[] => {
  const before = blocks[index - 1];
  const start = before !== undefined && !('table' in before) ? before.end : 0;
  const table = text.slice(start, below[0]?.start ?? start);
  const end = below.findIndex((block) => {
    const mark = NOTE_MARK.exec(text.slice(block.start, block.start + 20))?.[1];
    return block.kind !== 'paragraph' || mark === undefined || !table.includes(mark);
  });
  return below.slice(0, Math.min(MAX_NOTES, end === -1 ? below.length : end));
};

/** The blocks from a place on, up to the next heading or table. */
const untilHeading = (blocks: readonly Block[], from: number): MarkdownBlock[] => {
  const found: MarkdownBlock[] = [];
  for (let at = from; at < blocks.length; at++) {
    const block = blocks[at]!;
    if ('table' in block || block.kind === 'heading') break;
    found.push(block);
  }
  return found;
};

/** The paragraph at the end of a draft: the draft without it, and where it is. */
interface Paragraphs {
  before?: Draft;
  last: Span;
}

/** The last paragraph, and all of the section if there is nothing else in it and it has only few words. */
export interface Tail extends Paragraphs {
  section?: Paragraphs;
}

export const tailOf = ({
  text,
  tail,
  own,
  before,
  beforeHeadings,
}: {
  text: string;
  tail?: Tail;
  own: Draft | Span;
  before?: Draft;
  beforeHeadings?: Draft;
}): Tail => {
  const isFirst = before === undefined || before.body === 0 || beforeHeadings !== undefined;
  const outside = beforeHeadings ?? before;
  const section = isFirst
    ? { before: outside, last: own }
    : tail?.section && { ...tail.section, last: { start: tail.section.last.start, end: own.end } };
  const isShort =
    section !== undefined && countWords(text.slice(section.last.start, section.last.end)) <= MAX_LEAD_WORDS;
  return { before: outside, last: own, ...(isShort && { section }) };
};

/** What introduces a table below it: all of its section, if that is short, or else a paragraph that says so. */
export const leadOf = (text: string, tail: Tail): Paragraphs | undefined =>
  tail.section ?? (introducesTable(text.slice(tail.last.start, tail.last.end)) ? tail : undefined);

/** True if a draft holds nothing but headings and this caption, which may be emphasised. */
export const saysOnly = (text: string, { start, end, body }: Draft, caption: string): boolean =>
  caption !== '' && body === countWords(caption) && plainLine(text.slice(start, end)).endsWith(plainLine(caption));

const plainLine = (line: string): string => line.replaceAll('\\', '').replace(/[\s*_:：]+$/, '');

/** True for a line with the words of a table's caption. */
export const isCaption = (line: string, caption: string): boolean =>
  caption !== '' && plainLine(line.replace(/^[\s*_]+/, '')) === plainLine(caption);

/** Puts the line that introduces a table between its name and its rows. */
export const withLead = (piece: string, lead: string): string => {
  const rows = piece.startsWith('|') ? 0 : piece.indexOf('\n\n') + 2;
  return `${piece.slice(0, rows)}${lead}\n\n${piece.slice(rows)}`;
};
