import type { Anchor } from '../extract/page.ts';
import {
  type Block,
  belongsToNext,
  entryStarts,
  introducedTerms,
  shortQuotations,
  termOf,
  unmarkedLists,
} from './belonging.ts';
import type { MarkdownBlock } from './blocks.ts';
import { MIN_WORDS } from './limits.ts';
import { countWords } from './words.ts';

// Lists of terms or declarations with what each means.

/** An entry of a list: its term or declaration, where it starts, and how many came before it in the section. */
export interface Entry {
  term?: string;
  start: number;
  before: number;
  /** Words of the longest before it. */
  longest: number;
}

/** The entry that begins with a block, behind the last one of its list. */
export const nextEntry = (last: Entry | undefined, text: string, block: MarkdownBlock): Entry => ({
  term: termOf(text, block),
  start: block.start,
  before: last === undefined ? 0 : last.before + 1,
  longest: last === undefined ? 0 : Math.max(last.longest, countWords(text.slice(last.start, block.start))),
});

/** Minimum short entries from which a long last one is the text behind the list. */
const MIN_SHORT = 3;

/** The term of an entry whose rest begins a passage. What goes on behind a list of short entries belongs to none of them. */
export const termOfRest = (entry: Entry | undefined): string | undefined =>
  entry === undefined || (entry.before >= MIN_SHORT && entry.longest < MIN_WORDS) ? undefined : entry.term;

/** Maximum characters of a line that names the list below it. */
const MAX_LIST_NAME = 100;

/** What a list is of: the line above that introduces it, by which its later parts are called. */
export const nameOfList = (text: string, above: Block | undefined, block: MarkdownBlock): string | undefined => {
  if (block.kind !== 'list' || above === undefined || 'table' in above || above.kind !== 'paragraph') return undefined;
  const line = text.slice(above.start, above.end);
  if (line.length > MAX_LIST_NAME || !/[:：][*_]*$/.test(line)) return undefined;
  const words = line.replace(/\[([^\][]*)\]\([^()]*\)/g, '$1').replace(/[*_`]|[:：][*_]*$/g, '');
  return words.trim() || undefined;
};

/** Where entries begin, the paragraphs that introduce one with its term, and which blocks say little without the next one. */
export const entriesOf = (
  text: string,
  blocks: readonly Block[],
  { anchors, ends }: { anchors: readonly Anchor[]; ends: ReadonlySet<number> },
) => {
  const introduced = introducedTerms(text, blocks, ends);
  const introducedOnes = new Set<Block>(introduced.values());
  const isStart = entryStarts(text, blocks, anchors);
  const startsEntry = (block: Block) => introduced.has(block) || (isStart(block) && !introducedOnes.has(block));
  const listed = unmarkedLists(text, blocks);
  const quoted = shortQuotations(text, blocks);
  const leadsOn = (block: MarkdownBlock, next: Block | undefined) =>
    belongsToNext(text, block, next, startsEntry) || listed.has(block) || quoted.has(block) || introduced.has(block);
  return { introduced, startsEntry, leadsOn };
};
