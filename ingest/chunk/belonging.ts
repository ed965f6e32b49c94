import type { Anchor } from '../extract/page.ts';
import { BOX_TITLE } from '../extract/render/box-titles.ts';
import type { MarkdownBlock } from './blocks.ts';
import { countWords } from './words.ts';

// What a passage should not be cut between: a line and what it introduces, code and what explains it, the parts of an entry.

/** A block of text, or the place of a table. */
export type Block = MarkdownBlock | { table: number };

/** Maximum characters of a line that introduces what follows. */
export const MAX_INTRO = 400;

/** True for a line that is incomplete without what follows: "For example:", a term before its definition, a box's title. */
export const introduces = (part: string): boolean => {
  const line = part.trim();
  return line.length <= MAX_INTRO && (INTRODUCES.test(line) || /^\*\*[^\n]+\*\*$/.test(line) || BOX_TITLE.test(line));
};

/** Words of a sentence that introduces a table below it. */
const NAMES_TABLE =
  /\b(?:tables?|following|below|listed|tabellen?|folgenden?|tableaux?|suivante?s?|tablas?|siguientes?|tabelas?|seguintes?)\b|表|以下|次の/i;

/** True for a line that introduces what follows, or says that a table does. */
export const introducesTable = (part: string): boolean =>
  introduces(part) || (part.length <= MAX_INTRO && NAMES_TABLE.test(part));

const SEE_ALSO =
  /^[*_]*(?:see(?: also)?|siehe(?: auch)?|voir(?: aussi)?|véase(?: también)?|ver também|参照|関連項目)(?=[\s*_:：.,]|$)/i;

/** True for a heading or a line that leads to other places: "See also: Lids". */
export const isSeeAlso = (line: string): boolean => SEE_ALSO.test(line);

/** The end of a line that introduces what follows, which may be emphasised, or of a sentence that goes on. */
export const INTRODUCES = /(?:[:：]|\be\.g\.,?|[,;]\s+(?:and|or|und|oder|et|ou|y|o|e)|,)[*_]*$/;

/** True for a paragraph that continues a sentence above a formula, a list or code: "where k is the constant". */
const continues = (text: string, block: MarkdownBlock): boolean =>
  block.kind === 'paragraph' && /^\p{Ll}{2}/u.test(text.slice(block.start, block.start + 2));

/**
 * Whether a short block says little without the next one: a paragraph above code or a list, or a declaration in code above its
 * explanation, which begins an entry or has its explanation set in as a quotation (HeVeA and others write interfaces so). A
 * paragraph above such a declaration belongs to what is above it.
 */
export const belongsToNext = (
  text: string,
  block: MarkdownBlock,
  next: Block | undefined,
  startsEntry: (block: Block) => boolean,
): boolean => {
  if (next === undefined || 'table' in next) return false;
  const size = block.end - block.start;
  if (size > MAX_INTRO && (!isCode(next) || countWords(text.slice(block.start, next.end)) > MAX_WITH_CODE))
    return false;
  if (isPlainTitle(text, block, next)) return true;
  if (block.kind === 'code')
    return text.startsWith('>', next.start) || (startsEntry(block) && !startsAnother(text, next, startsEntry));
  return block.kind === 'paragraph' && (next.kind === 'list' || (next.kind === 'code' && !startsEntry(next)));
};

/** Maximum characters of a title that is a plain line, and minimum of the paragraph below it. */
const MAX_TITLE = 60;
const MIN_TITLED = 150;

/** True for a line without a final sign above a longer paragraph: "3) Inversion". */
const isPlainTitle = (text: string, block: MarkdownBlock, next: MarkdownBlock): boolean =>
  block.kind === 'paragraph' &&
  next.kind === 'paragraph' &&
  block.end - block.start <= MAX_TITLE &&
  next.end - next.start >= MIN_TITLED &&
  /^[*_]*(?:\d+(?:\.\d+)*\\?[.)]?\s+)?\p{Lu}[^\n\]]*[\p{L}\p{N})][*_]*$/u.test(text.slice(block.start, block.end));

/** True for a block below a declaration that does not explain it. The explanation may be a place of its own for links. */
const startsAnother = (text: string, next: MarkdownBlock, startsEntry: (block: Block) => boolean): boolean =>
  next.kind === 'heading' ||
  (startsEntry(next) && (next.kind !== 'paragraph' || isTerm(text.slice(next.start, next.end))));

/** Maximum words of a paragraph with the code below it, of which neither is cut off. */
export const MAX_WITH_CODE = 200;

/** Words with which a paragraph speaks of the code above it, and maximum characters of one that begins with them. */
const SPEAKS_OF_CODE =
  /^(?:here\b|in (?:this|the above|the) (?:example|code|case|program|listing)\b|(?:this|these|the above)\b|the (?:first|second|last|previous|resulting)?\s*(?:argument|call|code|command|declaration|definition|example|expression|function|line|output|program|result|script|statement)s?\b|(?:hier|dies(?:e[rs]?)?)\b|(?:ici|cet(?:te)?)\b)/i;
const MAX_EXPLANATION = 900;

/** True for a paragraph below code that is short or speaks of the code: what the code does or gives. */
const explains = (text: string, block: MarkdownBlock, next: MarkdownBlock): boolean => {
  if (block.kind !== 'code' || next.kind !== 'paragraph' || next.end - next.start > MAX_EXPLANATION) return false;
  const words = text.slice(next.start, next.end);
  return (next.end - next.start <= MAX_INTRO || SPEAKS_OF_CODE.test(words)) && !introduces(words);
};

/** True for a paragraph that continues the sentence above it, or explains the code above it in a few words. */
export const endsPart = (text: string, before: Block | undefined, block: MarkdownBlock): boolean =>
  before !== undefined &&
  !('table' in before) &&
  before.kind !== 'heading' &&
  (continues(text, block) || explains(text, before, block));

/** Maximum words of a label above code. */
const MAX_LABEL_WORDS = 3;

/** True for a label above code, such as "Example:", which says nothing without the short paragraph above it. */
export const isCodeLabel = (text: string, block: Block | undefined, next: Block | undefined): boolean =>
  block !== undefined &&
  !('table' in block) &&
  block.kind === 'paragraph' &&
  isCode(next) &&
  /[:：]\**$/.test(text.slice(block.start, block.end)) &&
  countWords(text.slice(block.start, block.end)) <= MAX_LABEL_WORDS;

/**
 * Whether a passage that is long enough should still take the next block: one that continues its sentence, belongs to its entry,
 * is a label of code, or explains its code and is no longer than `room` words.
 */
export const goesOn = (
  text: string,
  blocks: readonly Block[],
  index: number,
  { startsEntry, insideEntry, room }: { startsEntry: (block: Block) => boolean; insideEntry: boolean; room: number },
): boolean => {
  const [block, next] = [blocks[index], blocks[index + 1]];
  if (block === undefined || 'table' in block || next === undefined || 'table' in next) return false;
  if (continues(text, next)) return true;
  if (next.kind === 'heading' || startsEntry(next)) return false;
  if (isExplained(block) && isCodeLabel(text, next, blocks[index + 2])) return true;
  return (
    insideEntry ||
    (explains(text, block, next) &&
      !belongsToNext(text, next, blocks[index + 2], startsEntry) &&
      countWords(text.slice(next.start, next.end)) <= room)
  );
};

/** True for a paragraph that is short enough to go with a label and the code below it. */
export const isExplained = ({ kind, start, end }: MarkdownBlock): boolean =>
  kind === 'paragraph' && end - start <= MAX_INTRO;

const MAX_TERM = 120;

/** The words of a term, or the first line of a declaration in code, by which the rest of its entry is called. */
export const termOf = (text: string, block: MarkdownBlock): string | undefined => {
  const content = text.slice(block.start, block.end);
  const line = block.kind === 'code' ? content.split('\n')[1] : isTerm(content) ? content.slice(2, -2) : undefined;
  const words = line
    ?.replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replaceAll('`', '')
    .trim();
  return words === undefined || words === '' || words.length > MAX_TERM || BOX_TITLE.test(words) ? undefined : words;
};

/** A term on a line of its own; one that ends in a colon introduces a part of an entry. A paragraph in bold is none. */
const isTerm = (line: string): boolean => /^\*\*[^\n]*[^\n:：]\*\*$/.test(line) && !BOLD_PROSE.test(line);

/** A sentence of eight words or more with its full stop. */
const BOLD_PROSE = /^(?:\S+\s+){7,}\S+[.。]\*\*$/;

/**
 * The paragraphs between lists of terms that name the first term of the next list, with that term: "To open a box, use `box_open`."
 * above the declaration of `box_open`. Each begins an entry that is called by the term.
 */
export const introducedTerms = (
  text: string,
  blocks: readonly Block[],
  listEnds: ReadonlySet<number>,
): ReadonlyMap<Block, MarkdownBlock> => {
  const found = new Map<Block, MarkdownBlock>();
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    if ('table' in block || block.kind !== 'paragraph' || block.end - block.start > MAX_INTRO) continue;
    if (next === undefined || 'table' in next || next.kind !== 'paragraph') continue;
    const above = blocks[index - 1];
    const isBetween = listEnds.has(block.start) || (above !== undefined && kindOfBlock(above) === 'heading');
    const [line, term] = [text.slice(block.start, block.end), text.slice(next.start, next.end)];
    if (!isBetween || isTerm(line) || !isTerm(term)) continue;
    const name = /([\p{L}_][\p{L}\p{N}_.:-]{2,})\s*\(/u.exec(term)?.[1] ?? /^\*\*`?([^\s`]{3,})`?\*\*$/.exec(term)?.[1];
    if (name !== undefined && line.includes(name)) found.set(block, next);
  }
  return found;
};

/** An id that only counts, as generators give to every listing and its lines. */
const COUNTER = /^[a-z]*[-_]?\d+(?:[-_]\d+)*$/i;

/** Minimum share of a page's terms that links lead to before terms without such a place are parts of entries. */
const MIN_LINKED = 0.2;

/**
 * Tells where the entries of a page begin, such as the declarations of a manual or the terms of a list: at places that links
 * lead to, at terms where links lead to none or to few, and at declarations in code that the text below them explains. A long listing is
 * an example, not a declaration.
 */
export const entryStarts = (
  text: string,
  blocks: readonly Block[],
  anchors: readonly Anchor[],
): ((block: Block) => boolean) => {
  const places = new Set(anchors.map(({ start }) => start));
  const counted = new Set(anchors.flatMap(({ id, start }) => (COUNTER.test(id) ? [start] : [])));
  const terms = new Set(
    blocks.flatMap((block) =>
      !('table' in block) && block.kind === 'paragraph' && isTerm(text.slice(block.start, block.end))
        ? [block.start]
        : [],
    ),
  );
  const linked = [...terms].filter((start) => places.has(start)).length;
  const starts = linked > 0 && linked >= terms.size * MIN_LINKED ? places : new Set([...places, ...terms]);
  const declarations = declarationsOf(text, blocks);
  const examples = new Set<Block>();
  for (const [index, block] of blocks.entries())
    if (
      isCode(block) &&
      (counted.has(block.start) || block.end - block.start > MAX_INTRO || isIntroduced(text, blocks[index - 1]))
    )
      examples.add(block);
  return (block) =>
    !('table' in block) &&
    block.kind !== 'heading' &&
    (declarations.has(block) || (starts.has(block.start) && !examples.has(block)));
};

const isCode = (block: Block | undefined): block is MarkdownBlock =>
  block !== undefined && !('table' in block) && block.kind === 'code';

const isIntroduced = (text: string, before: Block | undefined): boolean =>
  before !== undefined &&
  !('table' in before) &&
  before.kind === 'paragraph' &&
  INTRODUCES.test(text.slice(before.start, before.end));

/**
 * Short code of sections that begin with some, directly below their heading, and go on in the same way: code, then the text
 * that explains it, then code again.
 */
const declarationsOf = (text: string, blocks: readonly Block[]): Set<Block> => {
  const found = new Set<Block>();
  for (let at = 0; at < blocks.length; ) {
    let end = at;
    while (end < blocks.length && kindOfBlock(blocks[end]!) !== 'heading') end++;
    const codes: Block[] = [];
    let isRegular = isCode(blocks[at]);
    for (let i = at; i < end && isRegular; i++) {
      const block = blocks[i]!;
      if (!isCode(block)) continue;
      codes.push(block);
      isRegular =
        block.end - block.start <= MAX_INTRO &&
        i + 1 < end &&
        !isCode(blocks[i + 1]) &&
        !isIntroduced(text, i > at ? blocks[i - 1] : undefined);
    }
    if (isRegular && codes.length > 1) for (const code of codes) found.add(code);
    at = end + 1;
  }
  return found;
};

const kindOfBlock = (block: Block): MarkdownBlock['kind'] => ('table' in block ? 'table' : block.kind);

/** Maximum words of an item of a list without marks and of the whole list, and minimum items. */
const MAX_ITEM_WORDS = 12;
const MAX_LIST_WORDS = 180;
const MIN_ITEMS = 3;

/**
 * Items of lists without marks but for the last of each: short lines in a row, none of them a sentence, below a line that
 * introduces or asks.
 */
export const unmarkedLists = (text: string, blocks: readonly Block[]): Set<Block> => {
  const found = new Set<Block>();
  const lineOf = (block: Block | undefined): string | undefined => {
    if (block === undefined || 'table' in block || block.kind !== 'paragraph') return undefined;
    return text.slice(block.start, block.end);
  };
  const isItem = (block: Block | undefined): boolean => {
    const line = lineOf(block);
    return line !== undefined && /[^\s.!?:：。]$/.test(line) && countWords(line) <= MAX_ITEM_WORDS && !isTerm(line);
  };
  for (let at = 0; at < blocks.length; at++) {
    const line = lineOf(blocks[at]);
    if (line === undefined || !/[:：?？]\**$/.test(line)) continue;
    let end = at + 1;
    while (isItem(blocks[end])) end++;
    const items = blocks.slice(at + 1, end);
    const size = items.reduce((sum, item) => sum + countWords(lineOf(item) ?? ''), 0);
    if (items.length >= MIN_ITEMS && size <= MAX_LIST_WORDS)
      for (const one of blocks.slice(at, end - 1)) found.add(one);
  }
  return found;
};

/**
 * The paragraphs of quotations but for the last of each: a note in a box, or what somebody said. Longer quotations are cut
 * between their paragraphs.
 */
export const shortQuotations = (text: string, blocks: readonly Block[]): Set<Block> => {
  const found = new Set<Block>();
  const isQuoted = (block: Block | undefined): block is MarkdownBlock =>
    block !== undefined && !('table' in block) && text.startsWith('>', block.start);
  for (let at = 0; at < blocks.length; at++) {
    let end = at;
    let size = 0;
    for (let block = blocks[end]; isQuoted(block); block = blocks[++end])
      size += countWords(text.slice(block.start, block.end));
    if (end > at && size <= MAX_WITH_CODE) for (const one of blocks.slice(at, end - 1)) found.add(one);
    at = Math.max(at, end - 1);
  }
  return found;
};

/** Minimum times that headings repeat before they name the parts of entries. */
export const MIN_REPEATS = 3;

/**
 * Lowers headings by one level where a section repeats the same few for each entry: "Function", "Arguments", "Description",
 * "Function", ... The first of them begins an entry, and the others belong to it.
 */
export const withPartLevels = (blocks: readonly Block[]): Block[] => {
  const lowered = new Map<Block, MarkdownBlock>();
  const sections: { level: number; headings: MarkdownBlock[] }[] = [];
  const end = () => {
    const headings = sections.pop()?.headings ?? [];
    for (const part of partsOfEntries(headings)) lowered.set(part, { ...part, level: part.level + 1, isPart: true });
  };
  for (const block of blocks) {
    if ('table' in block || block.kind !== 'heading') continue;
    while ((sections.at(-1)?.level ?? 0) > block.level) end();
    if (sections.at(-1)?.level !== block.level) sections.push({ level: block.level, headings: [] });
    sections.at(-1)?.headings.push(block);
  }
  while (sections.length > 0) end();
  return lowered.size === 0 ? [...blocks] : blocks.map((block) => lowered.get(block) ?? block);
};

/** The headings of a section that repeat, without the one that leads: it comes first, and no other comes more often. */
const partsOfEntries = (headings: readonly MarkdownBlock[]): MarkdownBlock[] => {
  const counts = new Map<string, number>();
  for (const { heading } of headings) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  const repeated = headings.filter(({ heading }) => (counts.get(heading) ?? 0) >= MIN_REPEATS);
  const leader = repeated[0]?.heading;
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 0);
  if (leader === undefined || (counts.get(leader) ?? 0) < most) return [];
  const from = headings.indexOf(repeated[0]!);
  return headings.slice(from).filter(({ heading }) => heading !== leader && (counts.get(heading) ?? 0) >= MIN_REPEATS);
};
