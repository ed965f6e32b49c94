import type { Citation } from '../../../core/answer.ts';
import type { DocumentView } from '../api.ts';
import { asDay } from './dates.ts';
import { h, icon } from './dom.ts';
import { failureOf, get } from './http.ts';
import { type Marked, markQuote } from './mark.ts';
import { renderMarkdown } from './markdown.ts';
import { pageName } from './page-name.ts';
import type { Panel } from './panel.ts';

/** A page to show, and the quote to mark in it. Without a quote, the passage is marked. */
export type QuotedPage = Pick<Citation, 'documentId' | 'passageId' | 'title'> & { quote?: string };

const notes: Record<Exclude<Marked, 'quote' | 'row'>, string> = {
  passage: 'The marked part is what the answer used; the quote itself was put together from it.',
  nothing: 'The quote is not on this page as it is now: the page has changed since the answer was given.',
};

/** Opens a page in the panel and scrolls to the marked quote. Links to other ingested pages open in the panel too. */
export const showDocument = async (
  panel: Panel,
  { documentId, passageId, title, quote }: QuotedPage,
): Promise<void> => {
  panel.open(pageName(title), h('p', { class: 'muted' }, 'Opening the page…'));
  const query = new URLSearchParams({ id: documentId, ...(passageId ? { passage: passageId } : {}) });
  try {
    const page = await get<DocumentView>(`/api/v1/documents?${query}`);
    const body = pageBody(panel, page);
    const article = h('div', { class: 'document' }, body);
    panel.open(page.title || pageName(title), article, facts(page));
    const passage = page.passage && page.text.slice(page.passage.start, page.passage.end);
    if (!quote && !passage) return;
    const how = markQuote(body, quote ?? passage ?? '', passage);
    if (quote && (how === 'passage' || how === 'nothing'))
      article.prepend(h('p', { class: 'note' }, icon('info'), notes[how]));
    article.querySelector('mark, tr.marked')?.scrollIntoView({ block: 'center' });
  } catch (error) {
    const { message, remedy } = failureOf(error);
    panel.open(pageName(title), h('p', { class: 'note' }, icon('info'), `${message} ${remedy}`));
  }
};

const pageBody = (panel: Panel, page: DocumentView) => {
  const link = (href: string) => {
    const id = page.links[href];
    if (id === undefined) return undefined;
    return h('a', {
      href: '#',
      on: {
        click: (event) => {
          event.preventDefault();
          void showDocument(panel, { documentId: id, title: (event.currentTarget as HTMLElement).textContent ?? '' });
        },
      },
    });
  };
  const text = renderMarkdown(page.text, { link, headingLevel: 3 });
  // The panel's heading already shows the title.
  const first = text.firstElementChild;
  if (first?.tagName === 'H3' && first.textContent?.trim() === page.title.trim()) first.remove();
  return h('div', { class: 'prose' }, page.partial && h('p', { class: 'muted' }, 'Part of a very long page.'), text);
};

const facts = (page: DocumentView) => {
  const day = asDay(page.updatedAt);
  const original = page.url && /^https?:/i.test(page.url) ? page.url : undefined;
  return h(
    'p',
    { class: 'panel-facts' },
    h('span', {}, page.id),
    day && h('span', {}, `Updated ${day}`),
    original && h('a', { href: original, target: '_blank', rel: 'noopener noreferrer' }, 'Original', icon('out')),
  );
};
