import { h, iconButton } from './dom.ts';

/** The side panel, which shows a page with a marked quote or an answer's reasoning. On a phone it covers the page. */
export interface Panel {
  element: HTMLElement;
  /** Shows content under a heading and moves the focus there; closing returns the focus. */
  open(heading: string, content: Node, extra?: Node): void;
  /** Replaces the open content without moving the focus or the scroll position. */
  update(content: Node): void;
  close(): void;
  readonly isOpen: boolean;
}

/**
 * @param behind the elements that are inert while the panel covers them on a narrow screen
 * @param focusElsewhere called when the panel closes and what opened it is gone
 */
export const createPanel = (behind: () => readonly HTMLElement[], focusElsewhere: () => void): Panel => {
  const title = h('h2', { class: 'panel-title', tabIndex: -1, id: 'panel-title' });
  const extra = h('div', { class: 'panel-extra' });
  const body = h('div', {
    class: 'panel-body',
    tabIndex: 0,
    attr: { role: 'region', 'aria-labelledby': 'panel-title' },
  });
  const covers = matchMedia('(max-width: 1023px)');
  let opener: Element | null = null;

  const panel: Panel = {
    element: h(
      'aside',
      { class: 'panel', hidden: true, attr: { 'aria-labelledby': 'panel-title' } },
      h(
        'header',
        { class: 'panel-head' },
        title,
        extra,
        iconButton('close', 'Close the panel (Esc)', () => panel.close()),
      ),
      body,
    ),
    open(heading, content, more) {
      if (!panel.isOpen) opener = document.activeElement;
      title.textContent = heading;
      body.replaceChildren(content);
      extra.replaceChildren(...(more ? [more] : []));
      panel.element.hidden = false;
      document.body.classList.add('with-panel');
      cover();
      title.focus({ preventScroll: true });
      body.scrollTop = 0;
    },
    update(content) {
      body.replaceChildren(content);
    },
    close() {
      if (!panel.isOpen) return;
      panel.element.hidden = true;
      document.body.classList.remove('with-panel');
      cover();
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else focusElsewhere();
    },
    get isOpen() {
      return !panel.element.hidden;
    },
  };
  const cover = () => {
    for (const element of behind()) element.inert = panel.isOpen && covers.matches;
  };
  covers.addEventListener('change', cover);
  return panel;
};
