import { setChildren } from './children.ts';
import { type Document, type Element, elementsNamed, isTag, isText, textOf } from './dom.ts';

/** Minimum links of one letter in a bar, and maximum characters of its text: a few words before it, a separator between two. */
const MIN_LETTERS = 8;
const MAX_CHARS = 300;
/** Maximum words beside the letters, such as "Index:" or "All". */
const MAX_WORDS = 3;

/** Empties the bars of links that only lead about: of letters above an index, of links in brackets or with rules between them. */
export const dropLinkBars = (document: Document): void => {
  for (const link of elementsNamed(document, 'a')) {
    const { parent } = link;
    if (parent && isTag(parent) && (isBracketBar(parent) || isRuledBar(parent))) setChildren(parent, []);
  }
  dropLetterBars(document);
};

/** "[Overview][Types][Index]": words in brackets, all of them links but for the page's own. References are numbers. */
const isBracketBar = (holder: Element): boolean => {
  const text = textOf(holder, MAX_CHARS).trim();
  if (text.length >= MAX_CHARS || !/^(?:\[\s*\p{L}[^[\]\d]{1,40}\]\s*){3,}$/u.test(text)) return false;
  const links = elementsNamed(holder, 'a').filter(({ attribs }) => attribs.href !== undefined);
  return links.length >= text.split('[').length - 2;
};

/** Minimum links of a bar with rules between them. */
const MIN_RULED = 4;

/** "Main index | Topics | Keywords | Full index": links with nothing but rules between them, and not in a sentence or a cell. */
const isRuledBar = ({ name, children }: Element): boolean => {
  if (!/^(?:p|div|center|nav)$/.test(name)) return false;
  let links = 0;
  let beside = '';
  for (const child of children) {
    if (isText(child)) beside += child.data;
    else if (!isTag(child)) continue;
    else if (child.name !== 'a' || child.attribs.href === undefined) return false;
    else links++;
  }
  const rules = beside.replace(/\s+/g, '');
  return links >= MIN_RULED && /^[|·•]+$/.test(rules) && rules.length >= links - 1 && rules.length <= links + 1;
};

const dropLetterBars = (document: Document): void => {
  const counts = new Map<Element, number>();
  for (const link of elementsNamed(document, 'a')) {
    const letter = textOf(link, 3).trim();
    if (link.attribs.href === undefined || letter.length !== 1) continue;
    // The parent is the bar, or an item or cell of it.
    const { parent } = link;
    for (const holder of [parent, parent?.parent])
      if (holder && isTag(holder)) counts.set(holder, (counts.get(holder) ?? 0) + 1);
  }
  for (const [holder, count] of counts) if (count >= MIN_LETTERS && isBar(holder)) setChildren(holder, []);
};

const isBar = (holder: Element): boolean => {
  const text = textOf(holder, MAX_CHARS);
  if (text.length >= MAX_CHARS) return false;
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const letters = new Set(words.filter((word) => [...word].length === 1));
  return letters.size >= MIN_LETTERS && words.filter((word) => [...word].length > 1).length <= MAX_WORDS;
};
