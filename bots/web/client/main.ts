import type { About, PageSample, SessionView, SharedAnswer, SharedThread, ThreadSummary, ThreadView } from '../api.ts';
import { announce } from './announce.ts';
import { createComposer } from './composer.ts';
import { showDocument } from './document-panel.ts';
import { h, iconButton } from './dom.ts';
import { keepUnsent, takeDraft } from './draft.ts';
import { onDroppedFiles, whereToAddFiles } from './dropped-files.ts';
import { encoderOffer } from './encoder-offer.ts';
import { failureOf, get, post } from './http.ts';
import { keepFocus } from './keep-focus.ts';
import { noticeBanners } from './notices.ts';
import { createPanel } from './panel.ts';
import { createReasoningView } from './reasoning-view.ts';
import { failureNote, sharedThreadView, sharedView } from './shared-view.ts';
import { createSidebar } from './sidebar.ts';
import { createThread, type Thread } from './thread.ts';
import { createThreadMenu } from './thread-menu.ts';
import type { CardActions } from './turn-card.ts';
import { noEmailBanner, quoteBanner, suggestionList, welcome } from './welcome.ts';

const ABOUT = '/api/v1/about?suggestions=no';
let about: About = { documents: 0, suggestions: [], sample: false, strategies: [], sources: [] };
/** Finding questions takes a search for each, so the page shows without them and adds them when they come. */
let suggested: Promise<readonly string[]> | undefined;
let thread: Thread | undefined;

const panel = createPanel(
  () => [main, sidebar.element],
  () => composer.focus(),
);
const view = createReasoningView(panel);
const sidebar = createSidebar({
  newThread: () => openThread(undefined),
  openThread,
  forget,
  signOut: () => void signOut(),
  search: (words) => {
    searchWords = words;
    void refreshThreads();
  },
});
let session: SessionView | undefined;
let sample: PageSample | undefined;
let encoder: HTMLElement | undefined;
/** The search words for the list of threads; empty to list all. */
let searchWords = '';
const composer = createComposer(ask, () => void thread?.stop());
const title = h('h1', { class: 'top-title', hidden: true });
const mode = h('span', { class: 'mode' });
const banner = h('div', {});
const news = h('div', {});
const dropped = h('div', { class: 'dropped' });
const menu = createThreadMenu(() => (thread ? { id: thread.id, title: title.textContent ?? '' } : undefined), {
  changed: () => void refreshThreads(),
  deleted: () => void openThread(undefined),
});
const stage = h('div', { class: 'stage' });
const main = h(
  'main',
  { class: 'main' },
  h(
    'header',
    { class: 'top' },
    iconButton('menu', 'Threads', () => document.body.classList.toggle('with-sidebar'), { class: 'menu' }),
    title,
    menu.element,
    mode,
  ),
  h('div', { class: 'scroll' }, h('div', { class: 'column' }, banner, news, stage)),
  h('div', { class: 'composer-row' }, h('div', { class: 'column' }, dropped, composer.element)),
);
const shade = h('div', { class: 'shade', on: { click: () => document.body.classList.remove('with-sidebar') } });
const app = document.querySelector('#app');
app?.replaceChildren(sidebar.element, shade, main, panel.element);
if (app) keepFocus(app, () => composer.focus());

const cardActions: CardActions = {
  askAgain: ask,
  edit: (question) => composer.edit(question),
  openSource: (citation) => {
    view.leave();
    void showDocument(panel, citation);
  },
  openReasoning: (turn) => void view.open(turn),
};

/** Opens a thread, or the welcome page for `undefined`, and adds it to the browser's history. */
async function openThread(id: string | undefined, { push = true } = {}): Promise<void> {
  thread?.leave();
  thread = undefined;
  panel.close();
  composer.element.hidden = false;
  banner.hidden = false;
  composer.setRunning(false);
  if (push) history.pushState({}, '', id ? `/t/${encodeURIComponent(id)}` : '/');
  if (!id) {
    showTitle('');
    const removable = sample && { ...sample, remove: () => void removeSample() };
    const welcomed = welcome(about, removable, { mayAdd: session?.person.role === 'admin', encoder });
    stage.replaceChildren(welcomed);
    void addSuggestions(welcomed);
    menu.show(false);
    composer.focus();
    return void refreshThreads();
  }
  showTitle('');
  const opened = begin(id);
  try {
    const view = await get<ThreadView>(`/api/v1/conversations/${encodeURIComponent(id)}`);
    if (!isCurrent(opened)) return;
    opened.fill(view);
    opened.element.lastElementChild?.scrollIntoView({ block: 'start' });
  } catch (error) {
    const { message, remedy } = failureOf(error);
    stage.replaceChildren(failureNote(message, remedy));
    thread = undefined;
  }
  await refreshThreads();
  composer.focus();
}

async function addSuggestions(welcomed: HTMLElement): Promise<void> {
  suggested ??= get<About>('/api/v1/about').then(({ suggestions }) => suggestions);
  const list = suggestionList(
    await suggested.catch(() => {
      suggested = undefined;
      return [];
    }),
    ask,
  );
  if (list && welcomed.isConnected) welcomed.append(list);
}

/** Shows what was asked in the open thread elsewhere, such as in another tab. */
async function catchUp(): Promise<void> {
  const open = thread;
  if (!open || open.isSending) return;
  const view = await get<ThreadView>(`/api/v1/conversations/${encodeURIComponent(open.id)}`).catch(() => undefined);
  if (view && isCurrent(open) && !open.isSending) open.fill(view);
}

/** False when another thread was opened while this one was loading. */
const isCurrent = (one: Thread): boolean => thread === one;

function begin(id: string): Thread {
  const begun = createThread(id, {
    running: (now) => composer.setRunning(now),
    progressed: (turn) => view.progressed(turn),
    changed: () => void Promise.all([refreshThreads(), refreshSession()]),
    ...cardActions,
  });
  stage.replaceChildren(begun.element);
  thread = begun;
  return begun;
}

function beginNew(): Thread {
  const id = `web:${crypto.randomUUID()}`;
  history.pushState({}, '', `/t/${encodeURIComponent(id)}`);
  return begin(id);
}

function ask(text: string): void {
  const current = thread ?? beginNew();
  if (title.hidden) showTitle(text);
  current.ask({ text, strategy: composer.strategy, sources: composer.sources });
}

/** Shows a single answer to which a chat on another platform links. */
async function openShared(id: string): Promise<void> {
  composer.element.hidden = true;
  banner.hidden = true;
  try {
    const key = new URLSearchParams(location.search).get('key') ?? '';
    const answer = await get<SharedAnswer>(`/api/v1/shared/${encodeURIComponent(id)}?${new URLSearchParams({ key })}`);
    document.title = `${answer.question} · Parley`;
    stage.replaceChildren(sharedView(answer, cardActions));
  } catch (error) {
    const { message, remedy } = failureOf(error);
    stage.replaceChildren(failureNote(message, remedy));
  }
  await refreshThreads();
}

/** Shows the parts of a shared thread that the reader may see. */
async function openSharedThread(key: string): Promise<void> {
  composer.element.hidden = true;
  banner.hidden = true;
  menu.show(false);
  try {
    const shared = await get<SharedThread>(`/api/page/shares/${encodeURIComponent(key)}`);
    document.title = `${shared.title} · Parley`;
    stage.replaceChildren(sharedThreadView(shared, { ...cardActions, edit: undefined }));
  } catch (error) {
    const { message, remedy } = failureOf(error);
    stage.replaceChildren(failureNote(message, remedy));
  }
}

async function removeSample(): Promise<void> {
  if (!sample || !confirm('Remove the sample handbook? It comes back when Parley starts in a folder without pages.'))
    return;
  try {
    await post('/api/console/forget', { id: sample.source, dryRun: false });
    about = await get<About>(ABOUT);
    sample = undefined;
    suggested = undefined;
    announce('The sample handbook is removed.');
    await openThread(undefined, { push: false });
  } catch (error) {
    alert(failureOf(error).message);
  }
}

async function refreshThreads(): Promise<void> {
  const query = searchWords === '' ? '' : `?q=${encodeURIComponent(searchWords)}`;
  const threads = await get<ThreadSummary[]>(`/api/page/threads${query}`).catch(() => undefined);
  if (!threads) return;
  const current = threads.find(({ id }) => id === thread?.id);
  sidebar.show(threads, thread?.id, searchWords);
  if (searchWords !== '' && !current) return;
  menu.show(current !== undefined, current);
  // A thread whose first question has not arrived yet is in no list, and keeps the question as its title.
  showTitle(current?.title ?? (thread ? (title.textContent ?? '') : ''));
}

function showTitle(text: string): void {
  title.textContent = text;
  title.hidden = text === '';
  document.title = text === '' ? 'Parley' : `${text} · Parley`;
}

async function forget(): Promise<void> {
  if (!confirm('Erase all your threads, answers and feedback? This cannot be undone.')) return;
  try {
    await post('/api/v1/me/forget');
    announce('Your threads, answers and feedback are erased.');
  } catch (error) {
    alert(failureOf(error).message);
  }
  await openThread(undefined);
}

/** The next person at this browser finds nothing of this one, not even what they had typed. */
async function signOut(): Promise<void> {
  try {
    await post('/api/session/end');
    composer.edit('');
    takeDraft();
    location.assign('/');
  } catch (error) {
    alert(failureOf(error).message);
  }
}

/** Asks who is at the page, and shows what they may do: an admin may have changed it, or they signed out in another tab. */
async function refreshSession(): Promise<void> {
  const newest = await get<SessionView>('/api/session').catch(() => undefined);
  const before = session?.person;
  if (!newest || !before || (newest.person.role === before.role && newest.person.id === before.id)) return;
  session = newest;
  suggested = undefined;
  sidebar.setSession(session);
  await learnWhatAdminsSee();
  if (location.pathname === '/') await openThread(undefined, { push: false });
  else await refreshThreads();
}

async function learnWhatAdminsSee(): Promise<void> {
  [sample, encoder] = [undefined, undefined];
  if (session?.person.role !== 'admin') return;
  const asked = get<{ sample?: PageSample }>('/api/page/sample').catch(() => undefined);
  [sample, encoder] = await Promise.all([asked.then((found) => found?.sample), encoderOffer()]);
}

/** Shows an ingested page beside the welcome page. Citations in API and MCP answers link to this view. */
async function openCited(): Promise<void> {
  const query = new URLSearchParams(location.search);
  await openThread(undefined, { push: false });
  await showDocument(panel, {
    documentId: query.get('id') ?? '',
    passageId: query.get('passage') ?? undefined,
    title: 'Page',
  });
}

/** Opens what the browser's address names: a thread, a shared answer or thread, an ingested page, or the welcome page. */
const openAddress = (): Promise<void> => {
  if (location.pathname === '/d') return openCited();
  const [, kind, id = ''] = /^\/([tas])\/([^/]+)$/.exec(location.pathname) ?? [];
  if (kind === 's') return openSharedThread(decodeURIComponent(id));
  if (kind === 'a') return openShared(decodeURIComponent(id));
  return openThread(kind === 't' ? decodeURIComponent(id) : undefined, { push: false });
};

onDroppedFiles(() => dropped.replaceChildren(whereToAddFiles(session?.person.role === 'admin')));

addEventListener('pagehide', () => keepUnsent(composer.typed));

addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return;
  void refreshSession();
  void catchUp();
});
// Of two windows side by side both stay visible.
addEventListener('focus', () => void catchUp());

addEventListener('popstate', () => void openAddress());

addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]');
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    panel.close();
    composer.focus();
  } else if (event.key === 'Escape') {
    if (document.body.classList.contains('with-sidebar')) document.body.classList.remove('with-sidebar');
    else if (panel.isOpen) panel.close();
    else void thread?.stop();
  }
});

// Before anything is waited for, so that it does not replace what is typed meanwhile.
const draft = takeDraft();
if (draft !== undefined) composer.edit(draft);
[about, session] = await Promise.all([
  get<About>(ABOUT).catch(() => about),
  get<SessionView>('/api/session').catch(() => undefined),
]);
sidebar.setSession(session);
await learnWhatAdminsSee();
composer.offer(about);
mode.textContent = about.model ?? 'Quoting';
mode.title = about.model ? 'The model that answers' : 'No model is set: answers are quotes';
mode.classList.toggle('mode-quote', !about.model);
banner.replaceChildren(...[noEmailBanner(session?.person), quoteBanner(about)].filter((one) => one !== undefined));
await openAddress();
news.replaceChildren(...(await noticeBanners((id) => void openThread(id))));
