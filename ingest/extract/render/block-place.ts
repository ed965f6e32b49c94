import type { Block } from '../blocks.ts';
import { type Element, isTag, isText, type ParentNode, textOf } from '../dom.ts';
import { BOX_TITLE } from './box-titles.ts';
import type { LayoutQuotes } from './layout-quotes.ts';

/** A block's heading level and its position in lists and quotes. */
export interface Place {
  heading: number;
  /** List items around it, outermost first. */
  items: Element[];
  quotes: number;
  /** True for a term of a description list. */
  term: boolean;
  /** True inside of a quotation that holds nothing but code. */
  code?: boolean;
}

/** Maximum ancestors to check, so that deep pages do not take quadratic time. Real pages are far less deep. */
const MAX_LEVELS = 200;

/** Elements that lay out a page, and do not mean what their names say. */
interface Layout {
  items: ReadonlySet<Element>;
  quotes: LayoutQuotes;
}

/** Finds a block's place by the elements around it. */
export const placeOf = (block: Block, { items, quotes }: Layout): Place => {
  const place: Place = { heading: 0, items: [], quotes: 0, term: false };
  let node: ParentNode | null = block.element ?? null;
  for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node); up++, node = node.parent) {
    const { name } = node;
    // A heading that was never closed holds the rest of the page.
    if (/^h[1-6]$/.test(name) && isLeftOpen(node, block)) continue;
    if (/^h[1-6]$/.test(name) && isByline(node)) return place;
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

const BYLINE = /(?:^|\s)(?:authors?|corpauthor|editor|affiliation|date|subtitle)(?=\s|$)/i;
const TITLE_PAGE = /(?:^|\s)(?:titlepage|title-?block\S*|header)(?=\s|$)/i;
/** Maximum elements between a line of a title page and the element around it. */
const MAX_IN_TITLE_PAGE = 6;

/** True for a heading that only sets a line of the title page: an author's name, a date. Nothing stands below it. */
const isByline = (heading: Element): boolean => {
  if (!BYLINE.test(heading.attribs.class ?? '')) return false;
  let node: ParentNode | null = heading.parent;
  for (let up = 0; up < MAX_IN_TITLE_PAGE && node !== null && isTag(node); up++, node = node.parent)
    if (node.name === 'header' || TITLE_PAGE.test(`${node.attribs.class ?? ''} ${node.attribs.id ?? ''}`)) return true;
  return false;
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
export const laidOutItems = (blocks: readonly Block[]): Set<Element> => {
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

/** What an item begins with: "- " or its number in an ordered list. */
export const markerOf = (item: Element): string => {
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
