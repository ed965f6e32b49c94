import type { Span } from '../../core/text/sentences.ts';
import { type Block, isSeeAlso, MIN_REPEATS } from './belonging.ts';
import type { MarkdownBlock } from './blocks.ts';
import type { Draft } from './draft.ts';
import { MAX_WORDS, MIN_SECTION_WORDS, MIN_WORDS, TARGET_WORDS, WHOLE_WORDS } from './limits.ts';

// What is known of a section before its blocks are joined: its words, and whether it is one passage with its table.

/** Number of words of each heading's section with its subsections; infinite if it contains a table, which has its own passages. */
export const sectionWords = (blocks: readonly Block[], words: (span: Span) => number): number[] => {
  const sums: number[] = blocks.map(() => 0);
  const open: { index: number; level: number }[] = [];
  for (const [index, block] of blocks.entries()) {
    if (!('table' in block) && block.kind === 'heading') {
      while ((open.at(-1)?.level ?? 0) >= block.level) end();
      open.push({ index, level: block.level });
    }
    const own = open.at(-1);
    if (own !== undefined)
      sums[own.index] = (sums[own.index] ?? 0) + ('table' in block ? Number.POSITIVE_INFINITY : words(block));
  }
  while (open.length > 0) end();
  return sums;

  function end(): void {
    const ended = open.pop();
    const around = open.at(-1);
    if (ended !== undefined && around !== undefined)
      sums[around.index] = (sums[around.index] ?? 0) + (sums[ended.index] ?? 0);
  }
};

/** True if a heading ends the passage before it. @param section words of the heading's section and its subsections */
export const endsPassage = (open: Draft, { level, isPart, heading }: MarkdownBlock, section: number): boolean => {
  // Links to other pages say nothing without what they are about.
  if (isSeeAlso(heading) && section < MIN_WORDS && level >= open.level) return open.words + section > WHOLE_WORDS;
  if (level < open.level || (open.isRest && level <= open.level)) return true;
  // "Returns" below a function belongs to it, not to the function that comes next.
  const belongs = level > open.level && open.headings.length > 0 && (section < MIN_WORDS || isPart === true);
  if (belongs) return open.words + section > MAX_WORDS;
  // Of two sections side by side a short one is joined with the next only if both are.
  if (level === open.level) return open.body >= MIN_SECTION_WORDS || section >= MIN_WORDS;
  // What a section begins with is joined with its first part, unless that would then be cut.
  return open.body >= MIN_WORDS || (section >= MIN_WORDS && section <= MAX_WORDS && open.words + section > MAX_WORDS);
};

/**
 * The last block of each entry that is one passage with the table inside of it, by the entry's heading: a declaration with parts
 * that are named as those of the entries beside it ("Parameters", "Returns"), of which one is a table.
 * @param words counts those of a block, also of a table
 */
export const entriesWithTable = (
  blocks: readonly Block[],
  words: (block: Block) => number,
): ReadonlyMap<Block, number> => {
  const found = new Map<Block, number>();
  const counts = new Map<string, number>();
  for (const block of blocks) if (isHeading(block)) counts.set(block.heading, (counts.get(block.heading) ?? 0) + 1);
  const isPart = ({ heading }: MarkdownBlock) => (counts.get(heading) ?? 0) >= MIN_REPEATS;
  for (const [index, block] of blocks.entries()) {
    if (!isHeading(block) || isPart(block)) continue;
    const end = endOfSection(blocks, index);
    const section = blocks.slice(index, end);
    const parts = section.filter(isHeading).slice(1);
    const tables = section.filter((one) => 'table' in one);
    if (parts.length === 0 || tables.length !== 1 || !parts.every(isPart)) continue;
    const sizes = section.map(words);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    const above = sum(sizes.slice(0, section.indexOf(tables[0]!)));
    if (sum(sizes) <= MAX_WORDS && above < TARGET_WORDS) found.set(block, end - 1);
  }
  return found;
};

const isHeading = (block: Block): block is MarkdownBlock => !('table' in block) && block.kind === 'heading';

/** The index of the block behind a heading's section with its subsections. */
const endOfSection = (blocks: readonly Block[], index: number): number => {
  const own = blocks[index];
  const level = own === undefined || 'table' in own ? 0 : own.level;
  for (let at = index + 1; at < blocks.length; at++) {
    const block = blocks[at]!;
    if (!('table' in block) && block.kind === 'heading' && block.level <= level) return at;
  }
  return blocks.length;
};
