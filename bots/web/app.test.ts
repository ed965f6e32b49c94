import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { untilAborted } from '../conversation/testing/scripted-agent.ts';
import { openAnswerLinks } from './answer-links.ts';
import type { DocumentView, ThreadSummary, ThreadView } from './api.ts';
import { startWeb } from './start.ts';
import { noIngest, openScriptedWeb, page } from './testing/scripted-web.ts';

type Web = Awaited<ReturnType<typeof openScriptedWeb>>;
let web: Web;
let gate = Promise.withResolvers<void>();

beforeAll(async () => {
  web = await openScriptedWeb(
    async ({ text, signal }, say) => {
      say({ type: 'status', text: 'Searching…' });
      if (text === 'wait') await Promise.race([gate.promise, untilAborted(signal)]);
      say({ type: 'token', text: 'Thirty' });
      return { text: 'Thirty days [1].', trace: [{ node: 'search', kind: 'tool', name: 'search', at: 1 }] };
    },
    {
      pages: [
        page('docs/leave.md', 'Leave', '# Leave\n\nThirty days. See [pay](pay.md).'),
        page('docs/pay.md', 'Pay', 'Paid on the 25th.'),
        page('docs/board.md', 'Board', 'We buy Lagoon.', ['board']),
        page('talks/one.md', 'Talk', 'We meet in May.', ['everyone'], 'talks'),
        page('merger/plan.md', 'Merger', 'We merge in May.', ['board'], 'merger'),
      ],
    },
  );
});
afterAll(() => web.close());
afterEach(() => {
  gate.resolve();
  gate = Promise.withResolvers();
});

/** A person with their own cookie. */
const visitor = async () => {
  const setCookie = (await fetch(`${web.url}/`)).headers.get('set-cookie')!;
  const cookie = setCookie.split(';')[0]!;
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      fetch(`${web.url}${path}`, {
        method,
        headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
  return { setCookie, get: send('GET'), post: send('POST'), put: send('PUT') };
};
type Visitor = Awaited<ReturnType<typeof visitor>>;

const newThread = () => `web:${crypto.randomUUID()}`;
const ask = async (who: Visitor, text: string, thread = newThread(), eventId: string = crypto.randomUUID()) => {
  const response = await who.post(`/api/v1/conversations/${thread}/questions`, { eventId, text });
  return { thread, status: response.status, ...((await response.json()) as { turnId: string }) };
};
const events = async (who: Visitor, turnId: string, headers = {}) => {
  const text = await (await who.get(`/api/v1/turns/${turnId}/events`, undefined, headers)).text();
  return text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => ({
      id: /^id: (.*)$/m.exec(block)![1]!,
      event: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as { type: string },
    }));
};
const types = (list: { event: { type: string } }[]) => list.map(({ event }) => event.type);

describe('a question', () => {
  it('is streamed to its last event, without the trace', async () => {
    const ann = await visitor();
    const { turnId, status } = await ask(ann, 'How many?');
    expect(status).toBe(202);
    const heard = await events(ann, turnId);
    expect(types(heard)).toEqual(['accepted', 'status', 'token', 'answer']);
    expect(JSON.stringify(heard)).not.toContain('trace');
    expect(await (await ann.get(`/api/v1/turns/${turnId}/trace`)).json()).toHaveLength(1);
  });

  it('is answered once when it is sent twice', async () => {
    const ann = await visitor();
    const [thread, eventId] = [newThread(), crypto.randomUUID()];
    const [first, second] = await Promise.all([ask(ann, 'wait', thread, eventId), ask(ann, 'wait', thread, eventId)]);
    gate.resolve();
    expect(first.turnId).toBe(second.turnId);
    expect(((await (await ann.get(`/api/v1/conversations/${thread}`)).json()) as ThreadView).turns).toHaveLength(1);
  });

  it('continues after the last event that a page received', async () => {
    const ann = await visitor();
    const { turnId } = await ask(ann, 'How many?');
    const heard = await events(ann, turnId);
    const rest = await events(ann, turnId, { 'last-event-id': heard[1]!.id });
    expect(types(rest)).toEqual(['token', 'answer']);
    expect(types(await events(ann, turnId, { 'last-event-id': 'another run:7' }))).toEqual(types(heard));
  });

  it.each(['x', '999'])('begins anew after an id that no event has, and comes to its end: %s', async (last) => {
    const ann = await visitor();
    const { turnId } = await ask(ann, 'wait');
    const reader = (await ann.get(`/api/v1/turns/${turnId}/events`)).body!.getReader();
    const [, run] = /^id: ([^:]+):/m.exec(new TextDecoder().decode((await reader.read()).value))!;
    await reader.cancel();
    const heard = events(ann, turnId, { 'last-event-id': `${run}:${last}` });
    await new Promise((resolve) => setTimeout(resolve, 50));
    gate.resolve();
    expect(types(await heard).at(-1)).toBe('answer');
  });

  it('is over for a client that comes back after the last event', async () => {
    const ann = await visitor();
    const { turnId } = await ask(ann, 'How many?');
    const { id } = (await events(ann, turnId)).at(-1)!;
    const again = await ann.get(`/api/v1/turns/${turnId}/events`, undefined, { 'last-event-id': id });
    expect(again.status).toBe(204);
  });

  it('is stopped on demand', async () => {
    const ann = await visitor();
    const { turnId } = await ask(ann, 'wait');
    const heard = events(ann, turnId);
    expect(await (await ann.post(`/api/v1/turns/${turnId}/stop`, {})).json()).toEqual({ stopped: true });
    expect((await heard).at(-1)!.event).toMatchObject({ type: 'error', code: 'CANCELLED' });
  });

  it('is stopped from another process', async () => {
    const ann = await visitor();
    const other = await web.another();
    const { turnId } = await ask(ann, 'wait');
    const heard = events(ann, turnId);
    const cookie = ann.setCookie.split(';')[0]!;
    const stop = () =>
      fetch(`${other.url}/api/v1/turns/${turnId}/stop`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: '{}',
      });
    expect(await (await stop()).json()).toEqual({ stopped: true });
    expect((await heard).at(-1)!.event).toMatchObject({ type: 'error', code: 'CANCELLED' });
    expect(await (await stop()).json()).toEqual({ stopped: false });
    await expect.poll(() => web.stores.keyValues.list('turn-to-stop', { limit: 5 })).toEqual([]);
    await other.stop();
  });

  it('that was running when the process ended is resumed by the next process', async () => {
    const ann = await visitor();
    const { turnId, thread } = await ask(ann, 'wait');
    await web.stop();
    await web.start();
    gate.resolve();
    expect(await (await ann.get(`/api/v1/conversations/${thread}`)).json()).toMatchObject({
      turns: [{ status: 'running' }],
    });
    const heard = await events(ann, turnId);
    expect(heard.find(({ event }) => event.type === 'accepted')!.event).toMatchObject({ again: true });
    expect(heard.at(-1)!.event).toMatchObject({ type: 'answer', answer: { text: 'Thirty days [1].' } });
  });
});

describe('a strategy', () => {
  it('is offered when a model is set, and passed to the agent', async () => {
    const ann = await visitor();
    expect(await (await ann.get('/api/v1/about')).json()).toMatchObject({
      model: 'test:scripted',
      strategies: ['scripted'],
    });
    const body = { eventId: crypto.randomUUID(), text: 'How many?', strategy: 'scripted' };
    const response = await ann.post(`/api/v1/conversations/${newThread()}/questions`, body);
    await events(ann, ((await response.json()) as { turnId: string }).turnId);
    expect(web.agent.asked.at(-1)).toMatchObject({ strategy: 'scripted' });
  });
});

describe('sources', () => {
  it('are offered when the person may see their pages, and passed to the agent', async () => {
    const ann = await visitor();
    expect(await (await ann.get('/api/v1/about')).json()).toMatchObject({ sources: ['talks', 'test'] });
    const body = { eventId: crypto.randomUUID(), text: 'When do we meet?', sources: ['talks', 'talks'] };
    const response = await ann.post(`/api/v1/conversations/${newThread()}/questions`, body);
    await events(ann, ((await response.json()) as { turnId: string }).turnId);
    expect(web.agent.asked.at(-1)).toMatchObject({ sources: ['talks'] });
  });

  it.each(['merger', 'gone'])(
    '%s is refused with the same message, whether it is hidden or does not exist',
    async (source) => {
      const ann = await visitor();
      const asked = web.agent.asked.length;
      const body = { eventId: crypto.randomUUID(), text: 'When do we merge?', sources: ['talks', source] };
      const response = await ann.post(`/api/v1/conversations/${newThread()}/questions`, body);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        code: 'UNKNOWN_SOURCE',
        message: `There is no source ${source}.`,
        remedy: 'Choose from those that are there: talks, test.',
      });
      expect(web.agent.asked).toHaveLength(asked);
    },
  );
});

describe('a person', () => {
  it('sees their own threads only, and cannot read or change those of others', async () => {
    const [ann, eve] = await Promise.all([visitor(), visitor()]);
    const { turnId, thread } = await ask(ann, 'How many?');
    await events(ann, turnId);
    expect(((await (await ann.get('/api/v1/conversations')).json()) as ThreadSummary[]).map(({ id }) => id)).toEqual([
      thread,
    ]);
    expect(await (await eve.get('/api/v1/conversations')).json()).toEqual([]);
    const tries = await Promise.all([
      eve.get(`/api/v1/conversations/${thread}`),
      eve.get(`/api/v1/turns/${turnId}/events`),
      eve.get(`/api/v1/turns/${turnId}/trace`),
      eve.post(`/api/v1/turns/${turnId}/stop`, {}),
      eve.put(`/api/v1/turns/${turnId}/feedback`, { rating: 'down' }),
      eve.post(`/api/v1/conversations/${thread}/questions`, { eventId: crypto.randomUUID(), text: 'And?' }),
    ]);
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await web.stores.conversations.feedback(turnId)).toEqual([]);
  });

  it('has one rating for an answer and can change it', async () => {
    const ann = await visitor();
    const { turnId, thread } = await ask(ann, 'How many?');
    await events(ann, turnId);
    await ann.put(`/api/v1/turns/${turnId}/feedback`, { rating: 'up' });
    await ann.put(`/api/v1/turns/${turnId}/feedback`, { rating: 'down', reason: 'outdated', comment: 'It is 31 now.' });
    expect(await web.stores.conversations.feedback(turnId)).toMatchObject([
      { rating: 'down', reason: 'outdated', comment: 'It is 31 now.' },
    ]);
    const view = (await (await ann.get(`/api/v1/conversations/${thread}`)).json()) as ThreadView;
    expect(view.turns[0]!.feedback).toMatchObject({ rating: 'down', reason: 'outdated' });
    expect((await ann.put(`/api/v1/turns/${turnId}/feedback`, { rating: 'sideways' })).status).toBe(400);
  });

  it('can erase everything stored about them', async () => {
    const [ann, ben] = await Promise.all([visitor(), visitor()]);
    await events(ann, (await ask(ann, 'How many?')).turnId);
    await events(ben, (await ask(ben, 'How many?')).turnId);
    expect(await (await ann.post('/api/v1/me/forget', {})).json()).toMatchObject({ turns: 1, conversations: 1 });
    expect(await (await ann.get('/api/v1/conversations')).json()).toEqual([]);
    expect(await (await ben.get('/api/v1/conversations')).json()).toHaveLength(1);
  });

  it('is identified by a cookie that no script can read and that is stored as a hash only', async () => {
    const ann = await visitor();
    expect(ann.setCookie).toMatch(/HttpOnly/);
    expect(ann.setCookie).toMatch(/SameSite=Lax/);
    const { turnId } = await ask(ann, 'How many?');
    const { askerId } = (await web.stores.conversations.turn(turnId))!;
    expect(askerId).toMatch(/^web:[0-9a-f]{32}$/);
    expect(ann.setCookie).not.toContain(askerId.slice(4));
  });

  it('who has not signed in gets answers from pages for everyone only', async () => {
    await ask(await visitor(), 'How many?');
    expect(web.agent.asked.at(-1)!.scopes).toEqual(['everyone']);
  });
});

describe('a link to one answer', () => {
  it('shows the answer with its trace to whoever has the link, and to nobody else', async () => {
    const [ann, ben] = await Promise.all([visitor(), visitor()]);
    const { turnId } = await ask(ann, 'How many?');
    await events(ann, turnId);
    const links = await openAnswerLinks(web.stores.keyValues);
    const { pathname, searchParams } = new URL(links.pathTo(turnId), web.url);
    expect(pathname).toBe(`/a/${turnId}`);
    const opened = await ben.get(`/api/v1/shared/${turnId}?${searchParams}`);
    expect(await opened.json()).toMatchObject({
      question: 'How many?',
      answer: { text: 'Thirty days [1].' },
      trace: [{ node: 'search' }],
    });
    const other = await ask(ann, 'How many?');
    const refused = await Promise.all([
      ben.get(`/api/v1/shared/${turnId}`),
      ben.get(`/api/v1/shared/${other.turnId}?${searchParams}`),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('a page', () => {
  it('comes with the offsets of its passage and its links to other ingested pages', async () => {
    const ann = await visitor();
    const query = new URLSearchParams({ id: 'docs/leave.md', passage: 'docs/leave.md#0' });
    const view = (await (await ann.get(`/api/v1/documents?${query}`)).json()) as DocumentView;
    expect(view).toMatchObject({ title: 'Leave', partial: false, links: { 'pay.md': 'docs/pay.md' } });
    expect(view.text.slice(view.passage!.start, view.passage!.end)).toBe(view.text);
  });

  it('that is not for everyone looks like one that does not exist', async () => {
    const ann = await visitor();
    const [secret, missing] = await Promise.all([
      ann.get('/api/v1/documents?id=docs/board.md'),
      ann.get('/api/v1/documents?id=docs/nothing.md'),
    ]);
    expect(secret.status).toBe(404);
    expect(await secret.json()).toEqual(await missing.json());
  });
});

describe('the server', () => {
  it('lets the page run its own script and nothing else', async () => {
    const response = await fetch(`${web.url}/`);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]*src=)/);
    expect(html).not.toMatch(/style=|onclick=/);
    for (const [, asset] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      expect((await fetch(web.url + asset)).status, asset).toBe(200);
    }
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }, 403],
    ['a frame without an origin', { origin: 'null' }, 403],
    ['another site on this machine', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { 'content-type': 'text/plain' }, 415],
  ])('refuses a question from %s', async (_, headers, status) => {
    const ann = await visitor();
    const body = { eventId: crypto.randomUUID(), text: 'How many?' };
    expect((await ann.post(`/api/v1/conversations/${newThread()}/questions`, body, headers)).status).toBe(status);
  });

  it('accepts a question from its own page', async () => {
    const ann = await visitor();
    const body = { eventId: crypto.randomUUID(), text: 'How many?' };
    const headers = { origin: web.url, 'sec-fetch-site': 'same-origin' };
    expect((await ann.post(`/api/v1/conversations/${newThread()}/questions`, body, headers)).status).toBe(202);
  });

  it('limits the size of a request and of a question', async () => {
    const ann = await visitor();
    const body = { eventId: crypto.randomUUID(), text: 'x'.repeat(100_000) };
    expect((await ann.post(`/api/v1/conversations/${newThread()}/questions`, body)).status).toBe(413);
    const { turnId } = await ask(ann, 'x'.repeat(9000));
    expect((await events(ann, turnId)).at(-1)!.event).toMatchObject({ type: 'error', code: 'BAD_USAGE' });
  });

  it.each([
    ['no JSON', undefined],
    ['an event id that is none', { eventId: '1', text: 'x' }],
    ['no text', { eventId: crypto.randomUUID() }],
  ])('says what is wrong with %s', async (_, body) => {
    const ann = await visitor();
    const response = await ann.post(`/api/v1/conversations/${newThread()}/questions`, body, {
      'content-type': 'application/json',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'BAD_USAGE' });
  });

  it('refuses requests for other host names (DNS rebinding)', async () => {
    const status = (host: string) =>
      new Promise((resolve, reject) => {
        const sent = request(
          `${web.url.replace('localhost', '127.0.0.1')}/api/v1/conversations`,
          { headers: { host } },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        sent.on('error', reject).end();
      });
    const port = new URL(web.url).port;
    expect(await status(`rebound.example:${port}`)).toBe(421);
    expect(await status(`127.0.0.1:${port}`)).toBe(200);
  });

  it('says that a port is taken, and what to do', async () => {
    const again = startWeb({
      parley: {
        settings: readSettings({}),
        stores: web.stores,
        retriever: { search: async () => ({ hits: [], mode: 'lexical' }) },
        agent: web.agent,
        ...noIngest,
      },
      conversations: { ask: () => expect.unreachable(), feedback: async () => {} },
      port: Number(new URL(web.url).port),
    });
    await expect(again).rejects.toMatchObject({ code: 'BAD_SETTING', message: expect.stringContaining('taken') });
  });
});
