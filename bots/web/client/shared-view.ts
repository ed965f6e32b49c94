import type { SharedAnswer, SharedThread } from '../api.ts';
import { h, icon } from './dom.ts';
import { reasoning } from './reasoning-panel.ts';
import { type CardActions, createCard } from './turn-card.ts';
import { newTurn } from './turn-state.ts';

/** Shows a shared answer with its question and reasoning. */
export const sharedView = ({ question, answer, trace }: SharedAnswer, actions: CardActions): HTMLElement => {
  const card = createCard(actions);
  card.show({ ...newTurn(question), phase: 'done', answer, citations: answer.citations });
  return h(
    'div',
    { class: 'shared' },
    card.element,
    h('section', { class: 'shared-reasoning' }, h('h2', {}, 'How this answer came about'), reasoning(trace)),
  );
};

/** Shows a shared thread: all questions, and the answers that the server did not hide from this reader. */
export const sharedThreadView = ({ title, turns }: SharedThread, actions: CardActions): HTMLElement =>
  h(
    'div',
    { class: 'shared' },
    h('h1', { class: 'shared-title' }, title),
    ...turns.map(({ question, answer, hidden }) => {
      if (answer) {
        const card = createCard(actions);
        card.show({ ...newTurn(question), phase: 'done', answer, citations: answer.citations });
        return card.element;
      }
      const why = hidden ? 'This answer uses pages that you may not see.' : 'This question was not answered.';
      return h('article', { class: 'turn' }, h('h2', { class: 'question' }, question), h('p', { class: 'note' }, why));
    }),
  );

/** Shows why an address has nothing to show: the message as the page's heading, and what to do. */
export const failureNote = (message: string, remedy: string | undefined): HTMLElement =>
  h(
    'div',
    { class: 'note' },
    icon('info'),
    h('div', {}, h('h1', { class: 'note-title' }, message), remedy ? h('p', {}, remedy) : undefined),
  );
