import { setChildren } from './children.ts';
import { type Document, type Element, elementsNamed, isTag, textOf } from './dom.ts';

/** Links of one letter that make a bar, and characters of all that it holds: a few words before it, a sign between two. */
const MIN_LETTERS = 8;
const MAX_CHARS = 300;
/** Words beside the letters, such as "Index:" or "All". */
const MAX_WORDS = 3;

/** Empties the bars of letters by which an index is turned: each leads to a part of a list and says nothing. */
export const dropLetterBars = (document: Document): void => {
  const counts = new Map<Element, number>();
  for (const link of elementsNamed(document, 'a')) {
    const letter = textOf(link, 3).trim();
    if (link.attribs.href === undefined || letter.length !== 1) continue;
    // The bar, or an item or a cell of it.
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
