import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { Answer } from '../../core/answer.ts';
import { ParleyError } from '../../core/errors.ts';
import { untilAborted } from '../conversation/testing/scripted-agent.ts';
import { openScriptedWeb } from './testing/scripted-web.ts';

type Web = Awaited<ReturnType<typeof openScriptedWeb>>;
const opened: Web[] = [];
afterEach(async () => {
  for (const web of opened.splice(0)) await web.close();
});

/** Starts the web chat on all network interfaces, as in Docker. */
const openExposed = async (
  settings: Record<string, string> = {},
  script: Parameters<typeof openScriptedWeb>[0] = async () => ({}),
) => {
  const web = await openScriptedWeb(script, { settings: { PARLEY_HOST: '0.0.0.0', ...settings } });
  opened.push(web);
  return web;
};

interface Reply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Sends a request with a chosen Host header, which fetch does not allow. */
const send = (
  web: Web,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) =>
  new Promise<Reply>((resolve, reject) => {
    const url = `http://127.0.0.1:${web.port}${path}`;
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end(body);
  });

const ask = (web: Web, text: string, headers: Record<string, string> = {}) =>
  send(web, `/api/v1/conversations/web:${crypto.randomUUID()}/questions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ eventId: crypto.randomUUID(), text }),
  });

it.each([
  ['a rebound name', {}, 'rebound.example', 421],
  ['a name that ends like ours', { PARLEY_PUBLIC_URL: 'https://parley.example' }, 'evil-parley.example', 421],
  ['a name that begins like localhost', {}, 'localhost.evil.example', 421],
  ['localhost', {}, 'localhost:3000', 200],
  ['an address of this machine', {}, '192.168.1.20:3000', 200],
  ['an IPv6 address', {}, '[::1]:3000', 200],
  ['the public name', { PARLEY_PUBLIC_URL: 'https://parley.example' }, 'parley.example', 200],
  ['an allowed name', { PARLEY_ALLOWED_HOSTS: 'wiki.internal, Parley:3000' }, 'parley:3000', 200],
])('on a network, a request for %s', async (_, settings, host, status) => {
  const web = await openExposed(settings);
  const reply = await send(web, '/api/v1/conversations', { headers: { host } });
  expect(reply.status).toBe(status);
  if (status === 421) expect(reply.text).not.toMatch(/PARLEY_|stack|node_modules/);
});

it('refuses questions beyond the limit of the waiting line, with Retry-After, and stores nothing of them', async () => {
  const gate = Promise.withResolvers<void>();
  const web = await openExposed({ PARLEY_AT_ONCE: '1', PARLEY_WAITING: '3' }, async ({ signal }) => {
    await Promise.race([gate.promise, untilAborted(signal)]);
    return {};
  });
  const replies: Reply[] = [];
  for (let i = 0; i < 8; i += 1) replies.push(await ask(web, `Question ${i}?`));
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 429, 429, 429, 429]);
  const refused = replies.at(-1);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(5);
  expect(JSON.parse(refused?.text ?? '')).toEqual({
    code: 'TOO_MANY_QUESTIONS',
    message: '3 questions are already waiting.',
    remedy: expect.stringMatching(/^Ask again in about \d+ seconds\.$/),
  });
  gate.resolve();
  await expect.poll(async () => (await ask(web, 'And now?')).status).toBe(202);
});

it.each([
  ['by a header that anybody may send, when no proxy is trusted', {}, [202, 202, 202, 429]],
  ['by the address that a trusted proxy names', { PARLEY_TRUST_PROXY: '127.0.0.0/8' }, [202, 202, 202, 202]],
])('bounds what waits from one address: not passed %s', async (_, settings, statuses) => {
  const web = await openExposed(
    { PARLEY_AT_ONCE: '1', PARLEY_WAITING_PER_ADDRESS: '2', ...settings },
    async ({ signal }) => untilAborted(signal),
  );
  const replies: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    // A client can forge the first address; the proxy appends the last one.
    const headers = { 'x-forwarded-for': `6.6.6.6, 203.0.113.${i}` };
    replies.push((await ask(web, `Question ${i}?`, headers)).status);
  }
  expect(replies).toEqual(statuses);
});

it('counts an IPv6 network as one address', async () => {
  const web = await openExposed(
    { PARLEY_AT_ONCE: '1', PARLEY_WAITING_PER_ADDRESS: '1', PARLEY_TRUST_PROXY: '127.0.0.1' },
    async ({ signal }) => untilAborted(signal),
  );
  const from = async (address: string) => (await ask(web, 'Now?', { 'x-forwarded-for': address })).status;
  expect(await from('2001:db8:1:2::1')).toBe(202);
  expect(await from('2001:db8:1:2:3:4:5:6')).toBe(202);
  expect(await from('2001:db8:1:2:9::')).toBe(429);
  expect(await from('2001:db8:1:3::1')).toBe(202);
});

it('is alive without its records, but not ready', async () => {
  const web = await openExposed();
  expect(await send(web, '/readyz')).toMatchObject({ status: 200, text: '{"ready":true}' });
  web.stores.documents.stampsOf = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432');
  };
  await expect.poll(async () => (await send(web, '/readyz')).status).toBe(503);
  expect((await send(web, '/readyz')).text).toBe('{"ready":false}');
  expect((await send(web, '/healthz')).status).toBe(200);
});

it.each([
  ['an unknown page', 'GET', '/wp-admin.php', 404],
  ['an unknown part of the API', 'GET', '/api/users', 404],
  ['an unknown asset', 'GET', '/assets/../../package.json', 404],
  ['a wrong method', 'DELETE', '/api/v1/conversations', 405],
  ['another wrong method', 'GET', '/api/v1/me/forget', 405],
  ['a wrong method of a route with checks of its own', 'GET', '/api/v1/ask', 405],
  ['a thread of somebody else', 'GET', '/api/v1/conversations/web:somebody', 404],
])('%s ends in one line without internals', async (_, method, path, status) => {
  const web = await openExposed();
  const reply = await send(web, path, { method });
  expect(reply.status).toBe(status);
  expect(reply.text).not.toMatch(/\n|\bat \S+ \(|node_modules|\.ts\b|PARLEY_/);
  if (status !== 405) return;
  const allowed = String(reply.headers.allow).split(', ');
  expect(allowed).toEqual([...new Set(allowed)]);
  expect(reply.text).toContain(`Use ${allowed.join(' or ')}.`);
});

it('says that JSON is invalid, or which part of it', async () => {
  const web = await openExposed();
  const post = (body: string) =>
    send(web, '/api/v1/conversations/web:12345678/questions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  expect(await post('{"text":')).toMatchObject({ status: 400, text: expect.stringContaining('invalid JSON') });
  expect(await post('{"eventId":"1","text":"x"}')).toMatchObject({
    status: 400,
    text: expect.stringContaining('eventId'),
  });
});

it.each([
  ['a line that is no HTTP', 'HELLO\r\n\r\n'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ['an address that is none', 'GET http://%% HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
])('%s gets a refusal without internals', async (_, bytes) => {
  const web = await openExposed();
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(web.port, '127.0.0.1', () => socket.write(bytes));
    let all = '';
    socket.on('data', (chunk) => {
      all += chunk;
    });
    socket.on('close', () => resolve(all)).on('error', reject);
  });
  expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(text).not.toMatch(/node_modules|\bat \w+ \(/);
});

it('hides hosts, settings and addresses in failures, notices and traces', async () => {
  const failed = new ParleyError('STORE_UNAVAILABLE', {
    message: 'Neo4j at bolt://graph.internal:7687 cannot be reached: connect ECONNREFUSED 10.0.0.7:7687.',
    remedy: 'Check NEO4J_URL and that the server is up.',
  });
  const answer: Partial<Answer> = {
    text: 'See PARLEY_HOST in the handbook [1].',
    notices: ['The model gpt at http://models.internal/v1 cannot be reached. Until then Parley quotes its sources.'],
    trace: [
      { node: 'search', kind: 'note', name: 'STORE_UNAVAILABLE', at: 1, data: { message: failed.message } },
      {
        node: 'search',
        kind: 'tool',
        name: 'query_graph',
        at: 1,
        data: { found: null, failed: { code: failed.code, message: failed.message } },
      },
    ],
  };
  const web = await openExposed({ NEO4J_URL: 'bolt://graph.internal:7687' }, async ({ text }) => {
    if (text === 'fail') throw failed;
    return answer;
  });
  const get = async (text: string, of: 'events' | 'trace') => {
    const cookie = String((await send(web, '/')).headers['set-cookie']).split(';')[0] ?? '';
    const { turnId } = JSON.parse((await ask(web, text, { cookie })).text) as { turnId: string };
    const events = (await send(web, `/api/v1/turns/${turnId}/events`, { headers: { cookie } })).text;
    return of === 'events' ? events : (await send(web, `/api/v1/turns/${turnId}/trace`, { headers: { cookie } })).text;
  };
  const texts = [await get('fail', 'events'), await get('fine', 'events'), await get('fine', 'trace')];
  for (const text of texts) expect(text).not.toMatch(/internal|NEO4J|10\.0\.0\.7|ECONN/);
  expect(texts[0]).toContain('Parley cannot do this right now.');
  expect(texts[1]).toContain('Until then Parley quotes its sources.');
  // Text that comes from pages is not changed.
  expect(texts[1]).toContain('PARLEY_HOST in the handbook');
  expect(texts[2]).toContain('STORE_UNAVAILABLE');
});
