import type { SessionView, ThreadSummary } from '../api.ts';
import type { IconName } from '../design/icons.ts';
import { asAgo } from './dates.ts';
import { h, icon, iconButton } from './dom.ts';

/** Callbacks of the sidebar. */
export interface SidebarActions {
  newThread(): void;
  openThread(id: string): void;
  forget(): void;
  signOut(): void;
  /** Searches the threads by words in their titles, questions and answers; an empty text lists all threads. */
  search(words: string): void;
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The sidebar with the list of threads, links to console and sign-in, the theme, and "Erase my threads". */
export const createSidebar = (actions: SidebarActions) => {
  const list = h('ul', { class: 'threads' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const search = h('input', {
    type: 'search',
    class: 'thread-search',
    placeholder: 'Find a thread',
    dir: 'auto',
    hidden: true,
    attr: { 'aria-label': 'Find a thread' },
    on: {
      input: () => {
        clearTimeout(timer);
        timer = setTimeout(() => actions.search(search.value.trim()), 200);
      },
    },
  });
  const account = h('div', { class: 'account' });
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
    search,
    list,
    h(
      'div',
      { class: 'sidebar-end' },
      account,
      themeButton(),
      iconButton('erase', 'Erase my threads', actions.forget, { words: true, class: 'quiet' }),
    ),
  );

  return {
    element,
    /** Shows who is signed in, a link to the console for reviewers and admins, and a way to sign in or out. */
    setSession(session: SessionView | undefined) {
      if (!session) return;
      const { person, signIn } = session;
      const link = (name: IconName, words: string, href: string) =>
        h('a', { class: 'button quiet', href }, icon(name), h('span', {}, words));
      const name = person.name ?? person.email;
      const isSignedIn = person.by === 'oidc' || person.by === 'local';
      account.replaceChildren(
        ...(isSignedIn && name !== undefined
          ? [h('p', { class: 'account-name', title: person.email ?? name }, name)]
          : []),
        ...(person.role === 'asker' ? [] : [link('gear', 'Console', '/console/sources')]),
        ...(signIn.provider && person.by === 'none'
          ? [link('lock', 'Sign in', `/sign-in?to=${encodeURIComponent(location.pathname)}`)]
          : []),
        ...(isSignedIn ? [iconButton('out', 'Sign out', actions.signOut, { words: true, class: 'quiet' })] : []),
      );
    },
    show(threads: readonly ThreadSummary[], current: string | undefined, words = '') {
      search.hidden = threads.length < 5 && words === '';
      if (threads.length === 0 && words !== '')
        return list.replaceChildren(h('li', { class: 'none muted' }, 'None found.'));
      return list.replaceChildren(
        ...threads.map(({ id, title, updatedAt, pinned }) =>
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
              h('span', { class: 'thread-title', dir: 'auto' }, title),
              pinned && h('span', { class: 'pinned', title: 'Pinned' }, icon('pin')),
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
