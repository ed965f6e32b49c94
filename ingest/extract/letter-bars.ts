import { setChildren } from './children.ts';
import { type Document, type Element, elementsNamed, isTag, textOf } from './dom.ts';

/** Minimum links of one letter in a bar, and maximum characters of its text: a few words before it, a separator between two. */
const MIN_LETTERS = 8;
const MAX_CHARS = 300;
/** Maximum words beside the letters, such as "Index:" or "All". */
const MAX_WORDS = 3;

/** Empties the bars of letters above an index, whose links only lead to parts of a list. */
export const dropLetterBars = (document: Document): void => {
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
