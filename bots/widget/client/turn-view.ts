import type { Citation } from '../../../core/answer.ts';
import { h, iconButton } from '../../web/client/dom.ts';
import type { TurnState } from '../../web/client/turn-state.ts';
import type { WidgetFeedback } from '../api.ts';
import { renderMarkdown } from './markdown.ts';

/** The elements of one question and its answer. */
export interface TurnView {
  element: HTMLElement;
  show(turn: TurnState): void;
}

/** @param rate saves feedback; its error message is shown beside the thumbs */
export const createTurnView = (question: string, rate: (feedback: WidgetFeedback) => Promise<unknown>): TurnView => {
  const answer = h('div', { class: 'answer' });
  const thumbs = createThumbs(rate);
  const element = h(
    'article',
    { class: 'turn', attr: { 'aria-label': question } },
    h('p', { class: 'question' }, question),
    answer,
    thumbs.element,
  );
  return {
    element,
    show(turn) {
      element.dataset.phase = turn.phase;
      answer.replaceChildren(bodyOf(turn));
      thumbs.element.hidden = turn.phase !== 'done' || turn.answer?.verdict === 'smalltalk';
      thumbs.show(turn.feedback);
    },
  };
};

const bodyOf = ({ phase, status, text, answer, citations, error }: TurnState): Node => {
  if (phase === 'failed')
    return h('p', { class: 'failure' }, [error?.message, error?.remedy].filter(Boolean).join(' '));
  const words = answer?.text ?? text;
  const root = document.createDocumentFragment();
  if (words) root.append(renderAnswer(words, citations));
  if (phase === 'running')
    root.append(h('p', { class: 'status' }, h('span', { class: 'pulse', attr: { 'aria-hidden': 'true' } }), status));
  else if (citations.length > 0) root.append(sourceList(citations));
  return root;
};

const isWebAddress = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url);
const outside = { target: '_blank', rel: 'noopener noreferrer' };

/** Renders an answer. Only links to pages that the answer cites become links. */
const renderAnswer = (text: string, citations: readonly Citation[]): DocumentFragment => {
  const byNumber = new Map(citations.map((citation) => [citation.n, citation]));
  const pages = new Set(citations.map(({ url }) => url).filter(isWebAddress));
  return renderMarkdown(text, {
    link: (href) => (pages.has(href) ? h('a', { href, ...outside }) : undefined),
    citation(n) {
      const citation = byNumber.get(n);
      if (!citation) return undefined;
      const label = { 'aria-label': `Source ${n}: ${citation.title}` };
      return isWebAddress(citation.url)
        ? h('a', { class: 'cite', href: citation.url, title: citation.title, attr: label, ...outside }, String(n))
        : h('span', { class: 'cite', title: citation.title, attr: { role: 'img', ...label } }, String(n));
    },
  });
};

const sourceList = (citations: readonly Citation[]): HTMLElement =>
  h(
    'ol',
    { class: 'sources', attr: { 'aria-label': citations.length === 1 ? 'Source' : 'Sources' } },
    ...citations.map(({ n, title, url }) =>
      h(
        'li',
        {},
        h('span', { class: 'cite', attr: { 'aria-hidden': 'true' } }, String(n)),
        isWebAddress(url) ? h('a', { href: url, dir: 'auto', ...outside }, title) : h('span', { dir: 'auto' }, title),
      ),
    ),
  );

/** The thumbs, and the form for the right answer that a thumb down opens. */
const createThumbs = (rate: (feedback: WidgetFeedback) => Promise<unknown>) => {
  const note = h('span', { class: 'note', attr: { role: 'status' } });
  const correction = h('textarea', {
    dir: 'auto',
    rows: 2,
    maxLength: 4000,
    attr: { 'aria-label': 'What would have been right?' },
  });
  const form = h(
    'form',
    {
      class: 'correction',
      hidden: true,
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          const answer = correction.value.trim();
          void send({ rating: 'down', ...(answer && { answer }) });
        },
      },
    },
    h('span', {}, 'What would have been right?'),
    correction,
    h('button', { type: 'submit', class: 'button' }, 'Send'),
  );
  const show = (feedback: { rating: string } | undefined) => {
    up.setAttribute('aria-pressed', String(feedback?.rating === 'up'));
    down.setAttribute('aria-pressed', String(feedback?.rating === 'down'));
  };
  const send = async (feedback: WidgetFeedback, ask = false) => {
    try {
      await rate(feedback);
      show(feedback);
      // Hiding the focused element would lose the focus, and then Escape would not close the chat.
      if (!ask && !form.hidden) down.focus();
      form.hidden = !ask;
      note.textContent = ask ? '' : 'Thank you.';
      if (ask) correction.focus();
    } catch {
      note.textContent = 'That could not be saved.';
    }
  };
  const up = iconButton('up', 'This helped', () => void send({ rating: 'up' }));
  const down = iconButton('down', 'This did not help', () => void send({ rating: 'down' }, true));
  const element = h(
    'div',
    { hidden: true, class: 'feedback' },
    h('div', { class: 'thumbs', attr: { role: 'group', 'aria-label': 'Was this helpful?' } }, up, down, note),
    form,
  );
  return { element, show };
};
