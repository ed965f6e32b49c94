import type { SharedAnswer } from '../api.ts';
import { h } from './dom.ts';
import { reasoning } from './reasoning-panel.ts';
import { type CardActions, createCard } from './turn-card.ts';
import { newTurn } from './turn-state.ts';

/** One shared answer with its question and reasoning. */
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
