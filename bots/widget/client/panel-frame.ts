import { h, icon, iconButton } from '../../web/client/dom.ts';

/** Callbacks of the panel's controls. */
export interface PanelActions {
  submit(): void;
  /** Called when the send button is pressed, which sends a question or stops the running turn. */
  send(): void;
  restart(): void;
  close(): void;
}

/** About six lines of a question; more of them scroll. */
const MAX_BOX_PX = 140;

/** Creates the panel's elements: header, log of turns, and the text field with its button. */
export const panelFrame = (title: string, { submit, send, restart, close }: PanelActions) => {
  let running = false;
  const box = h('textarea', {
    rows: 1,
    dir: 'auto',
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
  // Screen readers announce what is added to a log. A turn is marked busy while it streams, so it is read when finished.
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
    // The height that CSS sets includes the borders, and scrollHeight does not.
    const borders = box.offsetHeight - box.clientHeight;
    box.style.height = `${Math.min(box.scrollHeight + borders, MAX_BOX_PX)}px`;
    const isOff = !running && box.value.trim() === '';
    // A button that is switched off loses the focus, and then Escape would not close the chat.
    if (isOff && button.matches(':focus')) box.focus();
    button.disabled = isOff;
  };

  return {
    element,
    box,
    ideas,
    log,
    /** Resizes the text field to fit its text. */
    grow,
    /** Makes the button stop the running turn, or send. */
    setRunning(now: boolean) {
      running = now;
      button.replaceChildren(icon(now ? 'stop' : 'send'));
      button.setAttribute('aria-label', now ? 'Stop' : 'Ask');
      grow();
    },
  };
};
