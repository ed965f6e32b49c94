import { h, icon, iconButton } from '../../web/client/dom.ts';

/** What the parts of the panel call. */
export interface PanelActions {
  submit(): void;
  /** The send button was pressed: it sends, or stops what runs. */
  send(): void;
  restart(): void;
  close(): void;
}

/** The panel's elements: a head, the log of turns, and the box for the next question with its button. */
export const panelFrame = (title: string, { submit, send, restart, close }: PanelActions) => {
  let running = false;
  const box = h('textarea', {
    rows: 1,
    maxLength: 8000,
    placeholder: 'Ask a question…',
    attr: { 'aria-label': 'Your question', enterkeyhint: 'send', autocomplete: 'off' },
    on: {
      input: () => grow(),
      keydown: (event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        submit();
      },
    },
  });
  const button = h('button', { type: 'submit', class: 'send', attr: { 'aria-label': 'Ask' } }, icon('send'));
  const ideas = h('div', { class: 'ideas' });
  // A log is read out as it grows, one finished answer at a time: while an answer streams, its turn is marked busy.
  const log = h('div', { class: 'log', tabIndex: 0, attr: { role: 'log', 'aria-label': 'Answers' } }, ideas);
  const form = h(
    'form',
    {
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          send();
        },
      },
    },
    box,
    button,
  );
  const element = h(
    'section',
    { class: 'panel', id: 'panel', hidden: true, attr: { role: 'dialog', 'aria-label': title } },
    h(
      'header',
      {},
      h('h2', {}, title),
      iconButton('plus', 'New conversation', restart),
      iconButton('close', 'Close', close),
    ),
    log,
    form,
    h('p', { class: 'small' }, 'Answers come from the pages cited. They can be wrong; check them.'),
  );

  const grow = () => {
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 140)}px`;
    button.disabled = !running && box.value.trim() === '';
  };

  return {
    element,
    box,
    ideas,
    log,
    /** Fits the box to its text. */
    grow,
    /** The button sends, or stops what runs. */
    setRunning(now: boolean) {
      running = now;
      button.replaceChildren(icon(now ? 'stop' : 'send'));
      button.setAttribute('aria-label', now ? 'Stop' : 'Ask');
      grow();
    },
  };
};
