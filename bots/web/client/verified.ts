import type { Citation } from '../../../core/answer.ts';
import type { VerifiedOffer, VerifiedView } from '../api.ts';
import { announce } from './announce.ts';
import { answerText } from './answer-text.ts';
import { h, icon } from './dom.ts';
import { failureOf, get } from './http.ts';

/**
 * A box above the new answer. It shows the verified answer to the same question. For a similar question, it shows that
 * question first, and its answer once the reader confirms that it asks the same.
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
  // The box is optional, so a failure only removes it.
  get<VerifiedOffer>(path).then(
    ({ same, alike }) => (same ? show(same) : alike && offer(alike)),
    () => box.remove(),
  );
  return box;
};
