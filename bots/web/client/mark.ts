import { h } from './dom.ts';
import { plainText, quoteText } from './markdown.ts';
import { fold, placeQuote, type TextRange } from './quote-place.ts';

/** Which part of the page was marked: the quote itself, a table row, the whole passage, or nothing. */
export type Marked = 'quote' | 'row' | 'passage' | 'nothing';

/**
 * Marks a quote in a rendered page. Tries the quote's own words first, then the table row whose cells it contains, then the
 * passage that it was taken from.
 */
export const markQuote = (root: HTMLElement, quote: string, passage: string | undefined): Marked => {
  const text = textOf(root);
  const near = passage ? (placeQuote(text.all, plainText(passage))[0]?.start ?? 0) : 0;
  const words = placeQuote(text.all, quoteText(quote), near);
  if (words.length > 0) {
    wrap(text, words);
    for (const row of root.querySelectorAll('tbody tr')) {
      if (Array.from(row.children).every((cell) => cell.querySelector('mark') || !cell.textContent))
        row.classList.add('marked');
    }
    return 'quote';
  }
  const row = likeliestRow(root, quote);
  if (row) {
    row.classList.add('marked');
    return 'row';
  }
  const around = passage ? placeQuote(text.all, plainText(passage)) : [];
  wrap(text, around);
  return around.length > 0 ? 'passage' : 'nothing';
};

interface PageText {
  all: string;
  nodes: { node: Text; start: number }[];
}

const textOf = (root: HTMLElement): PageText => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: PageText['nodes'] = [];
  let all = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, start: all.length });
    all += node.data;
  }
  return { all, nodes };
};

/** Wraps the ranges in `mark` elements, one text node at a time. Goes from the end, so that earlier offsets stay valid. */
const wrap = ({ nodes }: PageText, places: readonly TextRange[]) => {
  for (const { node, start } of nodes.toReversed()) {
    for (const place of places.toReversed()) {
      const from = Math.max(place.start - start, 0);
      const to = Math.min(place.end - start, node.data.length);
      if (from >= to || node.data.slice(from, to).trim() === '') continue;
      const inside = node.splitText(from);
      inside.splitText(to - from);
      const mark = h('mark');
      inside.replaceWith(mark);
      mark.append(inside);
    }
  }
};

/** The longest table row whose cells all occur in the quote. */
const likeliestRow = (root: HTMLElement, quote: string): HTMLTableRowElement | undefined => {
  const wanted = fold(quoteText(quote)).text;
  let best: { row: HTMLTableRowElement; words: number } | undefined;
  for (const row of root.querySelectorAll<HTMLTableRowElement>('tbody tr')) {
    const cells = Array.from(row.cells, (cell) => fold(cell.textContent ?? '').text).filter((cell) => cell !== '');
    const words = cells.join('').length;
    if (cells.length > 0 && cells.every((cell) => wanted.includes(cell)) && words > (best?.words ?? 0))
      best = { row, words };
  }
  return best?.row;
};
