import { setChildren } from './children.ts';
import { type Document, type Element, elementsNamed, isTag, textOf } from './dom.ts';

/** Minimum links of one letter in a bar, and maximum characters of its text: a few words before it, a separator between two. */
const MIN_LETTERS = 8;
const MAX_CHARS = 300;
/** Maximum words beside the letters, such as "Index:" or "All". */
const MAX_WORDS = 3;

/** Empties the bars of links that only lead about: of letters above an index, and of links in brackets. */
export const dropLinkBars = (document: Document): void => {
  for (const link of elementsNamed(document, 'a')) {
    const { parent } = link;
    if (parent && isTag(parent) && isBracketBar(parent)) setChildren(parent, []);
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
