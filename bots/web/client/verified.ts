import type { Citation } from '../../../core/answer.ts';
import type { VerifiedOffer, VerifiedView } from '../api.ts';
import { announce } from './announce.ts';
import { answerText } from './answer-text.ts';
import { h, icon } from './dom.ts';
import { failureOf, get } from './http.ts';

/**
 * The verified answer to the same question, above the new one; or the question that it was verified for, if that is worded
 * otherwise: its answer is shown once the reader says that it is the same question.
 */
export const verifiedBox = (turnId: string, openSource: (citation: Citation) => void): HTMLElement => {
  const box = h('div', { class: 'verified', hidden: true });
  const path = `/api/page/turns/${encodeURIComponent(turnId)}/verified`;
  const show = ({ text, citations }: VerifiedView) => {
    box.replaceChildren(
      h('p', { class: 'note' }, icon('check'), 'Verified answer'),
      h('div', { class: 'answer prose' }, answerText(text, citations, openSource)),
    );
    box.hidden = false;
    announce('A verified answer is shown.');
  };
  const offer = (alike: NonNullable<VerifiedOffer['alike']>) => {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'link-button',
        on: {
          click: () => {
            button.disabled = true;
            get<VerifiedView>(`${path}/${encodeURIComponent(alike.id)}`).then(show, (error: unknown) => {
              box.replaceChildren(h('p', { class: 'note' }, icon('info'), failureOf(error).message));
            });
          },
        },
      },
      alike.question,
    );
    box.replaceChildren(h('p', { class: 'note' }, icon('check'), h('span', {}, 'Is it the same question? '), button));
    box.hidden = false;
  };
  // Without an answer the turn stands as it is: the box is an extra, and stays hidden.
  get<VerifiedOffer>(path).then(
    ({ same, alike }) => (same ? show(same) : alike && offer(alike)),
    () => box.remove(),
  );
  return box;
};
