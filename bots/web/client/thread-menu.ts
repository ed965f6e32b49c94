import type { ThreadSummary, ThreadView } from '../api.ts';
import { announce } from './announce.ts';
import { h, iconButton } from './dom.ts';
import { failureOf, get, post, put } from './http.ts';
import { threadMarkdown } from './thread-markdown.ts';

/** Called after the menu changed or deleted the open thread. */
export interface ThreadMenuEvents {
  changed(): void;
  deleted(): void;
}

/** Buttons to rename, pin, share, export and delete the open thread. @param current the open thread, if any */
export const createThreadMenu = (
  current: () => Pick<ThreadSummary, 'id' | 'title'> | undefined,
  events: ThreadMenuEvents,
) => {
  let pinned = false;
  /** Wraps an action on the open thread: does nothing without one, and shows failures in an alert. */
  const withThread =
    (work: (path: string, thread: Pick<ThreadSummary, 'id' | 'title'>) => Promise<unknown>) => async () => {
      const thread = current();
      if (!thread) return;
      try {
        await work(`/api/page/threads/${encodeURIComponent(thread.id)}`, thread);
      } catch (error) {
        const { message, remedy } = failureOf(error);
        alert(`${message} ${remedy}`);
      }
    };

  const rename = withThread(async (path, { title }) => {
    const next = prompt('A name for this thread', title)?.trim();
    if (!next || next === title) return;
    await put(path, { title: next });
    events.changed();
  });
  const pin = withThread(async (path) => {
    await put(path, { pinned: !pinned });
    events.changed();
  });
  const share = withThread(async (path) => {
    const { path: link } = await post<{ path: string }>(`${path}/share`);
    const address = new URL(link, location.href).href;
    await navigator.clipboard.writeText(address).catch(() => prompt('The link to this thread', address));
    announce('The link is copied. Whoever opens it sees the answers whose pages they may see.');
    note.textContent = 'Link copied';
    setTimeout(() => (note.textContent = ''), 4000);
    events.changed();
  });
  const unshare = withThread(async (path) => {
    await post(`${path}/unshare`);
    announce('The link to this thread no longer works.');
    shareButton.focus();
    events.changed();
  });
  const exportMarkdown = withThread(async (_, { id, title }) => {
    const { turns } = await get<ThreadView>(`/api/v1/conversations/${encodeURIComponent(id)}`);
    const link = h('a', {
      href: URL.createObjectURL(new Blob([threadMarkdown(title, turns)], { type: 'text/markdown' })),
      download: `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'thread'}.md`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const remove = withThread(async (path) => {
    if (!confirm('Delete this thread with its answers? This cannot be undone.')) return;
    await post(`${path}/delete`);
    announce('The thread is deleted.');
    events.deleted();
  });

  const note = h('span', { class: 'menu-note muted', attr: { role: 'status' } });
  const shareButton = iconButton('share', 'Copy a link to this thread', () => void share());
  const unshareButton = iconButton('lock', 'End the link to this thread', () => void unshare());
  unshareButton.hidden = true;
  const pinButton = iconButton('pin', 'Pin this thread', () => void pin());
  const element = h(
    'div',
    { class: 'thread-menu', hidden: true, attr: { role: 'group', 'aria-label': 'This thread' } },
    note,
    iconButton('pen', 'Rename this thread', () => void rename()),
    pinButton,
    shareButton,
    unshareButton,
    iconButton('down2', 'Export as Markdown', () => void exportMarkdown()),
    iconButton('erase', 'Delete this thread', () => void remove()),
  );
  return {
    element,
    show(visible: boolean, thread?: ThreadSummary) {
      element.hidden = !visible;
      pinned = thread?.pinned ?? false;
      unshareButton.hidden = !thread?.shared;
      pinButton.setAttribute('aria-pressed', String(pinned));
    },
  };
};
