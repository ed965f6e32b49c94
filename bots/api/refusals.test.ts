import { request } from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createDirectory } from '../../ingest/access/directory.ts';
import { createCallers } from '../../runtime/access/caller.ts';
import { parseAccessPolicy } from '../../runtime/access/policy.ts';
import { createTokens, type NewToken, OPERATOR } from '../../runtime/access/tokens.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { untilAborted } from '../conversation/testing/scripted-agent.ts';
import { openScriptedWeb, page } from '../web/testing/scripted-web.ts';

type Web = Awaited<ReturnType<typeof openScriptedWeb>>;
const SITE = 'https://docs.example.com';
/** A site whose pages may call the doors for programs. */
const INVITED = 'https://inspector.example.com';
let web: Web;
let gate = Promise.withResolvers<void>();
let waiting = 0;

beforeAll(async () => {
  web = await openScriptedWeb(
    async ({ text, signal, scopes }, say) => {
      if (text.startsWith('wait')) {
        say({ type: 'token', text: 'First' });
        waiting += 1;
        await Promise.race([gate.promise, untilAborted(signal)]);
      }
      return { text: `Made from ${[...scopes].sort().join(' ')}.` };
    },
    {
      pages: [page('docs/leave.md', 'Leave', 'Thirty days.')],
      settings: { PARLEY_WIDGET_ORIGINS: SITE, PARLEY_ALLOWED_ORIGINS: INVITED },
    },
  );
});
afterAll(() => web.close());
afterEach(() => {
  gate.resolve();
  gate = Promise.withResolvers();
});

type Records = Pick<Web['stores'], 'keyValues'>;
const tokensOf = (stores: Records, clock?: { now(): number }) =>
  createTokens({
    keyValues: stores.keyValues,
    rights: createCallers({ policy: parseAccessPolicy(''), stores: stores as Web['stores'] }),
    ...(clock && { clock: { ...systemClock, ...clock } }),
  });
const tokenFor = async (token: Partial<NewToken> = {}) =>
  (await tokensOf(web.stores).create({ name: 'test', maker: OPERATOR, ...token })).text;

const tool = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
/** How each door is asked: its path, the body of a question, and the headers that it needs beside the token. */
const doors = {
  API: { path: '/api/v1/ask', body: (question: unknown) => ({ question }), headers: {} },
  'API stream': { path: '/api/v1/ask/stream', body: (question: unknown) => ({ question }), headers: {} },
  'OpenAI chat': {
    path: '/v1/chat/completions',
    body: (content: unknown) => ({ model: 'parley', stream: true, messages: [{ role: 'user', content }] }),
    headers: {},
  },
  'OpenAI responses': {
    path: '/v1/responses',
    body: (input: unknown) => ({ model: 'parley', input }),
    headers: {},
  },
  MCP: { path: '/mcp', body: (question: unknown) => tool('ask', { question }), headers: {} },
  widget: {
    path: '/widget/questions',
    body: (text: unknown) => ({ conversation: crypto.randomUUID(), eventId: crypto.randomUUID(), text }),
    headers: { origin: SITE, 'x-parley-visitor': 'A'.repeat(43) },
  },
} as const;
type Door = keyof typeof doors;
const withToken = ['API', 'API stream', 'OpenAI chat', 'OpenAI responses', 'MCP'] as const;

const ask = (door: Door, question: unknown, token?: string, headers: Record<string, string> = {}) =>
  fetch(`${web.url}${doors[door].path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...doors[door].headers,
      ...headers,
    },
    body: JSON.stringify(doors[door].body(question)),
  });
/** The one code of a refusal, in Parley's form, in OpenAI's, or as the text of an MCP tool. */
const codesIn = (text: string) =>
  [...text.matchAll(/\b(?:TOKEN|RIGHTS|INPUT|BAD|ORIGIN)_[A-Z_]+\b/g)].map(([code]) => code);
const refusal = async (response: Response) => {
  const text = await response.text();
  const codes = new Set(codesIn(text));
  expect(text).not.toContain('Made from');
  return { status: response.status, codes: [...codes] };
};

/** Sends so many bytes and reads what comes back, also while still sending. @returns the answer and the MB that went out */
const sendBytes = (door: Door, token: string, megabytes: number, announced: boolean) =>
  new Promise<{ status: number; text: string; sent: number }>((resolve, reject) => {
    const piece = Buffer.alloc(1_000_000, 120);
    let sent = 0;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...doors[door].headers,
      ...(announced && { 'content-length': String(megabytes * piece.length) }),
    };
    const sending = request(`${web.url}${doors[door].path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, sent });
        sending.destroy();
      });
    });
    sending.on('error', reject);
    const next = (): void => {
      if (sending.destroyed) return;
      if (sent === megabytes) return void sending.end();
      sent += 1;
      if (sending.write(piece)) setImmediate(next);
      else sending.once('drain', next);
    };
    next();
  });

/** Asks as many blocking clients do: writes the whole body, and only then reads what came back. */
const sendAllThenRead = async (door: Door, token: string, bytes: number) => {
  const { hostname, port, host } = new URL(web.url);
  const headers = {
    host,
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    'content-length': String(bytes),
    ...doors[door].headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(Number(port), hostname).pause();
  const write = promisify<string | Buffer, void>((part, written) => socket.write(part, (error) => written(error)));
  await write([`POST ${doors[door].path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  await write(Buffer.alloc(bytes, 120));
  let answer = '';
  for await (const part of socket.setEncoding('utf8')) answer += part;
  return { status: Number(answer.split(' ')[1]), text: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
};

describe('each door refuses once, with its code', () => {
  it.each(withToken)('%s: a token of another Parley, one that is over, none', async (door) => {
    const foreign = openEmbedded(':memory:');
    const theirs = (await tokensOf(foreign).create({ name: 'x', maker: OPERATOR })).text;
    await foreign.close();
    expect(await refusal(await ask(door, 'x', theirs))).toEqual({ status: 401, codes: ['TOKEN_FOREIGN'] });

    const longAgo = { now: () => Date.now() - 200 * 24 * 3_600_000 };
    const over = (await tokensOf(web.stores, longAgo).create({ name: 'x', maker: OPERATOR })).text;
    const refused = await ask(door, 'x', over);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await refusal(refused)).toEqual({ status: 401, codes: ['TOKEN_EXPIRED'] });
    if (!door.startsWith('API'))
      expect(await refusal(await ask(door, 'x'))).toEqual({ status: 401, codes: ['TOKEN_MISSING'] });
  });

  it.each([...withToken, 'widget'] as const)(
    '%s: a body of 1 GB, announced or not, before it was read',
    async (door) => {
      const token = await tokenFor();
      for (const announced of [true, false]) {
        const { status, text, sent } = await sendBytes(door, token, 1000, announced);
        expect([status, codesIn(text)]).toEqual([413, ['INPUT_TOO_LARGE']]);
        expect(sent).toBeLessThan(1000);
      }
    },
  );

  it.each([...withToken, 'widget'] as const)(
    '%s: a body of 50 MB whose sender reads no answer before all is sent',
    async (door) => {
      const { status, text } = await sendAllThenRead(door, await tokenFor(), 50_000_000);
      expect([status, codesIn(text)]).toEqual([413, ['INPUT_TOO_LARGE']]);
    },
  );

  it.each(['API', 'API stream', 'OpenAI chat', 'OpenAI responses', 'widget'] as const)(
    '%s: a question of the wrong type, with the place of it',
    async (door) => {
      const token = door === 'widget' ? undefined : await tokenFor();
      for (const wrong of [7, null, { $gt: '' }, ['x', 7]]) {
        const response = await ask(door, wrong, token);
        const text = await response.text();
        expect([response.status, new Set(codesIn(text)), text]).toEqual([
          400,
          new Set(['BAD_USAGE']),
          expect.stringMatching(/question|content|input|text/),
        ]);
      }
    },
  );

  it('MCP: a tool call with wrong types, an unknown tool, and what is no call', async () => {
    const token = await tokenFor();
    const post = async (body: unknown) => {
      const response = await fetch(`${web.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
      });
      return response.text();
    };
    for (const [name, key] of [
      ['search', 'query'],
      ['fetch', 'id'],
      ['ask', 'question'],
    ] as const)
      for (const wrong of [7, null, {}, [''], '', 'x'.repeat(9000)]) {
        const said = await post(tool(name, { [key]: wrong }));
        expect(said).toContain('"isError":true');
        expect(said).toContain(`Invalid arguments for tool ${name}: ${key}`);
      }
    expect(await post(tool('drop_tables', {}))).toContain('Tool drop_tables not found');
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: 7 })).toMatch(/"error":\{"code":-32\d+/);
  });

  it.each(['OpenAI chat', 'OpenAI responses', 'MCP', 'widget'] as const)('%s: a page of another site', async (door) => {
    const token = door === 'widget' ? undefined : await tokenFor();
    const response = await ask(door, 'x', token, { origin: 'https://evil.example' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await refusal(response)).toEqual({ status: 403, codes: ['ORIGIN_REFUSED'] });
  });

  it.each(['OpenAI chat', 'OpenAI responses', 'MCP'] as const)(
    '%s: answers a page of an allowed site',
    async (door) => {
      const preflight = await fetch(`${web.url}${doors[door].path}`, {
        method: 'OPTIONS',
        headers: {
          origin: INVITED,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-stainless-lang',
        },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(INVITED);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('x-stainless-lang');
      const answered = await ask(door, 'x', await tokenFor(), { origin: INVITED, 'sec-fetch-site': 'cross-site' });
      expect(answered.headers.get('access-control-allow-origin')).toBe(INVITED);
      expect(await answered.text()).toContain('Made from');
      // The page can read why it was refused, also where it was invited and has no token.
      const refused = await ask(door, 'x', undefined, { origin: INVITED, 'sec-fetch-site': 'cross-site' });
      expect(refused.headers.get('access-control-allow-origin')).toBe(INVITED);
      expect(await refusal(refused)).toEqual({ status: 401, codes: ['TOKEN_MISSING'] });
    },
  );

  it.each(['API', 'API stream'] as const)(
    '%s: a page of another site, whose browser may send no token',
    async (door) => {
      const origin = 'https://evil.example';
      expect((await refusal(await ask(door, 'x', undefined, { origin }))).status).toBe(403);
      const preflight = await fetch(`${web.url}${doors[door].path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
      expect(preflight.headers.get('access-control-allow-headers')).toBeNull();
    },
  );

  it.each(withToken)('%s: rights that are narrowed while the answer is made', async (door) => {
    const person = `${crypto.randomUUID()}@example.com`;
    const writers = (people: string[]) =>
      createDirectory(web.stores.keyValues).put('wiki', {
        groups: new Map([['writers', { people, groups: [] }]]),
        rules: new Map(),
        complete: true,
      });
    await writers([person]);
    const before = waiting;
    const answering = ask(door, `wait ${door}`, await tokenFor({ person })).then(refusal);
    await expect.poll(() => waiting).toBe(before + 1);
    await writers([]);
    gate.resolve();
    expect((await answering).codes).toEqual(['RIGHTS_CHANGED']);
  });
});
