import type { About } from '../api.ts';
import { h, icon } from './dom.ts';
import { createSourceChoice } from './source-choice.ts';

/** The box for the question. */
export interface Composer {
  element: HTMLElement;
  /** Puts the cursor into the box, unless that would open a keyboard on the screen. */
  focus(): void;
  /** While an answer runs, the button stops it. */
  setRunning(running: boolean): void;
  /** Offers strategies and sources for the next question; shows nothing when there is no choice. */
  offer(about: Pick<About, 'strategies' | 'sources'>): void;
  /** Puts a question into the box, to be changed and asked. */
  edit(text: string): void;
  /** What stands in the box. */
  readonly typed: string;
  readonly strategy: string | undefined;
  readonly sources: string[] | undefined;
}

/** @param stop asked for by the button, or by Esc in the box */
export const createComposer = (ask: (text: string) => void, stop: () => void): Composer => {
  let running = false;
  const box = h('textarea', {
    id: 'question',
    rows: 1,
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

  const grow = () => {
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 200)}px`;
    button.disabled = !running && box.value.trim() === '';
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
    // On a phone, focus would open the keyboard over the text.
    focus: () => matchMedia('(hover: hover)').matches && box.focus(),
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

/** Ways to answer in a person's words, where their strategies are there; the methods by name stand below, for experts. */
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
