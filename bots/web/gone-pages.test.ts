import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { erasePerson } from '../../ingest/forget.ts';
import { indexDocuments } from '../../retrieval/index.ts';
import { openAnswerLinks } from './answer-links.ts';
import type { SharedThread, ThreadView } from './api.ts';
import { openScriptedWeb, page } from './testing/scripted-web.ts';

const QUOTE = 'The quetzal nests above the boiler.';
const TITLE = 'Birds of hall seven';
const ID = 'docs/birds.md';

let web: Awaited<ReturnType<typeof openScriptedWeb>>;
/** The questions `slowly` and `quote slowly`, once everything but the end was said, or `late`, before it cited anything. */
let held: PromiseWithResolvers<void> | undefined;
beforeEach(async () => {
  const citation = { n: 1, documentId: ID, passageId: `${ID}#0`, title: TITLE, quote: QUOTE, kind: 'passage' as const };
  const found = {
    node: 'search',
    kind: 'tool' as const,
    name: 'search_passages',
    label: `Looked up ${TITLE}`,
    at: 1,
    data: { hits: [{ passageId: `${ID}#0`, title: TITLE }] },
  };
  held = undefined;
  web = await openScriptedWeb(
    async ({ text }, say) => {
      say({ type: 'trace', event: found });
      say({ type: 'token', text: text.startsWith('quote') ? QUOTE : 'Up there' });
      const hold = () => {
        held = Promise.withResolvers<void>();
        return held.promise;
      };
      if (text === 'late') await hold();
      say({ type: 'citation', citation });
      if (text === 'slowly' || text === 'quote slowly') await hold();
      if (text === 'quote slowly') say({ type: 'token', text: QUOTE });
      return {
        ...(text.startsWith('quote') ? { text: `${QUOTE} [1]`, mode: 'quote' as const } : { text: 'Up there [1].' }),
        citations: [citation],
        trace: [found],
      };
    },
    { pages: [page(ID, TITLE, QUOTE), page('docs/leave.md', 'Leave', 'Thirty days.')] },
  );
});
afterEach(() => web.close());

const visitor = async () => {
  const cookie = (await fetch(`${web.url}/`)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const send = (method: string, path: string, body?: unknown, { headers, ...more }: RequestInit = {}) =>
    fetch(`${web.url}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...more,
    });
  const thread = async (id: string) => (await send('GET', `/api/v1/conversations/${id}`)).json() as Promise<ThreadView>;
  return {
    send,
    thread,
    async ask(text: string, id = `web:${crypto.randomUUID()}`) {
      await send('POST', `/api/v1/conversations/${id}/questions`, { eventId: crypto.randomUUID(), text });
      await expect.poll(async () => (await thread(id)).turns?.every(({ status }) => status === 'done')).toBe(true);
      return { id, turnId: (await thread(id)).turns.at(-1)?.id ?? '' };
    },
  };
};

/** Reads a stream of events up to the first one of this type. @returns its id */
const idOf = async (type: string, { body }: Response): Promise<string> => {
  let read = '';
  for await (const bytes of body!) {
    read += Buffer.from(bytes).toString();
    const block = read.split('\n\n').find((one) => one.includes(`"type":"${type}"`));
    const id = /^id: ?(.+)$/m.exec(block ?? '')?.[1];
    if (id !== undefined) return id;
  }
  throw new Error(`No event of type ${type}: ${read}`);
};

const ways = {
  'was deleted': () => web.stores.apply({ delete: [ID] }),
  'is for others now': () => indexDocuments({ stores: web.stores }, [page(ID, TITLE, QUOTE, ['board'])]),
};

describe.each(Object.entries(ways))('once a cited page %s', (_, goes) => {
  const shows = async (read: () => Promise<unknown>) => {
    expect(JSON.stringify(await read())).toMatch(/quetzal|Birds of hall seven/);
    await goes();
    const now = await read();
    expect(JSON.stringify(now)).not.toMatch(/quetzal|Birds of hall seven|docs\/birds/);
    return now;
  };

  it('its quotes disappear from saved threads', async () => {
    const ann = await visitor();
    const { id } = await ann.ask('where?');
    const now = (await shows(() => ann.thread(id))) as ThreadView;
    expect(now.turns[0]?.answer).toMatchObject({
      text: 'Up there [1].',
      notices: [expect.stringContaining('deleted')],
    });
  });

  it('an answer that consists of its quotes disappears', async () => {
    const ann = await visitor();
    const { id } = await ann.ask('quote it');
    await shows(() => ann.thread(id));
  });

  it('its quotes disappear from the trace', async () => {
    const ann = await visitor();
    const { turnId } = await ann.ask('where?');
    const now = await shows(async () => (await ann.send('GET', `/api/v1/turns/${turnId}/trace`)).json());
    expect(now).toMatchObject([{ node: 'search', name: 'search_passages' }]);
  });

  it('its quotes disappear from the events of a finished question', async () => {
    const ann = await visitor();
    const { turnId } = await ann.ask('where?');
    await web.stop();
    await web.start();
    await shows(async () => (await ann.send('GET', `/api/v1/turns/${turnId}/events`)).text());
  });

  it.each(['where?', 'quote it'])(
    'its quotes disappear from the events of a question that has just finished: %s',
    async (text) => {
      const ann = await visitor();
      const { turnId } = await ann.ask(text);
      const now = await shows(async () => (await ann.send('GET', `/api/v1/turns/${turnId}/events`)).text());
      expect(now).toContain('"type":"answer"');
    },
  );

  it.each([
    ['so far, and from its answer', 'slowly'],
    ['in further pieces of text', 'quote slowly'],
    ['from now on', 'late'],
  ])('its quotes disappear from what a question says %s', async (_when, text) => {
    const ann = await visitor();
    const id = `web:${crypto.randomUUID()}`;
    await ann.send('POST', `/api/v1/conversations/${id}/questions`, { eventId: crypto.randomUUID(), text });
    await expect.poll(() => held).toBeDefined();
    const { id: turnId = '' } = (await ann.thread(id)).turns[0] ?? {};
    await goes();
    const events = ann.send('GET', `/api/v1/turns/${turnId}/events`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    held?.resolve();
    const shown = await (await events).text();
    expect(shown).not.toMatch(/quetzal|Birds of hall seven|docs\/birds/);
    expect(shown).toContain('"type":"answer"');
  });

  it('its quotes disappear from further pieces of text for whoever comes back after its citation', async () => {
    const ann = await visitor();
    const id = `web:${crypto.randomUUID()}`;
    await ann.send('POST', `/api/v1/conversations/${id}/questions`, {
      eventId: crypto.randomUUID(),
      text: 'quote slowly',
    });
    await expect.poll(() => held).toBeDefined();
    const { id: turnId = '' } = (await ann.thread(id)).turns[0] ?? {};
    const lost = new AbortController();
    const before = await ann.send('GET', `/api/v1/turns/${turnId}/events`, undefined, { signal: lost.signal });
    const last = await idOf('citation', before);
    lost.abort();
    await goes();
    const events = ann.send('GET', `/api/v1/turns/${turnId}/events`, undefined, { headers: { 'last-event-id': last } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    held?.resolve();
    const shown = await (await events).text();
    expect(shown).not.toMatch(/quetzal|Birds of hall seven|docs\/birds/);
    expect(shown).toContain('"type":"answer"');
  });

  it('is not quoted any more to whoever followed the question all along', async () => {
    const ann = await visitor();
    const id = `web:${crypto.randomUUID()}`;
    await ann.send('POST', `/api/v1/conversations/${id}/questions`, { eventId: crypto.randomUUID(), text: 'late' });
    await expect.poll(() => held).toBeDefined();
    const { id: turnId = '' } = (await ann.thread(id)).turns[0] ?? {};
    const events = await ann.send('GET', `/api/v1/turns/${turnId}/events`);
    await goes();
    held?.resolve();
    const shown = await events.text();
    expect(shown).toContain('"type":"citation"');
    expect(shown).not.toContain('quetzal');
  });

  it('its quotes disappear from the link to one answer', async () => {
    const ann = await visitor();
    const { turnId } = await ann.ask('where?');
    const links = await openAnswerLinks(web.stores.keyValues);
    const { searchParams } = new URL(links.pathTo(turnId), web.url);
    await shows(async () => (await fetch(`${web.url}/api/v1/shared/${turnId}?${searchParams}`)).json());
  });

  it('its quotes disappear from a shared thread', async () => {
    const ann = await visitor();
    const { id } = await ann.ask('where?');
    const { path } = (await (await ann.send('POST', `/api/page/threads/${id}/share`, {})).json()) as { path: string };
    const now = await shows(async () => (await fetch(`${web.url}${path.replace('/s/', '/api/page/shares/')}`)).json());
    expect((now as SharedThread).turns).toEqual([{ question: 'where?', hidden: true }]);
  });

  it('a later question in the thread is answered without the answers that cited it', async () => {
    const ann = await visitor();
    const { id } = await ann.ask('where?');
    await ann.ask('and then?', id);
    expect(web.agent.asked.at(-1)?.history).toEqual([
      { question: 'where?', answer: 'Up there [1].', passageIds: ['docs/birds.md#0'] },
    ]);
    await goes();
    await ann.ask('and after that?', id);
    expect(web.agent.asked.at(-1)?.history).toEqual([]);
  });
});

it('an attached file and a live source are not treated as deleted pages', async () => {
  await web.close();
  web = await openScriptedWeb(async () => ({
    text: 'The invoice says 40 [1], the rate is 2 [2].',
    mode: 'quote',
    citations: [
      { n: 1, documentId: 'attachment:invoice.pdf', title: 'invoice.pdf', quote: 'Total 40', kind: 'passage' },
      { n: 2, documentId: 'live:rates', title: 'rates', quote: '2', kind: 'live' },
    ],
    trace: [
      {
        node: 'search',
        kind: 'tool',
        name: 'search_passages',
        at: 1,
        data: { hits: [{ passageId: 'attachment:invoice.pdf#0' }, { documentId: 'live:rates' }, { documentId: '' }] },
      },
    ],
  }));
  const ann = await visitor();
  const { id, turnId } = await ann.ask('what does it come to?');
  const answer = (await ann.thread(id)).turns[0]?.answer;
  expect(answer).toMatchObject({ text: 'The invoice says 40 [1], the rate is 2 [2].' });
  expect(answer?.notices).toBeUndefined();
  expect(await (await ann.send('GET', `/api/v1/turns/${turnId}/trace`)).json()).toMatchObject([
    { data: { hits: [{ passageId: 'attachment:invoice.pdf#0' }, {}, {}] } },
  ]);
  const { path } = (await (await ann.send('POST', `/api/page/threads/${id}/share`, {})).json()) as { path: string };
  const shared = await (await fetch(`${web.url}${path.replace('/s/', '/api/page/shares/')}`)).json();
  expect(shared, 'a file is shown to its asker alone').toMatchObject({ turns: [{ hidden: true }] });
});

it('an answer whose asker was erased is not shown again, although it has just finished', async () => {
  const ann = await visitor();
  const { turnId } = await ann.ask('where?');
  const turn = await web.stores.conversations.turn(turnId);
  await erasePerson(web.stores, turn?.askerId ?? '');
  expect((await ann.send('GET', `/api/v1/turns/${turnId}/events`)).status).toBe(404);
});
