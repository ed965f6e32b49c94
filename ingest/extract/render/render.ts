import type { HtmlTable } from '../../tables/html.ts';
import type { Block } from '../blocks.ts';
import { closest, type Element, elementsNamed, isTag, type ParentNode } from '../dom.ts';
import type { Anchor, ExtractedPage, TableDraft } from '../page.ts';
import { headedBlocks, headLine, isCodeBlock, isCodeLines, isLines, linesOf, plainLine } from './block-lines.ts';
import { laidOutItems, markerOf, type Place, placeOf } from './block-place.ts';
import { boldHeadings } from './bold-headings.ts';
import { settledLevels } from './heading-levels.ts';
import { escapeStart, inlineMarkdown } from './inline-markdown.ts';
import { layoutQuotes } from './layout-quotes.ts';
import { partNames } from './named-parts.ts';
import { withNoteMarks } from './note-marks.ts';

/** Maximum anchors of one page. */
const MAX_ANCHORS = 5000;

/**
 * Writes blocks as Markdown and as plain text. A data table is written once, at its first kept block.
 *
 * @param appendix tables that are kept although the text around them is not. They are added to the end of the Markdown only.
 * @returns tables with their offsets in the Markdown and the headings above them, without tables of which no block is kept
 */
export const renderBlocks = (
  given: readonly Block[],
  tables: ReadonlyMap<Element, HtmlTable>,
  resolve: (href: string) => string | undefined,
  appendix: readonly HtmlTable[] = [],
): Required<Pick<ExtractedPage, 'markdown' | 'text' | 'tables' | 'anchors' | 'listEnds'>> => {
  const blocks = withNoteMarks(given);
  const drafts: TableDraft[] = [];
  const anchors: Anchor[] = [];
  const listEnds: number[] = [];
  const note = (block: Block) => {
    if (block.anchor !== undefined && anchors.length < MAX_ANCHORS)
      anchors.push({ id: block.anchor, start: markdown.length });
  };
  const layout = { items: laidOutItems(blocks), quotes: layoutQuotes(blocks, isCodeBlock) };
  const labels = entryLabels(blocks);
  const bold = boldHeadings(blocks);
  const headed = headedBlocks(blocks);
  const found = blocks.flatMap((block) => {
    const level =
      block.table === undefined && hasHeading(block) && !labels.has(block) ? placeOf(block, layout).heading : 0;
    return level > 0 ? [{ block, level }] : [];
  });
  const settled = settledLevels(found);
  const all = new Map(found.map(({ block, level }) => [block, settled.get(block) ?? level]));
  const levels = new Map([...settled, ...partNames(blocks, all)]);
  const lines: string[] = [];
  const written = new Set<Element>();
  let markdown = '';
  let headings: { level: number; text: string }[] = [];
  let previous: { block: Block; place: Place } | undefined;
  let below: string | undefined;
  for (const block of blocks) {
    if (block.table !== undefined) {
      const table = tables.get(block.table);
      if (table === undefined || written.has(block.table)) continue;
      written.add(block.table);
      if (markdown !== '') markdown += '\n\n';
      const caption = table.caption || captionBefore(previous?.block);
      const start = markdown.length;
      note(block);
      // A caption may also be a paragraph. If it is above the table, it has been written already.
      const said = table.caption === '' || previous?.block.text === table.caption;
      if (!said) markdown += `*${table.caption}*\n\n`;
      markdown += table.markdown;
      drafts.push({
        ...table,
        caption,
        headings: headings.map((heading) => heading.text),
        start,
        end: markdown.length,
      });
      if (!said) lines.push(table.caption);
      const header = table.columns.map((path) => path.join(' ')).join('\t');
      if (header.trim() !== '') lines.push(header);
      for (const row of table.rows) lines.push(row.join('\t'));
      previous = undefined;
      below = table.caption || undefined;
      continue;
    }
    // The text below a table in a figure is its caption, which has been written above it.
    if (below !== undefined && block.text === below && isCaption(block)) continue;
    below = undefined;
    const own = placeOf(block, layout);
    const place = labels.has(block)
      ? { ...own, heading: 0, term: true }
      : { ...own, heading: bold.has(block) ? BOLD_LEVEL : (levels.get(block) ?? own.heading) };
    lines.push(block.text);
    const separator = markdown === '' ? '' : tight(previous, block, place) ? '\n' : '\n\n';
    markdown += separator;
    note(block);
    if (previous !== undefined && isInTerms(previous.block) && !isInTerms(block)) listEnds.push(markdown.length);
    const parts = headed.has(block) && isPlain(place) ? headLine(block) : undefined;
    if (parts !== undefined) markdown += `**${inlineMarkdown(parts.head, resolve, true)}**\n\n`;
    const body = parts === undefined ? block : { ...block, inlines: parts.body };
    markdown += renderBlock(labels.has(block) ? withColon(block) : body, place, previous?.place, resolve);
    if (place.heading > 0) {
      headings = headings.filter((heading) => heading.level < place.heading);
      headings.push({ level: place.heading, text: block.text });
    }
    previous = { block, place };
  }
  for (const table of appendix) {
    if (markdown !== '') markdown += '\n\n';
    if (table.caption !== '') markdown += `*${table.caption}*\n\n`;
    const start = markdown.length;
    markdown += table.markdown;
    drafts.push({ ...table, headings: [], start, end: markdown.length });
  }
  return { markdown, text: lines.join('\n'), tables: drafts, anchors, listEnds };
};

/** Level of headings that a page only prints bold: below its title. */
const BOLD_LEVEL = 2;

/** A label of one word, such as "Where:", names no table. */
const captionBefore = (block: Block | undefined): string =>
  block !== undefined &&
  block.text.length <= 150 &&
  /^(?:table|tab\.|tabelle|tableau|tabla)\s*(?:[A-Z]\.)?\d|\S\s.*:$/i.test(block.text)
    ? block.text.replace(/:$/, '')
    : '';

const hasHeading = ({ element }: Block): boolean => {
  let node: ParentNode | null = element ?? null;
  for (let up = 0; up < 5 && node !== null && isTag(node); up++, node = node.parent)
    if (/^h[1-6]$/.test(node.name)) return true;
  return false;
};

/** Minimum explanations of a page with a heading of the same words, from which it is a label of their parts. */
const MIN_LABELS = 3;

const MAX_LABEL = 40;

/**
 * Headings inside of explanations that say which part of an entry follows: "Arguments:", "Returns:". A page that has some uses
 * no heading of the same element there for anything else.
 */
const entryLabels = (blocks: readonly Block[]): Set<Block> => {
  const inside = blocks.filter(
    (block) => block.table === undefined && block.text.length <= MAX_LABEL && hasHeading(block) && isInEntry(block),
  );
  const same = Map.groupBy(inside, ({ text }) => text.toLowerCase());
  const sure = inside.filter(
    ({ text }) => /[:：]$/.test(text) || (same.get(text.toLowerCase())?.length ?? 0) >= MIN_LABELS,
  );
  const names = new Set(sure.map(({ element }) => element?.name));
  return new Set(inside.filter(({ element }) => names.has(element?.name)));
};

const isInEntry = ({ element }: Block): boolean =>
  element !== undefined && closest(element, ({ name }) => name === 'dd') !== undefined;

/** True outside of headings, terms, lists and quotations. */
const isPlain = ({ heading, term, items, quotes }: Place): boolean =>
  heading === 0 && !term && items.length === 0 && quotes === 0;

const isInTerms = ({ element }: Block): boolean =>
  element !== undefined && closest(element, ({ name }) => name === 'dl') !== undefined;

/** A label that ends in a colon introduces a part of an entry, and begins none. */
const withColon = (block: Block): Block =>
  /[:：]$/.test(block.text) ? block : { ...block, inlines: [...block.inlines, { text: ':' }] };

const isCaption = ({ element }: Block): boolean => {
  let node: ParentNode | null = element ?? null;
  for (let up = 0; up < 5 && node !== null && isTag(node); up++, node = node.parent)
    if (node.name === 'figcaption') return true;
  return false;
};

/** True if no empty line separates two blocks: consecutive first blocks of list items. */
const tight = (previous: { block: Block; place: Place } | undefined, block: Block, place: Place): boolean =>
  previous !== undefined &&
  previous.place.items.length > 0 &&
  place.items.length > 0 &&
  !block.pre &&
  place.items.at(-1) !== previous.place.items.at(-1);

const renderBlock = (
  block: Block,
  place: Place,
  previous: Place | undefined,
  resolve: (href: string) => string | undefined,
): string => {
  if (place.heading > 0) return `${'#'.repeat(place.heading)} ${inlineMarkdown(block.inlines, resolve, true)}`;
  // A term is bold as a whole. Marks inside would end the bold text.
  const inlines = place.term ? block.inlines.map((inline) => ({ ...inline, strong: false })) : block.inlines;
  let content: string;
  if (block.pre) content = fence(block);
  else if (isCodeLines(block) || (place.code && !place.term))
    content = fence({ ...block, text: linesOf(inlines).map(plainLine).join('\n') });
  else {
    const lines = place.term || !isLines(block) ? [inlines] : linesOf(inlines);
    content = lines.map((line) => escapeStart(inlineMarkdown(line, resolve))).join('\n');
    if (place.term && content !== '') content = `**${content}**`;
  }
  const quote = '> '.repeat(place.quotes);
  const item = place.items.at(-1);
  if (item === undefined) return prefix(content, quote, quote);
  const indent = place.items
    .slice(0, -1)
    .map(markerOf)
    .map((marker) => ' '.repeat(marker.length))
    .join('');
  const marker = markerOf(item);
  const hanging = indent + ' '.repeat(marker.length);
  const first = previous?.items.includes(item) ? hanging : indent + marker;
  return prefix(content, quote + first, quote + hanging);
};

const prefix = (content: string, first: string, rest: string): string =>
  first === ''
    ? content
    : content
        .split('\n')
        .map((line, i) => (i === 0 ? first : rest) + line)
        .join('\n');

const fence = (block: Block): string => {
  const text = block.text.replace(/^\n+/, '').trimEnd();
  const ticks = '`'.repeat([...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length + 1), 3));
  const language = block.element === undefined ? '' : languageOf(block.element);
  return `${ticks}${language}\n${text}\n${ticks}`;
};

/** Classes that name a language: of GitHub, Pygments, Rouge, Prism and highlight.js, of Slate's tabs, and of pandoc. */
const LANGUAGE =
  /(?:^|\s)(?:(?:language|lang|highlight-source|highlight(?!-source)|tab)(?:-\s*|\s+)|brush:-?\s*|sourceCode\s+)(?!(?:default|none|no\w*|plain|highlight|tab|code|wrapper|pane|panel|content|body|container)\b)([a-z][\w+#-]*)/i;
/** Maximum elements around a listing, and children of each: the listing, a label, a button. One of them may name its language. */
const MAX_WRAPPERS = 3;
const MAX_WRAPPED = 8;

/** The language of a listing by the classes of its element, of the code in it, or of what holds it alone; empty if none says it. */
const languageOf = (listing: Element): string => {
  const classOf = (element: Element) => LANGUAGE.exec(element.attribs.class ?? '')?.[1];
  for (const element of [...elementsNamed(listing, 'code'), listing]) {
    const language = classOf(element);
    if (language !== undefined) return language;
  }
  let at = listing.parent;
  for (let up = 0; up < MAX_WRAPPERS && at !== null && isTag(at) && at.children.length <= MAX_WRAPPED; up++) {
    const language = classOf(at);
    if (language !== undefined) return language;
    at = at.parent;
  }
  return '';
};
