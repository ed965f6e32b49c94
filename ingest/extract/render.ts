import type { HtmlTable } from '../tables/html.ts';
import type { Block, Inline } from './blocks.ts';
import { boldHeadings } from './bold-headings.ts';
import { BOX_TITLE } from './box-titles.ts';
import { closest, type Element, elementsNamed, isTag, isText, type ParentNode, textOf } from './dom.ts';
import { settledLevels } from './heading-levels.ts';
import { type LayoutQuotes, layoutQuotes } from './layout-quotes.ts';
import type { Anchor, ExtractedPage, TableDraft } from './page.ts';

/** Maximum anchors of one page. */
const MAX_ANCHORS = 5000;

/** A block's heading level and its position in lists and quotes. */
interface Place {
  heading: number;
  /** List items around it, outermost first. */
  items: Element[];
  quotes: number;
  /** True for a term of a description list. */
  term: boolean;
  /** True inside of a quotation that holds nothing but code. */
  code?: boolean;
}

/**
 * Writes blocks as Markdown and as plain text. A data table is written once, at its first kept block.
 *
 * @param appendix tables that are kept although the text around them is not. They are added to the end of the Markdown only.
 * @returns tables with their offsets in the Markdown and the headings above them, without tables of which no block is kept
 */
export const renderBlocks = (
  blocks: readonly Block[],
  tables: ReadonlyMap<Element, HtmlTable>,
  resolve: (href: string) => string | undefined,
  appendix: readonly HtmlTable[] = [],
): Required<Pick<ExtractedPage, 'markdown' | 'text' | 'tables' | 'anchors' | 'listEnds'>> => {
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
  const levels = settledLevels(
    blocks.flatMap((block) => {
      const level =
        block.table === undefined && hasHeading(block) && !labels.has(block) ? placeOf(block, layout).heading : 0;
      return level > 0 ? [{ block, level }] : [];
    }),
  );
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
    const found = placeOf(block, layout);
    const place = labels.has(block)
      ? { ...found, heading: 0, term: true }
      : { ...found, heading: bold.has(block) ? BOLD_LEVEL : (levels.get(block) ?? found.heading) };
    lines.push(block.text);
    const separator = markdown === '' ? '' : tight(previous, block, place) ? '\n' : '\n\n';
    markdown += separator;
    note(block);
    if (previous !== undefined && isInTerms(previous.block) && !isInTerms(block)) listEnds.push(markdown.length);
    markdown += renderBlock(labels.has(block) ? withColon(block) : block, place, previous?.place, resolve);
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

const captionBefore = (block: Block | undefined): string =>
  block !== undefined && block.text.length <= 150 && /^(?:table|tab\.|tabelle|tableau|tabla)\s*\d|:$/i.test(block.text)
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

/** The runs of each line between single `<br>`. */
const linesOf = (inlines: readonly Inline[]): Inline[][] => {
  const lines: Inline[][] = [[]];
  for (const run of inlines) {
    if (run.isBreak) lines.push([]);
    else lines.at(-1)?.push(run);
  }
  return lines.filter((line) => plainLine(line) !== '');
};

const plainLine = (line: readonly Inline[]): string =>
  line
    .map(({ text }) => text)
    .join('')
    .trim();

/** Maximum words of a line that stands for itself, and minimum of such lines without a sign of a formula. */
const MAX_LINE_WORDS = 12;
const MIN_LINES = 3;

/** True for code of several lines, which only `<br>` separates. */
const isCodeLines = ({ inlines }: Block): boolean =>
  inlines.some(({ isBreak }) => isBreak) && isAllCode(inlines) && linesOf(inlines).length > 1;

const isAllCode = (inlines: readonly Inline[]): boolean =>
  inlines.every(({ text, code, isBreak }) => isBreak || code || text.trim() === '');

/** True for a block that is code as a whole, and leads nowhere. Sentences in the letters of code are none. */
const isCodeBlock = ({ pre, table, links, inlines, text }: Block): boolean =>
  table === undefined && links === 0 && (pre || (isAllCode(inlines) && !/\p{Ll}[.!?] +\p{Lu}/u.test(text)));

/** True for items or formulas, each on a line, but not for the lines of a sentence. */
const isLines = ({ inlines }: Block): boolean => {
  if (!inlines.some(({ isBreak }) => isBreak)) return false;
  const lines = linesOf(inlines).map(plainLine);
  const isFormula = lines.every((line) => line.includes('='));
  if (lines.length < (isFormula ? 2 : MIN_LINES)) return false;
  // "Returns: a box", "Throws: nothing".
  if (lines.every((line) => /^\p{L}[^:.]{0,30}:\s/u.test(line))) return true;
  if (lines.some((line) => line.split(' ').length > MAX_LINE_WORDS)) return false;
  return isFormula || lines.slice(1).every((line, i) => !/^\p{Ll}/u.test(line) || /[.!?:;]$/.test(lines[i] ?? ''));
};

const prefix = (content: string, first: string, rest: string): string =>
  first === ''
    ? content
    : content
        .split('\n')
        .map((line, i) => (i === 0 ? first : rest) + line)
        .join('\n');

const fence = (block: Block): string => {
  const text = block.text.replace(/^\n+|\s+$/g, '');
  const ticks = '`'.repeat([...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length + 1), 3));
  const classes = `${block.element?.attribs.class ?? ''} ${
    block.element === undefined
      ? ''
      : elementsNamed(block.element, 'code')
          .map((code) => code.attribs.class ?? '')
          .join(' ')
  }`;
  const language =
    /\b(?:language|lang|brush:|highlight-source|highlight)-?\s*([a-z][\w+#-]*)/i.exec(classes)?.[1] ?? '';
  return `${ticks}${language}\n${text}\n${ticks}`;
};

type Resolve = (href: string) => string | undefined;

/** Writes runs with their marks. White space stays outside the marks, and consecutive bold runs become one. */
const inlineMarkdown = (written: readonly Inline[], resolve: Resolve, plain = false): string => {
  const inlines = joinCode(written, resolve);
  let markdown = '';
  for (let at = 0; at < inlines.length; ) {
    let end = at + 1;
    if (!plain && inlines[at]?.strong) while (inlines[end]?.strong) end++;
    const runs = inlines.slice(at, end);
    at = end;
    const [first] = runs;
    if (!first) continue;
    if (runs.length === 1 || runs.every(({ code }) => code)) {
      for (const run of runs) markdown += runMarkdown(run, resolve, plain);
      continue;
    }
    const stretch = runs.map((run) => runMarkdown({ ...run, strong: false, emphasis: false }, resolve, plain)).join('');
    const words = stretch.trim();
    const marked = /[\p{L}\p{N}]/u.test(words) ? `**${words}**` : words;
    markdown += `${/^\s/.test(stretch) ? ' ' : ''}${marked}${/\s$/.test(stretch) && words !== '' ? ' ' : ''}`;
  }
  return markdown.replace(/ {2,}/g, ' ').trim();
};

/** Joins consecutive runs of code that lead nowhere: two of them side by side would be one with wrong marks. */
const joinCode = (inlines: readonly Inline[], resolve: Resolve): Inline[] => {
  const joined: Inline[] = [];
  const leadsNowhere = ({ href }: Inline) => href === undefined || resolve(href) === undefined;
  for (const run of inlines) {
    const last = joined.at(-1);
    if (last?.code && run.code && leadsNowhere(last) && leadsNowhere(run))
      joined[joined.length - 1] = { ...last, href: undefined, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
};

const runMarkdown = ({ text, href, strong, emphasis, code }: Inline, resolve: Resolve, plain: boolean): string => {
  const words = text.trim().replace(/\s+/g, ' ');
  const before = /^\s/.test(text) ? ' ' : '';
  const after = /\s$/.test(text) && words !== '' ? ' ' : '';
  let marked = words;
  if (words !== '' && /[\p{L}\p{N}]/u.test(words)) {
    if (code && !words.includes('``')) marked = words.includes('`') ? `\`\` ${marked} \`\`` : `\`${marked}\``;
    else if (!plain && strong) marked = `**${marked}**`;
    else if (!plain && emphasis) marked = `*${marked}*`;
    const target = href === undefined ? undefined : resolve(href);
    if (target !== undefined)
      marked = `[${marked.replace(/[[\]]/g, '\\$&')}](${target.replace(/[()\s]/g, encodeParenthesis)})`;
  }
  return before + marked + after;
};

const encodeParenthesis = (character: string) => (character === '(' ? '%28' : character === ')' ? '%29' : '%20');

/** Escapes a paragraph that starts like a heading, list, quote or rule. */
const escapeStart = (content: string): string =>
  content.replace(/^(#{1,6}\s|[-+*]\s|>|=+$|-+$|~~~|```)/, '\\$1').replace(/^(\d{1,9})([.)]\s)/, '$1\\$2');

/** Maximum ancestors to check, so that deep pages do not take quadratic time. Real pages are far less deep. */
const MAX_LEVELS = 200;

/** Elements that lay out a page, and do not mean what their names say. */
interface Layout {
  items: ReadonlySet<Element>;
  quotes: LayoutQuotes;
}

const placeOf = (block: Block, { items, quotes }: Layout): Place => {
  const place: Place = { heading: 0, items: [], quotes: 0, term: false };
  let node: ParentNode | null = block.element ?? null;
  for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node); up++, node = node.parent) {
    const { name } = node;
    // A heading that was never closed holds the rest of the page.
    if (/^h[1-6]$/.test(name) && isLeftOpen(node, block)) continue;
    // The title of a box is not a heading of what follows the box.
    if (/^h[1-6]$/.test(name))
      return isBoxTitle(node, block)
        ? { ...place, term: true }
        : { ...place, heading: Number(name[1]), items: [], quotes: 0 };
    if (name === 'li' && !items.has(node)) {
      place.items.unshift(node);
      // Generators indent by quotes inside an item, which is indented already.
      place.quotes = 0;
    } else if (name === 'blockquote') {
      if (quotes.code.has(node)) place.code = true;
      else if (!quotes.pages.has(node)) place.quotes++;
    } else if (name === 'dt') place.term = true;
  }
  return place;
};

/** Maximum characters of a heading. */
const MAX_HEADING = 300;

/** True for a block inside of a heading that has no end, behind its first line: an item, or anything where it holds a lot. */
const isLeftOpen = (heading: Element, { element }: Block): boolean => {
  if (element === undefined || element === heading) return false;
  let node: ParentNode | null = element;
  for (; node !== null && isTag(node) && node !== heading; node = node.parent)
    if (/^(?:li|dd|pre)$/.test(node.name)) return true;
  const first = heading.children.find((child) => (isText(child) ? child.data.trim() !== '' : isTag(child)));
  return first !== undefined && isText(first) && textOf(heading, 2 * MAX_HEADING).length > MAX_HEADING;
};

const BOX =
  /(?:^|[^a-z])(?:note|caution|warning|tip|important|danger|hint|attention|admonition\w*|callout|sidebar-?box)(?=$|[^a-z])/i;

/** True for the title of a note, a warning or a similar box, by the class of the element around it or by its text. */
const isBoxTitle = (heading: Element, { text }: Block): boolean =>
  (BOX_TITLE.test(text.trim()) && !isAmongSections(heading)) || isInBox(heading);

/** True for a heading beside others of its level, such as "See also" at the end of a page's sections. */
const isAmongSections = ({ name, parent }: Element): boolean =>
  (parent?.children ?? []).some((other) => isTag(other) && other.name === name && !BOX_TITLE.test(textOf(other, 40)));

const isInBox = ({ parent }: Element): boolean =>
  parent !== null && isTag(parent) && BOX.test(parent.attribs.class ?? '') && parent.children.filter(isTag).length <= 6;

/** List items with headings or tables inside, which are parts of a page in the layout of a list. */
const laidOutItems = (blocks: readonly Block[]): Set<Element> => {
  const found = new Set<Element>();
  for (const { element, table } of blocks) {
    if (table === undefined && !/^h[1-6]$/.test(element?.name ?? '')) continue;
    let node: ParentNode | null = element ?? null;
    for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node) && !found.has(node); up++, node = node.parent)
      if (node.name === 'li') found.add(node);
  }
  return found;
};

/** Cache of the numbers of ordered items, computed once per list. */
const itemNumbers = new WeakMap<Element, number>();

const markerOf = (item: Element): string => {
  const list = item.parent !== null && isTag(item.parent) ? item.parent : undefined;
  if (list?.name !== 'ol') return '- ';
  let number = itemNumbers.get(item);
  if (number === undefined) {
    number = Number.parseInt(list.attribs.start ?? '1', 10) || 1;
    let next = number;
    for (const child of list.children) {
      if (!isTag(child) || child.name !== 'li') continue;
      if (child === item) number = next;
      itemNumbers.set(child, next++);
    }
  }
  return `${number}. `;
};
