import type { Document, Passage, PassageLink, Table } from '../../core/document.ts';
import { tablePieces } from '../../core/tables/markdown.ts';
import { type Span, splitSentences } from '../../core/text/sentences.ts';
import type { Anchor, TableDraft } from '../extract/page.ts';
import {
  type Block,
  belongsToNext,
  endsPart,
  entryStarts,
  goesOn,
  INTRODUCES,
  introducedTerms,
  introduces,
  introducesTable,
  isSeeAlso,
  MAX_INTRO,
  MAX_WITH_CODE,
  termOf,
  unmarkedLists,
  withPartLevels,
} from './belonging.ts';
import { type MarkdownBlock, markdownBlocks, textBlocks } from './blocks.ts';
import { cutBlock } from './cut.ts';
import { countWords } from './words.ts';

/** Target number of words of a passage: a small encoder reads them completely (256 tokens), and they are enough to answer from. */
const TARGET_WORDS = 180;
/** Maximum words of a passage. A part that would exceed it starts the next passage. */
const MAX_WORDS = 250;
/** Sections with fewer words are joined with the next one. */
const MIN_WORDS = 50;
/** A page's last section with fewer words is joined with the passage before it. */
const MIN_LAST_WORDS = 20;
/** Maximum words of a page without headings and tables that stays one passage, like a row of a retrieval corpus. */
const WHOLE_WORDS = 300;
/** Maximum characters of a table passage. Longer tables are cut between rows. */
const TABLE_CHARACTERS = 1800;

/** The fields of a document on which its passages depend. */
export type ChunkInput = Pick<Document, 'id' | 'title' | 'text' | 'scopes' | 'url' | 'updatedAt'>;

export interface ChunkOptions {
  /** Data tables of the text with their offsets. Their rows become passages of kind `table`. */
  tables?: readonly TableDraft[];
  /** Anchors of the page that a passage's link can lead to, in the order of the text. */
  anchors?: readonly Anchor[];
  /** Where text goes on behind a list of terms, which belongs to none of them. */
  listEnds?: readonly number[];
  /** `text` if the text contains no Markdown. */
  format?: 'markdown' | 'text';
}

/**
 * Splits a document into passages at headings and paragraphs, and gives its tables their ids.
 *
 * Lists, code and paragraphs stay whole unless one alone is longer than a passage may be. Then lists are cut between items, code
 * between lines, and paragraphs between groups of sentences (Hybrid RAG, "Text Chunks Processing"). Short sections are joined
 * with the next one, and their headings stay in the text. For kind `text`, `text === document.text.slice(start, end)`.
 */
export const chunkDocument = (
  document: ChunkInput,
  { tables = [], anchors = [], listEnds = [], format = 'markdown' }: ChunkOptions = {},
): { passages: Passage[]; tables: Table[] } => {
  const passages: Passage[] = [];
  const linkTo = placeLinks(document.url, anchors);
  const named = tables.map((draft, index) => toTable(document, draft, index));
  const add = (part: Pick<Passage, 'kind' | 'headings' | 'text' | 'start' | 'end' | 'links' | 'tableId'>) =>
    passages.push({
      id: `${document.id}#${passages.length}`,
      documentId: document.id,
      ordinal: passages.length,
      title: document.title,
      scopes: document.scopes,
      url: linkTo(part.start),
      updatedAt: document.updatedAt,
      ...part,
    });
  for (const part of joinParts(document, blocksAround(document.text, tables, format), { anchors, listEnds, tables })) {
    if ('table' in part) {
      const table = named[part.table]!;
      const draft = tables[part.table]!;
      const pieces = tablePieces(
        { ...table, caption: table.caption || (table.headings.at(-1) ?? '') },
        { title: document.title, limit: TABLE_CHARACTERS },
      ).map(({ text }) => text);
      const links = linksOf(pieces, draft.links);
      const { lead, note } = part;
      for (const [piece, rows] of pieces.entries()) {
        const isFirst = piece === 0 && lead !== undefined;
        const isLast = piece === pieces.length - 1 && note !== undefined;
        const led = isFirst ? withLead(rows, document.text.slice(lead.start, lead.end)) : rows;
        add({
          kind: 'table',
          headings: table.headings,
          text: isLast ? `${led}\n\n${document.text.slice(note.start, note.end)}` : led,
          start: isFirst ? lead.start : draft.start,
          end: isLast ? note.end : draft.end,
          links: [...(isFirst ? lead.links : []), ...(links[piece] ?? []), ...(isLast ? note.links : [])],
          tableId: table.id,
        });
      }
    } else {
      const headings = part.entryTerm === undefined ? part.headings : [...part.headings, part.entryTerm];
      add({ ...part, headings, kind: 'text', text: document.text.slice(part.start, part.end) });
    }
  }
  return { passages, tables: named };
};

/** Returns a function from an offset to the link of the nearest anchor at or above it, or of the page above the first anchor. */
const placeLinks = (url: string | undefined, anchors: readonly Anchor[]): ((start: number) => string | undefined) => {
  if (url === undefined || anchors.length === 0) return () => url;
  const page = url.replace(/#.*$/, '');
  return (start) => {
    if (start === 0) return url;
    const near = anchors.findLast((anchor) => anchor.start <= start);
    return near === undefined ? url : `${page}#${encodeURI(near.id)}`;
  };
};

const toTable = (
  document: ChunkInput,
  { caption, headings, columns, rows, types }: TableDraft,
  index: number,
): Table => ({
  id: `${document.id}#table-${index}`,
  documentId: document.id,
  caption,
  headings: headings.filter((heading, i) => i > 0 || heading !== document.title),
  columns,
  rows,
  types,
  scopes: document.scopes,
});

/** Puts the line that introduces a table between its name and its rows. */
const withLead = (piece: string, lead: string): string => {
  const rows = piece.startsWith('|') ? 0 : piece.indexOf('\n\n') + 2;
  return `${piece.slice(0, rows)}${lead}\n\n${piece.slice(rows)}`;
};

/** Splits the text between the tables into blocks, and puts the tables between them. */
const blocksAround = (text: string, tables: readonly TableDraft[], format: 'markdown' | 'text'): Block[] => {
  const read = format === 'text' ? textBlocks : markdownBlocks;
  const places = tables.map((draft, table) => ({ ...draft, table })).sort((a, b) => a.start - b.start);
  const blocks: Block[] = [];
  let at = 0;
  for (const end of [...places.map((place) => place.start), text.length]) {
    const gap = text.slice(at, end);
    if (gap.trim() !== '')
      for (const block of read(gap)) blocks.push({ ...block, start: block.start + at, end: block.end + at });
    const place = places.shift();
    if (place !== undefined) {
      blocks.push({ table: place.table });
      at = place.end;
    }
  }
  return blocks;
};

/** An unfinished passage. */
interface Draft extends Span {
  headings: string[];
  words: number;
  links: PassageLink[];
  /** Number of words below its headings. A draft of headings only is joined with what follows. */
  body: number;
  level: number;
  /** The term or declaration of the entry whose beginning is in a passage before it. */
  entryTerm?: string;
  /** Set if it is the rest of a section whose beginning is in a passage or table before it. */
  isRest?: boolean;
}

/** The paragraph at the end of a draft: the draft without it, and where it is. */
interface Paragraphs {
  before?: Draft;
  last: Span;
}

/** The last paragraph, and all of the section if there is nothing else in it and it has only few words. */
interface Tail extends Paragraphs {
  section?: Paragraphs;
}

const tailOf = ({
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

/** Maximum words of a section above a table that are part of the table's passage. */
const MAX_LEAD_WORDS = 50;

/** What introduces a table below it: all of its section, if that is short, or else a paragraph that says so. */
const leadOf = (text: string, tail: Tail): Paragraphs | undefined =>
  tail.section ?? (introducesTable(text.slice(tail.last.start, tail.last.end)) ? tail : undefined);

/** An entry of a list: its term or declaration, where it starts, and how many came before it in the section. */
interface Entry {
  term?: string;
  start: number;
  before: number;
  /** Words of the longest before it. */
  longest: number;
}

const nextEntry = (last: Entry | undefined, text: string, block: MarkdownBlock): Entry => ({
  term: termOf(text, block),
  start: block.start,
  before: last === undefined ? 0 : last.before + 1,
  longest: last === undefined ? 0 : Math.max(last.longest, countWords(text.slice(last.start, block.start))),
});

/** Minimum short entries from which a long last one is the text behind the list. */
const MIN_SHORT = 3;

/** The term of an entry whose rest begins a passage. What goes on behind a list of short entries belongs to none of them. */
const termOfRest = (entry: Entry | undefined): string | undefined =>
  entry === undefined || (entry.before >= MIN_SHORT && entry.longest < MIN_WORDS) ? undefined : entry.term;

/** A table's place, with what says nothing without it: the line above that introduces it, and a few words below it. */
interface TablePart {
  table: number;
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
const aroundTable = (
  blocks: readonly Block[],
  index: number,
  { lead, note, resolve }: { lead?: Span; note?: MarkdownBlock; resolve: (link: PassageLink) => PassageLink },
): Omit<TablePart, 'table'> => ({
  ...(lead && { lead: { ...lead, links: linksAbove(blocks, index, lead.start).map(resolve) } }),
  ...(note && { note: { ...note, links: note.links.map(resolve) } }),
});

/** The few words below a table with which its section ends. */
const noteOf = (text: string, below: Block | undefined, next: Block | undefined): MarkdownBlock | undefined =>
  below !== undefined &&
  !('table' in below) &&
  below.kind === 'paragraph' &&
  (next === undefined || (!('table' in next) && next.kind === 'heading')) &&
  countWords(text.slice(below.start, below.end)) < MIN_LAST_WORDS
    ? below
    : undefined;

/** Where entries begin, the paragraphs that introduce one with its term, and which blocks say little without the next one. */
const entriesOf = (
  text: string,
  blocks: readonly Block[],
  { anchors, ends }: { anchors: readonly Anchor[]; ends: ReadonlySet<number> },
) => {
  const introduced = introducedTerms(text, blocks, ends);
  const introducedOnes = new Set<Block>(introduced.values());
  const isStart = entryStarts(text, blocks, anchors);
  const startsEntry = (block: Block) => introduced.has(block) || (isStart(block) && !introducedOnes.has(block));
  const listed = unmarkedLists(text, blocks);
  const leadsOn = (block: MarkdownBlock, next: Block | undefined) =>
    belongsToNext(text, block, next, startsEntry) || listed.has(block) || introduced.has(block);
  return { introduced, startsEntry, leadsOn };
};

const joinParts = function* (
  document: ChunkInput,
  given: readonly Block[],
  { anchors, listEnds, tables }: Required<Pick<ChunkOptions, 'anchors' | 'listEnds' | 'tables'>>,
): Generator<Draft | TablePart> {
  const text = document.text;
  const blocks = withPartLevels(given);
  const ends = new Set(listEnds);
  const { introduced, startsEntry, leadsOn } = entriesOf(text, blocks, { anchors, ends });
  const words = (span: Span) => countWords(text.slice(span.start, span.end));
  const whole = blocks.every((block) => !isTableOrHeading(block)) && countWords(text) <= WHOLE_WORDS;
  const onlyHeadings = blocks.every((block) => !('table' in block) && block.kind === 'heading');
  const resolve = (link: PassageLink) => resolved(link, document.url);
  let path: { level: number; text: string }[] = [];
  let open: Draft | undefined;
  let closed: Draft | undefined;
  /** Set while the last part of `open` introduces what follows: `open` without that part, and that part alone. */
  let intro: Border | undefined;
  /** Set while `open` holds the beginning of a page's entry behind other text: `open` before the entry, and the entry. */
  let entry: Border | undefined;
  /** The entry that the text is in. */
  let inside: Entry | undefined;
  /** Set while `open` ends with a paragraph. */
  let tail: Tail | undefined;
  /** True below the first passage or table of a section. */
  let sectionBegan = false;
  /** Set while `open` ends with headings: `open` without them. They may belong to a table below. */
  let beforeHeadings: Draft | undefined;
  /** True if the last part of `open` introduces what follows. */
  let waiting = false;
  /** The block that the table above it holds. */
  let note: MarkdownBlock | undefined;
  const forget = () => {
    intro = undefined;
    entry = undefined;
    tail = undefined;
    waiting = false;
  };
  const close = function* (more = true) {
    forget();
    beforeHeadings = undefined;
    if (open === undefined) return;
    const draft = open;
    open = undefined;
    sectionBegan = true;
    if (saysNothing(text, draft, onlyHeadings)) return;
    if (closed !== undefined && belongsBefore(closed, draft, !more)) {
      Object.assign(closed, join(closed, draft));
      return;
    }
    if (closed !== undefined) yield closed;
    closed = draft;
  };
  const sections = sectionWords(blocks, words);
  for (const [index, block] of blocks.entries()) {
    if ('table' in block) {
      if (open !== undefined && beforeHeadings !== undefined) open = beforeHeadings;
      // The table's own passages begin with its caption, and with the line that introduces it.
      const caption = tables[block.table]?.caption ?? '';
      if (open !== undefined && saysOnly(text, open, caption)) open = undefined;
      const above = open && tail && leadOf(text, tail);
      const lead = above?.last;
      if (above !== undefined) open = above.before;
      yield* close();
      if (closed !== undefined) yield closed;
      closed = undefined;
      inside = undefined;
      sectionBegan = true;
      note = noteOf(text, blocks[index + 1], blocks[index + 2]);
      const isLead = lead !== undefined && !isCaption(text.slice(lead.start, lead.end), caption);
      yield { ...block, ...aroundTable(blocks, index, { lead: isLead ? lead : undefined, note, resolve }) };
      continue;
    }
    if (block === note) continue;
    if (block.kind === 'heading') {
      forget();
      inside = undefined;
      // A page of headings alone is cut as well.
      const isFull = open !== undefined && open.body === 0 && open.words > TARGET_WORDS;
      if (isFull || (open !== undefined && open.body > 0 && endsPassage(open, block, sections[index] ?? 0)))
        yield* close();
      sectionBegan = false;
      path = [...path.filter((heading) => heading.level < block.level), { level: block.level, text: block.heading }];
      const headings = headingPath(path, document.title);
      const own = { start: block.start, end: block.end, words: words(block), links: block.links.map(resolve) };
      if (open !== undefined && open.body > 0) beforeHeadings ??= open;
      open = withHeading(open, { ...own, headings, body: 0, level: block.level });
      continue;
    }
    if (ends.has(block.start)) inside = undefined;
    const next = blocks[index + 1];
    const parts = withLinks(text, block, whole ? [block] : partsOf(text, block, next));
    for (const [nth, part] of parts.entries()) {
      const count = words(part);
      const starts = nth === 0 && !waiting && startsEntry(block);
      const most = nth === 0 && endsPart(text, blocks[index - 1], block) ? WHOLE_WORDS : MAX_WORDS;
      if (!whole && open !== undefined && open.body >= MIN_WORDS && open.words + count > most) {
        const border = starts ? intro : bestBorder(intro, entry, count);
        const isEntry = border !== undefined && border === entry;
        // Without a border, the line that introduces this part stands behind a few words, and all stay together.
        if (border !== undefined || !waiting) {
          if (border !== undefined) open = border.before;
          yield* close();
          open = border && { ...border.fresh, isRest: path.length > 0 };
          // An entry that is longer than a passage begins one, and goes on in the next.
          if (isEntry && border.fresh.words + count > MAX_WORDS) yield* close();
        }
      }
      // The rest of an entry ends where the next one begins.
      if (starts && open?.entryTerm !== undefined) yield* close();
      const own = { start: part.start, end: part.end, words: count, links: part.links.map(resolve) };
      const entryTerm = starts ? undefined : termOfRest(inside);
      const fresh = { ...own, body: count, ...placeOf(path, document.title, sectionBegan), entryTerm };
      const before: Draft | undefined = open;
      open = before === undefined ? fresh : { ...join(before, own), body: before.body + count };
      const isLast = nth === parts.length - 1;
      const waits: boolean = introduces(text.slice(part.start, part.end)) || (isLast && leadsOn(block, next));
      waiting = waits;
      // A term, then the line that introduces its example: both belong to what follows.
      if (!waits || before === undefined) intro = undefined;
      else if (intro !== undefined) intro = withMore(intro, own);
      else if (before.body >= MIN_LAST_WORDS) intro = { before, fresh };
      if (starts) {
        inside = nextEntry(inside, text, introduced.get(block) ?? block);
        entry = before !== undefined && before.body >= MIN_WORDS ? { before, fresh } : undefined;
      } else if (entry !== undefined) entry = withMore(entry, own);
      tail = block.kind === 'paragraph' ? tailOf({ text, tail, own, before, beforeHeadings }) : undefined;
      beforeHeadings = undefined;
      const isFull = !whole && open.words >= TARGET_WORDS && !waits;
      const around = { startsEntry, insideEntry: inside !== undefined, room: WHOLE_WORDS - open.words };
      if (isFull && !goesOn(text, blocks, index, around)) yield* close();
    }
  }
  yield* close(false);
  if (closed !== undefined) yield closed;
};

/**
 * True for headings with nothing below them, which the passages of a table below have as their headings, and for signs alone,
 * such as the brace behind a table of a structure's fields.
 */
const saysNothing = (text: string, { start, end, body, words }: Draft, onlyHeadings: boolean): boolean =>
  (body === 0 && !onlyHeadings && words <= TARGET_WORDS) ||
  !/[\p{L}\p{N}\p{S}]/u.test(text.slice(start, end).replaceAll('`', ''));

const isTableOrHeading = (block: Block): boolean => 'table' in block || block.kind === 'heading';

/** Adds a heading to a draft. Behind text of another section, the draft is below what both have above them. */
const withHeading = (open: Draft | undefined, heading: Draft): Draft => {
  if (open === undefined) return heading;
  const { headings, level } = heading;
  const joined = join(open, heading);
  if (open.body === 0) return { ...joined, headings, level };
  return { ...joined, headings: commonPath(open.headings, headings), level: Math.min(open.level, level) };
};

/**
 * Whether a draft is joined with the passage before it: a short rest with the same headings, or a page's last section of a few
 * words, which has no next section to be joined with.
 */
const belongsBefore = (closed: Draft, draft: Draft, isLast: boolean): boolean =>
  samePath(closed, draft)
    ? draft.body < MIN_WORDS &&
      (closed.entryTerm === undefined || closed.entryTerm === draft.entryTerm) &&
      closed.words + draft.words <= WHOLE_WORDS
    : isLast &&
      draft.body < MIN_LAST_WORDS &&
      closed.words + draft.words <= MAX_WORDS &&
      commonPath(closed.headings, draft.headings).length === closed.headings.length;

/**
 * The parts into which a block may be cut. The last sentence of a long paragraph is one if it introduces what follows: by its
 * end, or because code follows.
 */
const partsOf = (text: string, block: MarkdownBlock, next: Block | undefined): Span[] => {
  const parts = cutBlock(text, block, { target: TARGET_WORDS, max: MAX_WORDS });
  const last = parts.at(-1);
  const isProse = block.kind === 'paragraph' || block.kind === 'list';
  if (!isProse || last === undefined || last.end - last.start <= MAX_INTRO) return parts;
  const words = text.slice(last.start, last.end);
  const isAboveCode =
    block.kind === 'paragraph' &&
    next !== undefined &&
    !('table' in next) &&
    next.kind === 'code' &&
    countWords(text.slice(block.start, next.end)) > MAX_WITH_CODE;
  const isAboveTable = next !== undefined && 'table' in next;
  const sentence =
    isAboveCode || isAboveTable || INTRODUCES.test(words.trimEnd()) ? splitSentences(words).at(-1) : undefined;
  if (sentence === undefined || sentence.start === 0) return parts;
  if (isAboveTable && !introducesTable(words.slice(sentence.start, sentence.end))) return parts;
  const start = last.start + sentence.start;
  const before = text.slice(last.start, start).trimEnd();
  return [...parts.slice(0, -1), { start: last.start, end: last.start + before.length }, { start, end: last.end }];
};

/** The parts of a block, each with its links. */
const withLinks = (text: string, block: MarkdownBlock, parts: readonly Span[]): (Span & { links: PassageLink[] })[] => {
  if (parts[0] === block) return [block];
  const pieces = parts.map((part) => text.slice(part.start, part.end));
  const links = linksOf(pieces, block.links);
  return parts.map((part, i) => ({ ...part, links: links[i] ?? [] }));
};

/** A place inside of a passage in the making where it may be cut: what stands before it, and what behind. */
interface Border {
  before: Draft;
  fresh: Draft;
}

const withMore = ({ before, fresh }: Border, own: Pick<Draft, 'end' | 'words' | 'links'>): Border => ({
  before,
  fresh: { ...join(fresh, own), body: fresh.body + own.words },
});

/** Where to cut before a part of `count` words that no longer fits: before the entry that it belongs to, if that fits whole. */
const bestBorder = (intro: Border | undefined, entry: Border | undefined, count: number): Border | undefined => {
  if (entry !== undefined && entry.fresh.words + count <= MAX_WORDS) return entry;
  return intro ?? (entry !== undefined && entry.fresh.body >= MIN_WORDS ? entry : undefined);
};

/** The place of a passage that begins here. */
const placeOf = (
  path: readonly { level: number; text: string }[],
  title: string,
  sectionBegan: boolean,
): Pick<Draft, 'headings' | 'level' | 'isRest'> => ({
  headings: headingPath(path, title),
  level: path.at(-1)?.level ?? 0,
  isRest: sectionBegan && path.length > 0,
});

const resolved = ({ href, text }: PassageLink, page: string | undefined): PassageLink => ({
  href: URL.canParse(href, page) ? new URL(href, page).href : href,
  text,
});

/** True if a draft holds nothing but headings and this caption, which may be emphasised. */
const saysOnly = (text: string, { start, end, body }: Draft, caption: string): boolean =>
  caption !== '' && body === countWords(caption) && plainLine(text.slice(start, end)).endsWith(plainLine(caption));

const plainLine = (line: string): string => line.replaceAll('\\', '').replace(/[\s*_:：]+$/, '');

/** True for a line with the words of a table's caption. */
const isCaption = (line: string, caption: string): boolean =>
  caption !== '' && plainLine(line.replace(/^[\s*_]+/, '')) === plainLine(caption);

/** Number of words of each heading's section with its subsections; infinite if it contains a table, which has its own passages. */
const sectionWords = (blocks: readonly Block[], words: (span: Span) => number): number[] => {
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
const endsPassage = (open: Draft, { level, isPart, heading }: MarkdownBlock, section: number): boolean => {
  // Links to other pages say nothing without what they are about.
  if (isSeeAlso(heading) && section < MIN_WORDS && level >= open.level) return open.words + section > WHOLE_WORDS;
  if (level < open.level || (open.isRest && level <= open.level)) return true;
  // "Returns" below a function belongs to it, not to the function that comes next.
  const belongs = level > open.level && open.headings.length > 0 && (section < MIN_WORDS || isPart === true);
  if (belongs) return open.words + section > MAX_WORDS;
  // A short section is joined with the next one, unless the next one would then be cut.
  return open.body >= MIN_WORDS || (section >= MIN_WORDS && section <= MAX_WORDS && open.words + section > MAX_WORDS);
};

/** Maximum comparisons of pieces with links. If there are more, each piece is not searched for each link. */
const MAX_COMPARISONS = 100_000;
/** Number of links to try after one whose words are not found, for instance because of formatting between them. */
const LOOK_AHEAD = 20;

/**
 * Finds the links of each piece by their words. If there are many of both, each link belongs to the first piece with its words,
 * because links are in the order of the text.
 */
const linksOf = (pieces: readonly string[], links: readonly PassageLink[]): PassageLink[][] => {
  if (pieces.length * links.length <= MAX_COMPARISONS)
    return pieces.map((piece) => links.filter((link) => piece.includes(link.text)));
  let next = 0;
  return pieces.map((piece) => {
    const found: PassageLink[] = [];
    let from = 0;
    for (let i = next; i < links.length && i < next + LOOK_AHEAD; i++) {
      const link = links[i];
      const at = link === undefined ? -1 : piece.indexOf(link.text, from);
      if (link === undefined || at === -1) continue;
      found.push(link);
      from = at + link.text.length;
      next = i + 1;
    }
    return found;
  });
};

const join = <T extends Pick<Draft, 'end' | 'words' | 'links'>>(
  open: T,
  next: Pick<Draft, 'end' | 'words' | 'links'>,
): T => ({
  ...open,
  end: next.end,
  words: open.words + next.words,
  links: [...open.links, ...next.links],
});

/** Headings without the page's title, which every passage has as a field. */
const headingPath = (path: readonly { text: string }[], title: string): string[] =>
  path.map(({ text }) => text).filter((text, i) => text !== '' && (i > 0 || text !== title));

const commonPath = (a: readonly string[], b: readonly string[]): string[] => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
};

const samePath = (a: Draft, b: Draft): boolean =>
  a.headings.length === b.headings.length && commonPath(a.headings, b.headings).length === a.headings.length;
