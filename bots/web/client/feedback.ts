import type { OwnFeedback } from '../api.ts';
import { announce } from './announce.ts';
import { h, iconButton } from './dom.ts';
import { failureOf, put } from './http.ts';

const reasons: [NonNullable<OwnFeedback['reason']>, string][] = [
  ['wrong', 'It is wrong'],
  ['outdated', 'It is outdated'],
  ['not-grounded', 'The sources do not say that'],
  ['missing-source', 'A source is missing'],
  ['other', 'Something else'],
];

/** The thumbs, and the form that opens after a thumb down. A rating is saved at once; the form adds a reason to it. */
export const feedbackBar = (turnId: string, given: OwnFeedback | undefined, keep: (feedback: OwnFeedback) => void) => {
  let current = given;
  const note = h('span', { class: 'feedback-note muted' });
  const up = iconButton('up', 'This helped', () => void send({ rating: 'up' }));
  const down = iconButton(
    'down',
    'This did not help',
    () => void send({ rating: 'down', reason: current?.reason }, true),
  );
  const buttons = h(
    'div',
    { class: 'feedback', attr: { role: 'group', 'aria-label': 'Was this helpful?' } },
    up,
    down,
    note,
  );
  const form = h('div', { class: 'feedback-form', hidden: true });

  const show = () => {
    up.setAttribute('aria-pressed', String(current?.rating === 'up'));
    down.setAttribute('aria-pressed', String(current?.rating === 'down'));
  };

  const send = async (feedback: OwnFeedback, ask = false) => {
    const before = current;
    const wasOpen = !form.hidden;
    current = feedback;
    show();
    form.hidden = true;
    try {
      await put(`/api/v1/turns/${encodeURIComponent(turnId)}/feedback`, feedback);
      keep(feedback);
      if (ask) openForm(feedback);
      else thank();
    } catch (error) {
      current = before;
      show();
      const { message, remedy } = failureOf(error);
      note.textContent = `${message} ${remedy}`;
      announce(`${message} ${remedy}`);
      // Reopens the form with the typed text, so that it can be sent again.
      form.hidden = !wasOpen;
    }
  };

  const thank = () => {
    note.textContent = 'Thank you. Your feedback is saved.';
    announce('Thank you. Your feedback is saved.');
  };

  const openForm = (feedback: OwnFeedback) => {
    note.textContent = '';
    const answer = h('textarea', {
      dir: 'auto',
      rows: 2,
      maxLength: 4000,
      value: feedback.answer ?? feedback.comment ?? '',
      placeholder: 'What would have been right? (if you know)',
      attr: { 'aria-label': 'What would have been right?' },
    });
    const radios = reasons.map(([value, words]) => {
      const radio = h('input', { type: 'radio', name: `reason-${turnId}`, value, checked: value === feedback.reason });
      return { radio, label: h('label', { class: 'choice' }, radio, h('span', {}, words)) };
    });
    const chosen = () => radios.find(({ radio }) => radio.checked)?.radio.value as OwnFeedback['reason'];
    form.replaceChildren(
      h(
        'form',
        {
          on: {
            submit: (event: SubmitEvent) => {
              event.preventDefault();
              void send({ rating: 'down', reason: chosen(), answer: answer.value });
              down.focus();
            },
            keydown: (event: KeyboardEvent) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              form.hidden = true;
              down.focus();
            },
          },
        },
        h(
          'fieldset',
          {},
          h('legend', {}, 'What is wrong with this answer?'),
          h('div', { class: 'choices' }, ...radios.map(({ label }) => label)),
        ),
        answer,
        h(
          'div',
          { class: 'form-end' },
          h('button', { type: 'submit', class: 'button button-solid' }, 'Send'),
          h('span', { class: 'muted' }, 'Your rating is saved. Details help to fix the answer.'),
        ),
      ),
    );
    form.hidden = false;
    // `focus` alone would scroll to the first radio button only and leave the rest of the form out of view.
    radios[0]?.radio.focus({ preventScroll: true });
    // Without animation: a click into the form would stop a smooth scroll halfway.
    form.scrollIntoView({ block: 'nearest' });
  };

  show();
  return { buttons, form };
};
