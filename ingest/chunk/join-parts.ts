import type { Document, PassageLink } from '../../core/document.ts';
import type { Span } from '../../core/text/sentences.ts';
import type { Anchor, TableDraft } from '../extract/page.ts';
import {
  aroundTable,
  isCaption,
  leadOf,
  notesOf,
  saysOnly,
  type TablePart,
  type Tail,
  tailOf,
} from './around-table.ts';
import { type Block, endsPart, goesOn, introduces, isCodeLabel, isExplained, withPartLevels } from './belonging.ts';
import { partsOf } from './block-parts.ts';
import type { MarkdownBlock } from './blocks.ts';
import {
  type Border,
  belongsBefore,
  bestBorder,
  type Draft,
  headingPath,
  join,
  placeOf,
  saysNothing,
  withHeading,
  withMore,
} from './draft.ts';
import { type Entry, entriesOf, nameOfList, nextEntry, termOfRest } from './entries.ts';
import { MAX_WORDS, MIN_LAST_WORDS, MIN_WORDS, TARGET_WORDS, WHOLE_WORDS } from './limits.ts';
import { resolved, withLinks } from './links.ts';
import { endsPassage, sectionWords, wholeEntries } from './sections.ts';
import { countWords } from './words.ts';

/** What is known of a page's text besides its blocks. */
interface PageMarks {
  anchors: readonly Anchor[];
  /** Where text goes on behind a list of terms, which belongs to none of them. */
  listEnds: readonly number[];
  tables: readonly TableDraft[];
}

/** A piece of a block that may begin a passage. */
type Part = Pick<Draft, 'start' | 'end' | 'words' | 'links'>;

/** Joins the blocks of a page into passages, and puts the tables between them. */
export const joinParts = (
  document: Pick<Document, 'text' | 'title' | 'url'>,
  blocks: readonly Block[],
  marks: PageMarks,
): Generator<Draft | TablePart> => new PassageJoiner(document, blocks, marks).parts();

/** Reads the blocks in order: the passage that is open grows until it is full, or until what comes belongs to the next one. */
class PassageJoiner {
  readonly #document: Pick<Document, 'text' | 'title' | 'url'>;
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #tables: readonly TableDraft[];
  readonly #entries: ReturnType<typeof entriesOf>;
  readonly #listEnds: ReadonlySet<number>;
  /** Words of each heading's section. */
  readonly #sections: readonly number[];
  /** Headings of entries that are one passage, with the last block of each. */
  readonly #whole: ReadonlyMap<Block, number>;
  /** True for a short page without headings and tables, which stays one passage. */
  readonly #isWhole: boolean;
  readonly #onlyHeadings: boolean;
  /** Where the page's first block begins, unless it is a table. */
  readonly #start: number | undefined;

  /** The headings above the current block. */
  #path: { level: number; text: string }[] = [];
  /** The passage that grows, and the one before it, to which a short rest may still be added. */
  #open: Draft | undefined;
  #closed: Draft | undefined;
  /** Set while the last part of the open passage introduces what follows: the passage without that part, and that part alone. */
  #intro: Border | undefined;
  /** Set while the last part of the open passage is a short paragraph: the passage without it, and it alone. */
  #explained: Border | undefined;
  /** Set while the open passage holds the beginning of a page's entry behind other text: the passage before it, and the entry. */
  #entry: Border | undefined;
  /** The entry that the text is in. */
  #inside: Entry | undefined;
  /** Set while the open passage ends with a paragraph. */
  #tail: Tail | undefined;
  /** True below the first passage or table of a section. */
  #sectionBegan = false;
  /** Set while the open passage ends with headings: the passage without them. They may belong to a table below. */
  #beforeHeadings: Draft | undefined;
  /** True if the last part of the open passage introduces what follows. */
  #waiting = false;
  /** The last block of the entry that is one passage, where the text is in one. */
  #entryEnd: number | undefined;
  /** The blocks that the table above them holds. */
  #notes: readonly Block[] = [];

  constructor(
    document: Pick<Document, 'text' | 'title' | 'url'>,
    given: readonly Block[],
    { anchors, listEnds, tables }: PageMarks,
  ) {
    this.#document = document;
    this.#text = document.text;
    this.#blocks = withPartLevels(given);
    this.#tables = tables;
    this.#listEnds = new Set(listEnds);
    this.#entries = entriesOf(this.#text, this.#blocks, { anchors, ends: this.#listEnds });
    this.#sections = sectionWords(this.#blocks, (span) => this.#words(span));
    this.#whole = wholeEntries(this.#blocks, {
      words: (block) => ('table' in block ? tableWords(tables[block.table]) : this.#words(block)),
      tableOf: (table) => tables[table],
    });
    this.#isWhole = !this.#blocks.some(isTableOrHeading) && countWords(this.#text) <= WHOLE_WORDS;
    const [first] = this.#blocks;
    this.#start = first === undefined || 'table' in first ? undefined : first.start;
    this.#onlyHeadings = this.#blocks.every((block) => !('table' in block) && block.kind === 'heading');
  }

  *parts(): Generator<Draft | TablePart> {
    for (const [index, block] of this.#blocks.entries()) {
      if ('table' in block) yield* this.#addTable(block, index);
      else if (this.#notes.includes(block)) continue;
      else if (block.kind === 'heading') yield* this.#addHeading(block, index);
      else yield* this.#addText(block, index);
    }
    yield* this.#close(false);
    yield* this.#release();
  }

  *#addTable(block: { table: number }, index: number): Generator<Draft | TablePart> {
    if (this.#open !== undefined && this.#entryEnd !== undefined) {
      yield* this.#addEntryWithTable(block, index, this.#entryEnd);
      return;
    }
    if (this.#open !== undefined && this.#beforeHeadings !== undefined) this.#open = this.#beforeHeadings;
    // The table's own passages begin with its caption, and with the line that introduces it.
    const caption = this.#tables[block.table]?.caption ?? '';
    if (this.#open !== undefined && saysOnly(this.#text, this.#open, caption)) this.#open = undefined;
    const above = this.#open && this.#tail && leadOf(this.#text, this.#tail);
    if (above !== undefined) this.#open = above.before;
    yield* this.#close();
    yield* this.#release();
    this.#inside = undefined;
    this.#sectionBegan = true;
    const notes = notesOf(this.#text, this.#blocks, index);
    this.#notes = notes;
    const isLead = above !== undefined && !isCaption(this.#text.slice(above.last.start, above.last.end), caption);
    const lead = isLead ? above.last : undefined;
    yield { ...block, ...aroundTable(this.#blocks, index, { lead, notes, resolve: this.#resolve }) };
  }

  /** All of an entry: what is open above its table, and the blocks below. */
  *#addEntryWithTable(block: { table: number }, index: number, last: number): Generator<Draft | TablePart> {
    const open = this.#open;
    const lead = open !== undefined && open.body > 0 ? open : undefined;
    this.#open = undefined;
    yield* this.#close();
    yield* this.#release();
    this.#inside = undefined;
    this.#sectionBegan = true;
    const notes = this.#blocks.slice(index + 1, last + 1).flatMap((one) => ('table' in one ? [] : [one]));
    this.#notes = notes;
    const around = aroundTable(this.#blocks, index, { lead, notes, resolve: this.#resolve });
    yield { ...block, ...around, ...(open && { headings: open.headings }) };
  }

  *#addHeading(block: MarkdownBlock, index: number): Generator<Draft> {
    this.#forget();
    const last = this.#whole.get(block);
    const isPart = last === undefined && index <= (this.#entryEnd ?? -1);
    if (!isPart) this.#entryEnd = last;
    this.#inside = undefined;
    const open = this.#open;
    // A page of headings alone is cut as well.
    const isFull = open !== undefined && open.body === 0 && open.words > TARGET_WORDS;
    const own = open !== undefined && this.#isTitle(open) ? { ...open, level: open.level - 1 } : open;
    const ends =
      own !== undefined &&
      own.body > 0 &&
      !isPart &&
      (last !== undefined || endsPassage(own, block, this.#sections[index] ?? 0));
    if (isFull || ends) yield* this.#close();
    this.#sectionBegan = false;
    const above = this.#path.filter((heading) => heading.level < block.level);
    this.#path = [...above, { level: block.level, text: block.heading }];
    const headings = headingPath(this.#path, this.#document.title);
    if (this.#open !== undefined && this.#open.body > 0) this.#beforeHeadings ??= this.#open;
    this.#open = withHeading(this.#open, { ...this.#partOf(block), headings, body: 0, level: block.level });
  }

  *#addText(block: MarkdownBlock, index: number): Generator<Draft> {
    if (this.#listEnds.has(block.start)) this.#inside = undefined;
    const next = this.#blocks[index + 1];
    const { startsEntry, leadsOn } = this.#entries;
    const list = nameOfList(this.#text, this.#blocks[index - 1], block);
    const parts = withLinks(this.#text, block, this.#isWhole ? [block] : partsOf(this.#text, block, next));
    for (const [nth, piece] of parts.entries()) {
      const own = this.#partOf(piece);
      const starts = nth === 0 && !this.#waiting && startsEntry(block);
      const most = nth === 0 && endsPart(this.#text, this.#blocks[index - 1], block) ? WHOLE_WORDS : MAX_WORDS;
      yield* this.#makeRoom(own, { starts, most });
      // The rest of an entry ends where the next one begins.
      if (starts && this.#open?.entryTerm !== undefined) yield* this.#close();
      const before = this.#open;
      const fresh = this.#begin(own, { starts, list: nth === 0 ? undefined : list });
      const open = before === undefined ? fresh : { ...join(before, own), body: before.body + own.words };
      this.#open = open;
      const isLast = nth === parts.length - 1;
      const waits = introduces(this.#text.slice(own.start, own.end)) || (isLast && leadsOn(block, next));
      this.#rememberIntro(own, { before, fresh, waits, block, next });
      this.#rememberEntry(own, { before, fresh, block, starts });
      const beforeHeadings = this.#beforeHeadings;
      const tail = tailOf({ text: this.#text, tail: this.#tail, own, before, beforeHeadings });
      // Code or a list belongs to a table below with all of its short section, and never alone.
      this.#tail = block.kind === 'paragraph' || tail.section !== undefined ? tail : undefined;
      this.#beforeHeadings = undefined;
      const isFull = !this.#isWhole && this.#entryEnd === undefined && open.words >= TARGET_WORDS && !waits;
      const around = { startsEntry, insideEntry: this.#inside !== undefined, room: WHOLE_WORDS - open.words };
      if (isFull && !goesOn(this.#text, this.#blocks, index, around)) yield* this.#close();
    }
  }

  /** Closes the open passage where a part no longer fits into it, at the best border inside of it. */
  *#makeRoom({ words }: Part, { starts, most }: { starts: boolean; most: number }): Generator<Draft> {
    const open = this.#open;
    if (this.#isWhole || open === undefined || open.body < MIN_WORDS || open.words + words <= most) return;
    const border = starts ? this.#intro : bestBorder(this.#intro, this.#entry, words);
    const isEntry = border !== undefined && border === this.#entry;
    // Without a border, the line that introduces this part stands behind a few words, and all stay together.
    if (border === undefined && this.#waiting) return;
    if (border !== undefined) this.#open = border.before;
    yield* this.#close();
    this.#open = border && { ...border.fresh, isRest: this.#path.length > 0 };
    // An entry that is longer than a passage begins one, and goes on in the next.
    if (isEntry && border.fresh.words + words > MAX_WORDS) yield* this.#close();
  }

  /** A passage that begins with a part: the beginning of an entry, the rest of one, or of a list. */
  #begin(own: Part, { starts, list }: { starts: boolean; list: string | undefined }): Draft {
    return {
      ...own,
      body: own.words,
      ...placeOf(this.#path, this.#document.title, this.#sectionBegan),
      entryTerm: starts ? undefined : (termOfRest(this.#inside) ?? list),
    };
  }

  /** A term, then the line that introduces its example: both belong to what follows, as does what a label of code is about. */
  #rememberIntro(
    own: Part,
    {
      before,
      fresh,
      waits,
      block,
      next,
    }: { before?: Draft; fresh: Draft; waits: boolean; block: MarkdownBlock; next: Block | undefined },
  ): void {
    const explained = this.#explained;
    const border = before !== undefined && before.body >= MIN_LAST_WORDS ? { before, fresh } : undefined;
    this.#waiting = waits;
    this.#explained = waits || !isExplained(block) ? undefined : border;
    if (!waits || before === undefined) this.#intro = undefined;
    else if (this.#intro !== undefined) this.#intro = withMore(this.#intro, own);
    else if (explained !== undefined && isCodeLabel(this.#text, block, next)) this.#intro = withMore(explained, own);
    else this.#intro = border;
  }

  #rememberEntry(
    own: Part,
    { before, fresh, block, starts }: { before?: Draft; fresh: Draft; block: MarkdownBlock; starts: boolean },
  ): void {
    if (starts) {
      this.#inside = nextEntry(this.#inside, this.#text, this.#entries.introduced.get(block) ?? block);
      this.#entry = before !== undefined && before.body >= MIN_WORDS ? { before, fresh } : undefined;
    } else if (this.#entry !== undefined) this.#entry = withMore(this.#entry, own);
  }

  /** Ends the open passage. @param more whether blocks follow */
  *#close(more = true): Generator<Draft> {
    this.#forget();
    this.#beforeHeadings = undefined;
    const draft = this.#open;
    if (draft === undefined) return;
    this.#open = undefined;
    this.#sectionBegan = true;
    if (saysNothing(this.#text, draft, this.#onlyHeadings)) return;
    if (this.#closed !== undefined && belongsBefore(this.#closed, draft, !more)) {
      this.#closed = join(this.#closed, draft);
      return;
    }
    yield* this.#release();
    this.#closed = draft;
  }

  /** Hands out the closed passage, to which nothing is added any more. */
  *#release(): Generator<Draft> {
    if (this.#closed !== undefined) yield this.#closed;
    this.#closed = undefined;
  }

  #forget(): void {
    this.#intro = undefined;
    this.#explained = undefined;
    this.#entry = undefined;
    this.#tail = undefined;
    this.#waiting = false;
  }

  /** True for what stands below a page's title alone. Some generators write the title with the level of the sections. */
  #isTitle({ start }: Draft): boolean {
    const [first, ...others] = this.#path;
    return start === this.#start && others.length === 0 && first !== undefined && first.text === this.#document.title;
  }

  #words({ start, end }: Span): number {
    return countWords(this.#text.slice(start, end));
  }

  #partOf(piece: Span & { links: readonly PassageLink[] }): Part {
    return { start: piece.start, end: piece.end, words: this.#words(piece), links: piece.links.map(this.#resolve) };
  }

  readonly #resolve = (link: PassageLink): PassageLink => resolved(link, this.#document.url);
}

/** Words in the cells of a table. */
const tableWords = (table: TableDraft | undefined): number =>
  table === undefined ? 0 : countWords([...table.columns, ...table.rows].flat().join(' '));

const isTableOrHeading = (block: Block): boolean => 'table' in block || block.kind === 'heading';
