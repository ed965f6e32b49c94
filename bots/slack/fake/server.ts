import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaults } from '../../chat/testing/faults.ts';
import type { Method } from './call.ts';
import { chatMethods } from './chat.ts';
import { FAKE_CLIENT, installMethods } from './install.ts';
import { placeMethods } from './places.ts';
import { SlackLimit, SlackRefusal } from './rules.ts';
import { createDeliveries } from './socket.ts';
import { streamMethods } from './streams.ts';
import { surfaceMethods } from './surfaces.ts';
import { type FakeInstallation, type Json, SlackWorld } from './world.ts';

const methods: Record<string, Method> = {
  ...chatMethods,
  ...streamMethods,
  ...placeMethods,
  ...surfaceMethods,
  ...installMethods,
};

/** A call that the fake received, and its result. */
export interface RecordedCall {
  method: string;
  args: Json;
  at: number;
  ok: boolean;
  error?: string;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
};

/** Parses arguments like Slack: a JSON body, or a form whose nested values are JSON. */
const parse = (body: string, type: string): Json => {
  if (type.includes('json')) return body ? (JSON.parse(body) as Json) : {};
  const nested = new Set(['blocks', 'chunks', 'view', 'prompts', 'metadata', 'loading_messages', 'attachments']);
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [
      name,
      nested.has(name) ? (JSON.parse(value) as unknown) : value,
    ]),
  );
};

/** Starts the fake's HTTP and WebSocket server on a free port. */
export const openServer = async ({ now, ackWithinMs }: { now: () => number; ackWithinMs: number }) => {
  const world = new SlackWorld(now);
  const faults = createFaults();
  const calls: RecordedCall[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const deliveries = createDeliveries(server, world, { ackWithinMs });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.fileUrl = (id) => `${origin}/files-pri/${id}`;

  const send = (response: ServerResponse, status: number, body: Json, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

  const tokenOf = (request: IncomingMessage, args: Json) =>
    request.headers.authorization?.replace(/^Bearer /, '') || (typeof args.token === 'string' ? args.token : undefined);

  const answer = (name: string, request: IncomingMessage, args: Json): Json => {
    if (name === 'apps.connections.open') {
      if (tokenOf(request, args) !== FAKE_CLIENT.appToken) throw new SlackRefusal('invalid_auth');
      // Uses the request's host, since a test may have put a proxy in between.
      return { url: `ws://${request.headers.host}/link` };
    }
    if (name === 'oauth.v2.access') return exchange(request, args);
    world.countCall(name);
    const method = methods[name];
    if (!method) throw new SlackRefusal('unknown_method', { req_method: name });
    const token = tokenOf(request, args);
    if (!token) throw new SlackRefusal('not_authed');
    const installation = world.installations.get(token);
    if (!installation || installation.revoked) throw new SlackRefusal('invalid_auth');
    if (method.scope && !installation.scopes.has(method.scope))
      throw new SlackRefusal('missing_scope', { needed: method.scope, provided: [...installation.scopes].join(',') });
    return method.run({ world, installation, token, args });
  };

  const exchange = (request: IncomingMessage, args: Json): Json => {
    const basic = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const [id, secret] = basic.includes(':') ? basic.split(':') : [args.client_id, args.client_secret];
    if (id !== FAKE_CLIENT.id || secret !== FAKE_CLIENT.secret) throw new SlackRefusal('bad_client_secret');
    const grant = world.oauthCodes.get(String(args.code));
    if (!grant) throw new SlackRefusal('invalid_code');
    world.oauthCodes.delete(String(args.code));
    const token = `xoxb-${grant.team}-${world.next('')}`;
    const installation: FakeInstallation = {
      team: grant.team,
      botUser: `UBOT${grant.team}`,
      botId: `B${grant.team}`,
      scopes: new Set(grant.scopes),
    };
    world.installations.set(token, installation);
    return {
      access_token: token,
      token_type: 'bot',
      scope: grant.scopes.join(','),
      bot_user_id: installation.botUser,
      app_id: 'A0PARLEY',
      team: { id: grant.team, name: grant.team },
      enterprise: null,
      is_enterprise_install: false,
      authed_user: { id: 'UADMIN' },
    };
  };

  const respondUrl = (id: string, body: string): { status: number; body: Json } => {
    const known = world.responseUrls.get(id);
    if (!known || known.uses >= 5 || now() - known.at > 30 * 60_000)
      return { status: 404, body: { ok: false, error: 'expired_url' } };
    known.uses += 1;
    const payload = JSON.parse(body) as Json;
    calls.push({ method: 'response_url', args: payload, at: now(), ok: true });
    if (payload.delete_original === true && known.ts) {
      world.messages.delete(world.key(known.channel, known.ts));
      return { status: 200, body: { ok: true } };
    }
    const installation = [...world.installations.values()].find((item) => item.team === known.team);
    const replace = payload.replace_original === true && known.ts;
    const ts = replace && known.ts ? known.ts : world.ts();
    world.put({
      ts,
      channel: known.channel,
      user: installation?.botUser ?? 'UBOT',
      botId: installation?.botId,
      text: String(payload.text ?? ''),
      blocks: payload.blocks as Json[] | undefined,
      reactions: new Map(),
      ...(payload.response_type !== 'in_channel' && { ephemeralTo: known.user }),
    });
    known.ts = ts;
    return { status: 200, body: { ok: true } };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname.startsWith('/files-pri/')) {
      const file = world.files.get(url.pathname.slice('/files-pri/'.length));
      const token = tokenOf(request, {});
      if (!file || !token || !world.installations.has(token)) {
        // Without a token, Slack answers a file request with its sign-in page and status 200.
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to Slack</html>');
        return;
      }
      const location = world.redirects.get(file.id);
      if (location) response.writeHead(302, { location }).end();
      else response.writeHead(200, { 'content-type': file.mimetype }).end(file.bytes);
      return;
    }
    const body = await readBody(request);
    if (url.pathname.startsWith('/response/')) {
      const result = respondUrl(url.pathname.slice('/response/'.length), body);
      return send(response, result.status, result.body);
    }
    const name = url.pathname.replace(/^\/api\//, '');
    const args = parse(body, request.headers['content-type'] ?? '');
    const record: RecordedCall = { method: name, args, at: now(), ok: false };
    calls.push(record);
    const fault = faults.take(name);
    if (fault?.kind === 'rate-limit') {
      record.error = 'ratelimited';
      return send(response, 429, { ok: false, error: 'ratelimited' }, { 'retry-after': String(fault.retryAfter) });
    }
    if (fault?.kind === 'status') {
      record.error = `status ${fault.status}`;
      return send(response, fault.status, {});
    }
    if (fault?.kind === 'error') {
      record.error = fault.error;
      return send(response, 200, { ok: false, error: fault.error, ...fault.more });
    }
    if (fault?.kind === 'dropped') {
      record.error = 'dropped';
      request.socket.destroy();
      return;
    }
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    try {
      const result = answer(name, request, args);
      record.ok = true;
      if (fault?.kind === 'lost') {
        request.socket.destroy();
        return;
      }
      send(response, 200, { ok: true, ...result }, scopesHeader(request, args));
    } catch (error) {
      if (error instanceof SlackLimit) {
        record.error = 'ratelimited';
        const wait = { 'retry-after': String(error.retryAfter) };
        return send(response, 429, { ok: false, error: 'ratelimited' }, wait);
      }
      if (!(error instanceof SlackRefusal)) throw error;
      record.error = error.code;
      send(response, 200, { ok: false, error: error.code, ...error.more });
    }
  };

  /** Slack lists a token's scopes in a header of every response, from which an app learns its permissions. */
  const scopesHeader = (request: IncomingMessage, args: Json): Record<string, string> => {
    const installation = world.installations.get(tokenOf(request, args) ?? '');
    return installation ? { 'x-oauth-scopes': [...installation.scopes].join(',') } : {};
  };

  return {
    origin,
    apiUrl: `${origin}/api/`,
    world,
    faults,
    calls,
    deliveries,
    async close() {
      deliveries.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
