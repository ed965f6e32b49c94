import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import { createCallers } from '../../runtime/access/caller.ts';
import { parseAccessPolicy } from '../../runtime/access/policy.ts';
import { createTokens, type NewToken, OPERATOR } from '../../runtime/access/tokens.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { untilAborted } from '../conversation/testing/scripted-agent.ts';
import { openScriptedWeb, page } from '../web/testing/scripted-web.ts';

type Web = Awaited<ReturnType<typeof openScriptedWeb>>;
let web: Web;
let gate = Promise.withResolvers<void>();
let asked = 0;
let stopped = 0;

beforeAll(async () => {
  web = await openScriptedWeb(
    async ({ text, signal, scopes }, say) => {
      asked += 1;
      if (text.startsWith('wait')) {
        say({ type: 'token', text: 'First' });
        signal?.addEventListener('abort', () => (stopped += 1), { once: true });
        await Promise.race([gate.promise, untilAborted(signal)]);
      }
      say({ type: 'token', text: ' and last.' });
      return { text: `Made from ${[...scopes].sort().join(' ')}.` };
    },
    {
      pages: [
        page('docs/leave.md', 'Leave', 'Thirty days.'),
        page('docs/board.md', 'Board', 'We buy Lagoon.', ['board']),
      ],
      settings: { PARLEY_STREAMS: '4' },
    },
  );
  // The list of places is cached for a few seconds, the members of their groups are not.
  await membersAre([]);
});
afterAll(() => web.close());
afterEach(() => {
  gate.resolve();
  gate = Promise.withResolvers();
});

const tokensOf = (stores: Web['stores']) =>
  createTokens({
    keyValues: stores.keyValues,
    rights: createCallers({ policy: parseAccessPolicy(''), stores }),
  });
const tokenFor = (token: Partial<NewToken> = {}) =>
  tokensOf(web.stores).create({ name: 'test', maker: OPERATOR, ...token });

/** A program that calls the API, with or without a token. */
const program = async (token?: Partial<NewToken>) => {
  const made = token && (await tokenFor(token));
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      fetch(`${web.url}/api/v1${path}`, {
        method,
        headers: {
          ...(made && { authorization: `Bearer ${made.text}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
  return { made, get: send('GET'), post: send('POST'), put: send('PUT') };
};
/** Members of the only group of the mirrored wiki. */
const membersAre = (people: string[]) =>
  createDirectory(web.stores.keyValues).put('wiki', {
    groups: new Map([['writers', { people, groups: [] }]]),
    rules: new Map(),
    complete: true,
  });
const failure = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
});
const eventsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as Record<string, unknown> & { type: string });

describe('a token', () => {
  it('sees the pages of its scopes, and no others', async () => {
    const open = await program({});
    const board = await program({ scopes: ['everyone', 'board'] });
    const path = '/documents?id=docs/board.md';
    expect((await board.get(path)).status).toBe(200);
    expect(await failure(await open.get(path))).toEqual({ status: 404, code: 'UNKNOWN_ID' });
    expect(await failure(await open.get('/passages?id=docs/board.md%230'))).toMatchObject({ code: 'UNKNOWN_ID' });
    expect(await (await board.get('/passages?id=docs/board.md%230')).json()).toMatchObject({ text: 'We buy Lagoon.' });
    const answered = (await (await board.post('/ask', { question: 'What?' })).json()) as { answer: { text: string } };
    expect(answered.answer.text).toBe('Made from board everyone.');
    const openly = (await (await open.post('/ask', { question: 'What?' })).json()) as { answer: { text: string } };
    expect(openly.answer.text).toBe('Made from everyone.');
  });

  it('narrows a search by parameters and by filters in the query, within its scopes', async () => {
    const open = await program({});
    const board = await program({ scopes: ['everyone', 'board'] });
    const found = async (by: typeof open, query: string) =>
      (await (await by.get(`/search?${query}`)).json()) as { hits: { documentId: string }[]; notice?: string };
    const ids = async (by: typeof open, query: string) => (await found(by, query)).hits.map((hit) => hit.documentId);
    const buys = encodeURIComponent('"we buy lagoon"');
    expect(await ids(board, `q=${buys}`)).toEqual(['docs/board.md']);
    expect(await ids(open, `q=${buys}`)).toEqual([]);
    expect(await ids(board, `q=${encodeURIComponent('type:table buy')}`)).toEqual([]);
    expect((await found(board, 'q=buy&type=pdf')).notice).toMatch(/is of type pdf\. There are page/);
    expect(await failure(await open.get('/search?q=buy&after=lunch'))).toEqual({ status: 400, code: 'BAD_USAGE' });
    expect((await found(board, `q=${encodeURIComponent('buy before:lunch')}`)).notice).toMatch(
      /^“before:lunch” narrowed/,
    );
    expect((await found(board, `q=${encodeURIComponent('buy after:yesterday')}`)).notice).toMatch(
      /after yesterday \(20/,
    );
  });

  it('may only call the routes that its rights allow', async () => {
    const searcher = await program({ permissions: ['search'] });
    const asker = await program({ permissions: ['ask'] });
    expect((await searcher.get('/search?q=leave')).status).toBe(200);
    expect(await failure(await searcher.post('/ask', { question: 'What?' }))).toEqual({
      status: 403,
      code: 'PERMISSION_MISSING',
    });
    expect(await failure(await asker.get('/sources'))).toMatchObject({ code: 'PERMISSION_MISSING' });
    expect((await asker.post('/ask', { question: 'What?' })).status).toBe(200);
  });

  it('is refused with its own code when it is foreign, unknown, missing or revoked', async () => {
    const get = (authorization: string) => fetch(`${web.url}/api/v1/about`, { headers: { authorization } });
    const foreign = openEmbedded(':memory:');
    const theirs = (await tokensOf(foreign as unknown as Web['stores']).create({ name: 'x', maker: OPERATOR })).text;
    await foreign.close();
    expect(await failure(await get(`Bearer ${theirs}`))).toEqual({ status: 401, code: 'TOKEN_FOREIGN' });
    expect(await failure(await get('Bearer nonsense'))).toEqual({ status: 401, code: 'TOKEN_UNKNOWN' });
    expect(await failure(await get('Basic dXNlcjpwYXNz'))).toEqual({ status: 401, code: 'TOKEN_MISSING' });
    const { made } = await program({});
    await tokensOf(web.stores).revoke(made?.token.id ?? '');
    const revoked = await get(`Bearer ${made?.text}`);
    expect(revoked.headers.get('www-authenticate')).toContain('invalid_token');
    expect(await failure(revoked)).toEqual({ status: 401, code: 'TOKEN_REVOKED' });
  });

  it('reads a conversation only when its scopes cover all scopes of the answers', async () => {
    const person = 'priya@example.com';
    const wide = await program({ person, scopes: ['everyone', `person:${person}`] });
    const narrow = await program({ person, scopes: ['everyone'] });
    const other = await program({ person: 'bo@example.com' });
    const id = `api:${crypto.randomUUID()}`;
    const { turnId } = (await (await wide.post('/ask', { question: 'Mine?', conversationId: id })).json()) as {
      turnId: string;
    };
    expect(await (await wide.get(`/conversations/${id}`)).json()).toMatchObject({ turns: [{ question: 'Mine?' }] });
    expect(await (await wide.get('/conversations')).json()).toMatchObject([{ id, title: 'Mine?' }]);
    for (const reader of [narrow, other, await program()]) {
      expect((await reader.get(`/conversations/${id}`)).status).toBe(404);
      expect((await reader.get(`/turns/${turnId}/trace`)).status).toBe(404);
      expect(JSON.stringify(await (await reader.get('/conversations')).json())).not.toContain('Mine?');
    }
    expect((await other.post('/ask', { question: 'And?', conversationId: id })).status).toBe(404);
    expect((await wide.put(`/turns/${turnId}/feedback`, { rating: 'up' })).status).toBe(200);
  });
});

it('tells a program without a token why its conversation is not found', async () => {
  const conversationId = `api:${crypto.randomUUID()}`;
  const ask = (cookie?: string) =>
    fetch(`${web.url}/api/v1/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify({ question: 'And then?', conversationId }),
    });
  const first = await ask();
  expect(first.status).toBe(200);
  const again = await ask();
  expect(again.status).toBe(404);
  expect(await again.json()).toMatchObject({ code: 'UNKNOWN_ID', remedy: expect.stringContaining('send it back') });
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await ask(cookie)).status).toBe(200);
  const list = async (headers: Record<string, string>) =>
    (await fetch(`${web.url}/api/v1/conversations`, { headers })).json();
  expect(await list({ cookie })).toMatchObject([{ id: conversationId, title: 'And then?' }]);
  expect(await list({})).toEqual([]);
});

describe('a request without a body', () => {
  it.each([
    ['post', '/turns/none/stop', 404],
    ['put', '/me/notices/none/seen', 200],
    ['post', '/me/forget', 200],
  ] as const)('is taken where the OpenAPI document names none: %s %s', async (method, path, status) => {
    const open = await program({});
    expect((await open[method](path)).status).toBe(status);
  });

  it('is refused where the document names one, with the field that is missing', async () => {
    const open = await program({});
    const refused = await open.post('/ask');
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { message: string }).message).toContain('question: is missing');
  });
});

describe('a refusal', () => {
  it('of a method names each that is possible once', async () => {
    const open = await program({});
    const refused = await open.get('/ask');
    expect(refused.headers.get('allow')).toBe('POST');
    expect(await refused.json()).toMatchObject({ remedy: 'Use POST.' });
  });

  it('of another kind of Authorization says which one to send', async () => {
    const open = await program();
    const refused = await open.get('/about', undefined, { authorization: 'Basic Zm9vOmJhcg==' });
    expect(await refused.json()).toMatchObject({
      code: 'TOKEN_MISSING',
      remedy: 'Send `Authorization: Bearer parley_…`.',
    });
  });
});

describe('ask', () => {
  it('answers an idempotency key once, and refuses the key for another question', async () => {
    const caller = await program({});
    const before = asked;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const once = await (await caller.post('/ask', { question: 'How many?' }, headers)).json();
    const again = await (await caller.post('/ask', { question: 'How many?' }, headers)).json();
    expect(again).toEqual(once);
    expect(asked).toBe(before + 1);
    expect(await failure(await caller.post('/ask', { question: 'Who?' }, headers))).toEqual({
      status: 422,
      code: 'REPEATED_KEY',
    });
    const stranger = await program({});
    expect(await (await stranger.post('/ask', { question: 'How many?' }, headers)).json()).not.toEqual(once);
  });

  it('takes a question with characters that no store keeps, also twice under one key', async () => {
    const caller = await program({});
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const ask = () => caller.post('/ask', { question: 'How \ud800 many \0 days?' }, headers);
    const once = await ask();
    expect(once.status).toBe(200);
    expect(await (await ask()).json()).toEqual(await once.json());
  });

  it('streams events that end with the answer', async () => {
    const caller = await program({});
    const response = await caller.post('/ask/stream', { question: 'How many?' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsIn(await response.text());
    expect(events.map(({ type }) => type)).toEqual(['accepted', 'token', 'answer']);
    expect(events.at(-1)).toMatchObject({ answer: { text: 'Made from everyone.' } });
  });

  it('ends a stream with one error when the token is revoked or narrowed meanwhile', async () => {
    const cases: [string, (id: string) => Promise<unknown>][] = [
      ['TOKEN_REVOKED', (id) => tokensOf(web.stores).revoke(id)],
      ['RIGHTS_CHANGED', () => membersAre([])],
      ['TOKEN_UNKNOWN', () => web.stores.keyValues.forgetPerson('gone@example.com')],
    ];
    for (const [code, takeAway] of cases) {
      await membersAre(['gone@example.com']);
      const caller = await program({ person: 'gone@example.com' });
      const response = await caller.post('/ask/stream', { question: `wait ${code}` });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      while (!text.includes('First')) text += (await reader.read()).value ?? '';
      await takeAway(caller.made?.token.id ?? '');
      gate.resolve();
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
      gate = Promise.withResolvers();
      const events = eventsIn(text);
      expect(events.at(-1)).toMatchObject({ type: 'error', code });
      expect(events.filter(({ type }) => type === 'answer' || type === 'error')).toHaveLength(1);
      expect(text).not.toContain('Made from');
    }
  });

  it('waits with an answer while the store cannot tell what the token may see', async () => {
    const { keyValues } = web.stores;
    const get = keyValues.get.bind(keyValues);
    let failures = 0;
    const fails = async <T>(kind: string, id: string): Promise<T | undefined> => {
      if (kind !== 'door-token' || failures === 2) return get<T>(kind, id);
      failures += 1;
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: 'Postgres cannot be reached.',
        remedy: 'Ask again later.',
      });
    };
    const caller = await program({});
    const response = await caller.post('/ask/stream', { question: 'wait for a store' });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('First')) text += (await reader.read()).value ?? '';
    const failing = vi.spyOn(keyValues, 'get').mockImplementation(fails);
    try {
      gate.resolve();
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    } finally {
      failing.mockRestore();
    }
    expect(failures).toBe(2);
    expect(eventsIn(text).at(-1)).toMatchObject({ type: 'answer', answer: { text: 'Made from everyone.' } });
  });

  it('stops the turn when a client without an idempotency key disconnects', async () => {
    const caller = await program({});
    const left = new AbortController();
    const before = stopped;
    const response = await caller.post('/ask/stream', { question: 'wait' }, {}, left.signal);
    // The first word shows that the turn is running.
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('First')) text += (await reader.read()).value ?? '';
    left.abort();
    await expect.poll(() => stopped).toBe(before + 1);
  });

  it('refuses streams beyond the maximum, and accepts them again once others have ended', async () => {
    const caller = await program({});
    const leave = new AbortController();
    const held = await Promise.all(
      [1, 2].map((n) => caller.post('/ask/stream', { question: `wait ${n}` }, {}, leave.signal)),
    );
    expect(held.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await caller.post('/ask/stream', { question: 'wait more' });
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await failure(refused)).toEqual({ status: 429, code: 'TOO_MANY_STREAMS' });
    gate.resolve();
    await Promise.all(held.map((response) => response.text()));
    expect((await caller.post('/ask/stream', { question: 'after' })).status).toBe(200);
  });

  it.each([
    ['no question', {}, 400, 'BAD_USAGE'],
    ['a number', { question: 7 }, 400, 'BAD_USAGE'],
    ['an empty question', { question: ' ' }, 400, 'BAD_USAGE'],
    ['another’s kind of conversation', { question: 'x', conversationId: 'slack:T1/C1' }, 400, 'BAD_USAGE'],
    ['an unknown source', { question: 'x', sources: ['board'] }, 404, 'UNKNOWN_SOURCE'],
    ['too much', { question: 'x'.repeat(70_000) }, 413, 'INPUT_TOO_LARGE'],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await failure(await (await program({})).post('/ask', body))).toEqual({ status, code });
  });

  it('refuses a body of 50 MB before it has read it', async () => {
    const { made } = await program({});
    const piece = new Uint8Array(1_000_000).fill(120);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 50) controller.close();
        else controller.enqueue(piece);
      },
    });
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${made?.text}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit;
    const outcome = await fetch(`${web.url}/api/v1/ask`, request).then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect([413, 'cut off']).toContain(outcome);
    expect(sent).toBeLessThan(50);
  });
});

describe('the OpenAPI document', () => {
  it('names each operation by an id of its own, after which generated clients name their methods', async () => {
    const { get } = await program();
    const { paths } = (await (await get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId?: string }>>;
    };
    const ids = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path}: ${operationId}`),
    );
    // Clients were generated from these names: add new ones, and change none.
    expect(ids.toSorted()).toEqual([
      'get /about: getAbout',
      'get /conversations/{id}: getConversation',
      'get /conversations: listConversations',
      'get /documents: getDocument',
      'get /me/notices: listNotices',
      'get /passages: getPassage',
      'get /search: searchPassages',
      'get /shared/{id}: getSharedAnswer',
      'get /sources: listSources',
      'get /turns/{id}/events: streamTurnEvents',
      'get /turns/{id}/trace: getTrace',
      'post /ask/stream: askStreaming',
      'post /ask: ask',
      'post /conversations/{id}/questions: askInConversation',
      'post /me/forget: forgetMe',
      'post /turns/{id}/stop: stopTurn',
      'put /me/notices/{turnId}/seen: markNoticeSeen',
      'put /turns/{id}/feedback: giveFeedback',
    ]);
  });
});
