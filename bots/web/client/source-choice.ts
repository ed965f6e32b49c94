import { h, icon } from './dom.ts';

/** A menu to choose the sources that the next questions search. */
export interface SourceChoice {
  element: HTMLElement;
  /** Sets the sources to choose from; the menu is hidden when there are fewer than two. */
  offer(sources: readonly string[]): void;
  /** The chosen sources; undefined for all sources. */
  readonly chosen: string[] | undefined;
}

const ALL = 'All sources';
/** Maximum width of the menu in pixels, as in style/composer.css (20rem): the menu is positioned before its layout is known. */
const MENU_WIDTH = 320;
const MARGIN = 8;

/** Creates a button that opens a popover with a checkbox for each source. */
export const createSourceChoice = (): SourceChoice => {
  let chosen: string[] = [];
  let boxes: HTMLInputElement[] = [];

  const closeOnEsc = (event: KeyboardEvent) => {
    // Esc elsewhere stops the running turn; here it only closes the list.
    if (event.key === 'Escape' && menu.matches(':popover-open')) {
      event.preventDefault();
      event.stopPropagation();
      menu.hidePopover();
      button.focus();
    }
  };
  const menu = h('fieldset', {
    class: 'source-menu',
    id: 'source-menu',
    popover: 'auto',
    on: { keydown: closeOnEsc, beforetoggle: () => positionMenu() },
  });
  const words = h('span', {}, ALL);
  const button = h(
    'button',
    {
      type: 'button',
      class: 'source-button',
      title: 'Where to look',
      popoverTargetElement: menu,
      on: { keydown: closeOnEsc },
    },
    icon('page'),
    words,
  );
  const element = h('div', { class: 'choice-of-sources', hidden: true }, button, menu);

  /** A popover is in the browser's top layer, where CSS cannot place it relative to the button. */
  const positionMenu = () => {
    const { left, top } = button.getBoundingClientRect();
    menu.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - MENU_WIDTH - MARGIN))}px`;
    menu.style.bottom = `${innerHeight - top + MARGIN}px`;
  };

  const show = () => {
    const [first] = chosen;
    words.textContent = first === undefined ? ALL : chosen.length === 1 ? first : `${chosen.length} sources`;
    button.setAttribute('aria-label', `Where to look: ${chosen.length > 0 ? chosen.join(', ') : 'all sources'}`);
    button.classList.toggle('chosen', chosen.length > 0);
    for (const box of boxes) box.checked = box.value === '' ? chosen.length === 0 : chosen.includes(box.value);
  };

  const choose = (box: HTMLInputElement) => {
    chosen =
      box.value === '' ? [] : boxes.filter(({ value, checked }) => value !== '' && checked).map((one) => one.value);
    show();
  };

  const line = (value: string) => {
    const box = h('input', { type: 'checkbox', value, on: { change: () => choose(box) } });
    boxes.push(box);
    return h('label', { title: value }, box, h('span', {}, value || ALL));
  };

  return {
    element,
    offer(sources) {
      boxes = [];
      chosen = chosen.filter((source) => sources.includes(source));
      menu.replaceChildren(h('legend', {}, 'Where to look'), ...['', ...sources].map(line));
      element.hidden = sources.length < 2;
      show();
    },
    get chosen() {
      return chosen.length > 0 ? [...chosen] : undefined;
    },
  };
};
