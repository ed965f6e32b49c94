import type { About } from '../api.ts';
import { h, icon } from './dom.ts';
import { createSourceChoice } from './source-choice.ts';

/** The form in which a person types and sends a question. */
export interface Composer {
  element: HTMLElement;
  /** Focuses the text field, except on touch screens, where that would open the on-screen keyboard. */
  focus(): void;
  /** While a turn is running, the button stops it and Enter sends nothing. */
  setRunning(running: boolean): void;
  /** Sets the strategies and sources to choose from; hides a menu without a choice. */
  offer(about: Pick<About, 'strategies' | 'sources'>): void;
  /** Fills the text field with a question, so that the person can change it before sending. */
  edit(text: string): void;
  /** The text in the field. */
  readonly typed: string;
  /** Undefined for `auto`. */
  readonly strategy: string | undefined;
  /** Undefined for all sources. */
  readonly sources: string[] | undefined;
}

/** @param stop called by the button, or by Esc in the text field, while a turn is running */
export const createComposer = (ask: (text: string) => void, stop: () => void): Composer => {
  let running = false;
  const box = h('textarea', {
    id: 'question',
    rows: 1,
    dir: 'auto',
    placeholder: 'Ask about your pages…',
    maxLength: 8000,
    attr: { 'aria-label': 'Your question', 'aria-describedby': 'keys', enterkeyhint: 'send', autocomplete: 'off' },
    on: {
      input: () => grow(),
      keydown: (event) => {
        if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          submit();
        } else if (event.key === 'Escape' && running) {
          event.stopPropagation();
          stop();
        }
      },
    },
  });
  const button = h(
    'button',
    { type: 'submit', class: 'send', title: 'Ask (Enter)', attr: { 'aria-label': 'Ask' } },
    icon('send'),
  );

  const choice = h('select', { attr: { 'aria-label': 'How to answer' }, title: 'How the question is answered' });
  const ofStrategy = h('div', { class: 'choice-of-strategy', hidden: true }, choice);
  const ofSources = createSourceChoice();
  const choices = h('div', { class: 'ask-options', hidden: true }, ofSources.element, ofStrategy);

  const focus = () => matchMedia('(hover: hover)').matches && box.focus();

  const grow = () => {
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 200)}px`;
    const isOff = !running && box.value.trim() === '';
    // A button that is switched off loses the focus.
    if (isOff && document.activeElement === button) focus();
    button.disabled = isOff;
  };

  const submit = () => {
    const text = box.value.trim();
    if (running || text === '') return;
    box.value = '';
    grow();
    ask(text);
  };

  const element = h(
    'form',
    {
      class: 'composer',
      on: {
        submit: (event: SubmitEvent) => {
          event.preventDefault();
          if (running) stop();
          else submit();
        },
      },
    },
    h('div', { class: 'composer-box' }, box, choices, button),
    h(
      'p',
      { class: 'keys', id: 'keys' },
      h('span', {}, h('kbd', {}, 'Enter'), ' asks'),
      h('span', {}, h('kbd', {}, 'Shift Enter'), ' new line'),
      h('span', {}, h('kbd', {}, '/'), ' comes back here'),
      h('span', {}, h('kbd', {}, 'Esc'), ' stops, closes'),
    ),
  );
  button.disabled = true;

  return {
    element,
    focus,
    setRunning(now) {
      running = now;
      button.replaceChildren(icon(running ? 'stop' : 'send'));
      button.setAttribute('aria-label', running ? 'Stop this answer' : 'Ask');
      button.title = running ? 'Stop (Esc)' : 'Ask (Enter)';
      button.classList.toggle('stopping', running);
      grow();
    },
    offer({ strategies, sources }) {
      choice.replaceChildren(...modes(strategies));
      ofStrategy.hidden = strategies.length === 0;
      ofSources.offer(sources);
      choices.hidden = ofStrategy.hidden && ofSources.element.hidden;
    },
    edit(text) {
      box.value = text;
      grow();
      box.focus();
      box.setSelectionRange(text.length, text.length);
    },
    get typed() {
      return box.value;
    },
    get strategy() {
      return choice.value === 'auto' ? undefined : choice.value || undefined;
    },
    get sources() {
      return ofSources.chosen;
    },
  };
};

/** Strategies with a plain name, listed first. The menu lists all other strategies by their own names, for experts. */
const MODES: readonly (readonly [strategy: string, words: string])[] = [
  ['auto', 'Automatic'],
  ['hybrid', 'Thorough'],
  ['quote', 'Quotes only'],
];

const modes = (strategies: readonly string[]): HTMLElement[] => {
  const plain = MODES.filter(([strategy]) => strategy === 'auto' || strategies.includes(strategy));
  const methods = strategies.filter((name) => !plain.some(([strategy]) => strategy === name));
  return [
    ...plain.map(([value, words]) => h('option', { value }, words)),
    ...(methods.length > 0
      ? [h('optgroup', { label: 'For experts' }, ...methods.map((value) => h('option', { value }, value)))]
      : []),
  ];
};
