import type { Citation } from '../../../core/answer.ts';
import type { IconName } from '../design/icons.ts';
import { asDay } from './dates.ts';
import { h, icon } from './dom.ts';
import { quoteText, renderMarkdown } from './markdown.ts';
import { pageName } from './page-name.ts';

const kinds: Record<Citation['kind'], { icon: IconName; words: string }> = {
  passage: { icon: 'page', words: 'Passage' },
  table: { icon: 'table', words: 'Table' },
  path: { icon: 'path', words: 'Linked facts' },
  live: { icon: 'info', words: 'Live source' },
};

/** The numbered sources below an answer. Each opens its page at the quote. */
export const sourceList = (citations: readonly Citation[], open: (citation: Citation) => void): HTMLElement =>
  h(
    'div',
    { class: 'sources', attr: { role: 'group', 'aria-label': 'Sources' } },
    h('h3', {}, citations.length === 1 ? 'Source' : 'Sources'),
    h('ol', {}, ...citations.map((citation) => h('li', {}, sourceCard(citation, open)))),
  );

const sourceCard = (citation: Citation, open: (citation: Citation) => void) => {
  const { n, title, quote, kind, updatedAt } = citation;
  const day = asDay(updatedAt);
  return h(
    'button',
    { type: 'button', class: 'source', data: { n: String(n) }, on: { click: () => open(citation) } },
    h(
      'span',
      { class: 'source-head' },
      h('span', { class: 'cite', attr: { 'aria-hidden': 'true' } }, String(n)),
      h('span', { class: 'source-title', dir: 'auto' }, pageName(title)),
      h('span', { class: 'source-kind', title: kinds[kind].words }, icon(kinds[kind].icon)),
      day && h('time', { dateTime: updatedAt }, day),
    ),
    quote.trim() !== '' && h('span', { class: 'source-quote', dir: 'auto' }, oneLine(quote)),
  );
};

/** A quote as plain text; the cells of a table row are separated by `·`. */
const oneLine = (quote: string): string => {
  const holder = h('div');
  holder.append(renderMarkdown(quote));
  const rows = [...holder.querySelectorAll('tr')];
  if (rows.length === 0) return cellsOf(quoteText(quote)).join(' · ').replace(/\s+/g, ' ');
  return rows.map((row) => Array.from(row.cells, (cell) => cell.textContent?.trim()).join(' · ')).join(' — ');
};

/** Splits a Markdown table row without its header, which the parser does not treat as a table; other text stays whole. */
const cellsOf = (text: string): string[] =>
  /^\s*\|.*\|\s*$/.test(text) ? text.split('|').flatMap((cell) => cell.trim() || []) : [text];
