import type { ThreadSummary } from '../api.ts';
import { asAgo } from './dates.ts';
import { h, icon, iconButton } from './dom.ts';

/** What the sidebar can ask for. */
export interface SidebarActions {
  newThread(): void;
  openThread(id: string): void;
  forget(): void;
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The list of threads, the theme and "Erase my threads". On a phone it slides in. */
export const createSidebar = (actions: SidebarActions) => {
  const list = h('ul', { class: 'threads' });
  const close = () => document.body.classList.remove('with-sidebar');
  const element = h(
    'nav',
    { class: 'sidebar', attr: { 'aria-label': 'Threads' } },
    h('div', { class: 'brand' }, h('img', { src: iconUrl(), alt: '', width: 28, height: 28 }), h('span', {}, 'Parley')),
    iconButton(
      'plus',
      'New question',
      () => {
        close();
        actions.newThread();
      },
      { words: true, class: 'new-thread' },
    ),
    list,
    h(
      'div',
      { class: 'sidebar-end' },
      themeButton(),
      iconButton('erase', 'Erase my threads', actions.forget, { words: true, class: 'quiet' }),
    ),
  );

  return {
    element,
    show(threads: readonly ThreadSummary[], current: string | undefined) {
      list.replaceChildren(
        ...threads.map(({ id, title, updatedAt }) =>
          h(
            'li',
            {},
            h(
              'a',
              {
                href: `/t/${encodeURIComponent(id)}`,
                class: 'thread',
                attr: id === current ? { 'aria-current': 'page' } : {},
                on: {
                  click: (event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    close();
                    actions.openThread(id);
                  },
                },
              },
              h('span', { class: 'thread-title' }, title),
              h('time', { dateTime: updatedAt }, asAgo(updatedAt)),
            ),
          ),
        ),
      );
    },
  };
};

const iconUrl = () => document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '';

const themeButton = () => {
  let theme = (localStorage.getItem('parley-theme') as Theme | null) ?? 'system';
  const words = h('span', {});
  const button = h('button', { type: 'button', class: 'button quiet' }, icon('theme'), words);
  const show = () => {
    words.textContent = `Theme: ${theme}`;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  button.addEventListener('click', () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    localStorage.setItem('parley-theme', theme);
    show();
  });
  show();
  return button;
};
