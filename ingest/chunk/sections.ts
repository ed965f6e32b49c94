import type { Span } from '../../core/text/sentences.ts';
import { type Block, isSeeAlso, MAX_INTRO, MIN_REPEATS } from './belonging.ts';
import type { MarkdownBlock } from './blocks.ts';
import type { Draft } from './draft.ts';
import { MAX_WORDS, MIN_SECTION_WORDS, MIN_WORDS, TARGET_WORDS, WHOLE_WORDS } from './limits.ts';

// What is known of a section before its blocks are joined: its words, and whether it is an entry that stays one passage.

/** Number of words of each heading's section with its subsections; infinite if it contains a table, which has its own passages. */
export const sectionWords = (blocks: readonly Block[], words: (span: Span) => number): number[] => {
  const sums: number[] = blocks.map(() => 0);
  const open: { index: number; level: number }[] = [];
  for (const [index, block] of blocks.entries()) {
    if (isHeading(block)) {
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

/** What is known of a page's blocks: their words, and a table's rows and names of columns. */
interface Sizes {
  words: (block: Block) => number;
  tableOf: (table: number) => { columns: readonly unknown[]; rows: readonly unknown[] } | undefined;
}

/** Maximum rows of a table that declares what its section explains: the type and the default of a setting. */
const MAX_DECLARED_ROWS = 2;

/**
 * The tables that declare what their section explains: short ones right below headings, of which several on the page have the same
 * columns. One alone is what its section is about.
 */
const declaringTables = (blocks: readonly Block[], tableOf: Sizes['tableOf']): ReadonlySet<Block> => {
  const short = blocks.flatMap((block, index) => {
    const above = blocks[index - 1];
    const table = 'table' in block && above !== undefined && isHeading(above) ? tableOf(block.table) : undefined;
    const isShort = table !== undefined && table.rows.length <= MAX_DECLARED_ROWS;
    return isShort ? { block, columns: JSON.stringify(table.columns) } : [];
  });
  const alike = [...Map.groupBy(short, ({ columns }) => columns).values()];
  return new Set(alike.flatMap((tables) => (tables.length < MIN_REPEATS ? [] : tables.map(({ block }) => block))));
};

/**
 * The last block of each entry that is one passage, by the entry's heading. An entry begins with a declaration, in code or in a
 * short table of the same columns as those beside it, or has parts that are named as those of the entries beside it ("Parameters", "Returns"), of which one is a
 * table.
 */
export const wholeEntries = (blocks: readonly Block[], { words, tableOf }: Sizes): ReadonlyMap<Block, number> => {
  const found = new Map<Block, number>();
  const counts = new Map<string, number>();
  for (const block of blocks) if (isHeading(block)) counts.set(block.heading, (counts.get(block.heading) ?? 0) + 1);
  const isPart = ({ heading }: MarkdownBlock) => (counts.get(heading) ?? 0) >= MIN_REPEATS;
  const declaring = declaringTables(blocks, tableOf);
  let last = -1;
  for (const [index, block] of blocks.entries()) {
    if (index <= last || !isHeading(block) || isPart(block)) continue;
    const end = endOfSection(blocks, index);
    const section = blocks.slice(index, end);
    const parts = section.filter(isHeading).slice(1);
    const [table, another] = section.filter((one) => 'table' in one);
    const first = section.find((one) => !isHeading(one));
    if (another !== undefined || first === undefined) continue;
    const hasNamedParts = table !== undefined && parts.length > 0 && parts.every(isPart);
    const isDeclared =
      'table' in first
        ? parts.length === 0 && declaring.has(first)
        : parts.length > 0 && first.kind === 'code' && first.end - first.start <= MAX_INTRO && isBelow(section, first);
    const sizes = section.map(words);
    const above = table === undefined ? 0 : sum(sizes.slice(0, section.indexOf(table)));
    if (!(hasNamedParts || isDeclared) || sum(sizes) > MAX_WORDS || above >= TARGET_WORDS) continue;
    last = end - 1;
    found.set(block, last);
  }
  return found;
};

/** Headings of the part of an entry that declares what it is about. */
const DECLARES = /^(?:declaration|synopsis|syntax|signature|prototype|definition|usage)$/i;

/** True for the first block of a section that stands right below its heading, or below one that announces a declaration. */
const isBelow = (section: readonly Block[], first: Block): boolean => {
  const above = section.slice(0, section.indexOf(first)).filter(isHeading);
  return above.length === 1 || (above.length === 2 && DECLARES.test(above[1]!.heading));
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const isHeading = (block: Block): block is MarkdownBlock => !('table' in block) && block.kind === 'heading';

/** The index of the block behind a heading's section with its subsections. */
const endOfSection = (blocks: readonly Block[], index: number): number => {
  const own = blocks[index];
  const level = own === undefined || 'table' in own ? 0 : own.level;
  for (let at = index + 1; at < blocks.length; at++) {
    const block = blocks[at]!;
    if (isHeading(block) && block.level <= level) return at;
  }
  return blocks.length;
};
