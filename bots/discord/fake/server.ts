import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayIntentBits } from 'discord.js';
import { createFaults } from '../../chat/testing/faults.ts';
import type { Route } from './call.ts';
import { createGateway } from './gateway.ts';
import { routes } from './rest.ts';
import { DiscordRefusal, rules } from './rules.ts';
import { DiscordWorld, type Json } from './world.ts';

export const FAKE_TOKEN = 'MTAwMA.fake.token';

export interface DiscordFakeOptions {
  /** The fake's clock in epoch milliseconds; a test can advance it so that an interaction expires. */
  now?: () => number;
  /** The rate limit of each route and channel; further calls get status 429 (docs: topics/rate-limits). */
  bucket?: { calls: number; windowMs: number };
}

/** A REST call that the fake received. */
export interface RecordedCall {
  route: string;
  path: string;
  body: Json;
  at: number;
  status: number;
}

const match = (route: Route, method: string, path: string): Record<string, string> | undefined => {
  if (route.method !== method) return undefined;
  const [want, have] = [route.pattern.split('/'), path.split('/')];
  if (want.length !== have.length) return undefined;
  const at: Record<string, string> = {};
  for (const [i, part] of want.entries()) {
    if (part.startsWith(':')) at[part.slice(1)] = decodeURIComponent(have[i] as string);
    else if (part !== have[i]) return undefined;
  }
  return at;
};

/** Starts the fake's REST API and gateway on a free port. */
export const openServer = async ({ now, bucket }: Required<DiscordFakeOptions>) => {
  const world = new DiscordWorld(now);
  const faults = createFaults();
  const calls: RecordedCall[] = [];
  const buckets = new Map<string, { left: number; resetAt: number }>();
  let privileged = GatewayIntentBits.MessageContent | GatewayIntentBits.GuildMembers | 0;
  let shards = 1;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  let origin = '';
  const gateway = createGateway(server, world, {
    token: FAKE_TOKEN,
    origin: () => origin,
    // All unprivileged intents, and the privileged ones that are enabled.
    allowedIntents: () =>
      (0x7fffffff &
        ~(GatewayIntentBits.MessageContent | GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences)) |
      privileged,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
    if (body === undefined) response.writeHead(204, headers).end();
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, error: DiscordRefusal) => {
    const rule = rules[error.rule];
    send(response, rule.status, {
      message: rule.message,
      code: rule.code,
      ...(error.errors && { errors: error.errors }),
    });
    return rule.status;
  };

  /** Counts a call in the route's bucket and returns the rate-limit headers; undefined when the bucket is empty. */
  const take = (route: Route, at: Record<string, string>): Record<string, string> | undefined => {
    const key = `${route.method} ${route.pattern} ${route.major ? at[route.major] : ''}`;
    const current = buckets.get(key);
    const live =
      current && current.resetAt > Date.now() ? current : { left: bucket.calls, resetAt: Date.now() + bucket.windowMs };
    buckets.set(key, live);
    const seconds = Math.max(0, (live.resetAt - Date.now()) / 1000);
    if (live.left <= 0) return undefined;
    live.left -= 1;
    return {
      'x-ratelimit-limit': String(bucket.calls),
      'x-ratelimit-remaining': String(live.left),
      'x-ratelimit-reset-after': seconds.toFixed(3),
      'x-ratelimit-reset': (live.resetAt / 1000).toFixed(3),
      'x-ratelimit-bucket': Buffer.from(`${route.method}${route.pattern}`).toString('hex').slice(0, 32),
    };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (url.pathname.startsWith('/attachments/')) {
      const file = world.files.get(url.pathname);
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes);
      return;
    }
    const path = url.pathname.replace(/^\/api\/v10/, '');
    if (path === '/gateway/bot') {
      if (request.headers.authorization !== `Bot ${FAKE_TOKEN}`)
        return void refuse(response, new DiscordRefusal('unauthorized'));
      return send(response, 200, {
        url: origin.replace('http', 'ws'),
        shards,
        // All shards may identify at once: with a concurrency of 1, the client would wait five seconds between two.
        session_start_limit: { total: 1000, remaining: 999, reset_after: 0, max_concurrency: shards },
      });
    }
    const raw = Buffer.concat(pieces).toString('utf8');
    const body = raw ? (JSON.parse(raw) as Json) : {};
    for (const route of routes) {
      const at = match(route, request.method ?? 'GET', path);
      if (!at) continue;
      const name = `${route.method} ${route.pattern}`;
      const record: RecordedCall = { route: name, path, body, at: now(), status: 200 };
      calls.push(record);
      const fault = faults.take(name);
      if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
      const limits = route.major ? take(route, at) : {};
      if (fault?.kind === 'rate-limit' || limits === undefined) {
        record.status = 429;
        const retry = fault?.kind === 'rate-limit' ? fault.retryAfter : Math.max(0.001, bucket.windowMs / 1000);
        return send(
          response,
          429,
          { message: rules.rateLimited.message, retry_after: retry, global: false },
          { 'retry-after': String(retry), 'x-ratelimit-scope': 'user' },
        );
      }
      if (fault?.kind === 'status') {
        record.status = fault.status;
        return send(response, fault.status, { message: 'server error', code: 0 });
      }
      if (fault?.kind === 'dropped') {
        record.status = 0;
        request.socket.destroy();
        return;
      }
      if (!route.open && request.headers.authorization !== `Bot ${FAKE_TOKEN}`) {
        record.status = refuse(response, new DiscordRefusal('unauthorized'));
        return;
      }
      try {
        if (fault?.kind === 'error') throw new DiscordRefusal(fault.error as keyof typeof rules);
        const result = route.run({ world, body, query: url.searchParams, at, dispatch: gateway.dispatch });
        if (fault?.kind === 'lost') {
          request.socket.destroy();
          return;
        }
        return send(response, 200, result, limits);
      } catch (error) {
        if (!(error instanceof DiscordRefusal)) throw error;
        record.status = refuse(response, error);
        return;
      }
    }
    calls.push({ route: `${request.method} ${path}`, path, body, at: now(), status: 404 });
    refuse(response, new DiscordRefusal('unknownRoute'));
  };

  return {
    apiUrl: `${origin}/api`,
    origin,
    world,
    faults,
    calls,
    gateway,
    /** Sets the privileged intents that are enabled in the developer portal. */
    setPrivileged(intents: number) {
      privileged = intents;
      world.applicationFlags = intents & GatewayIntentBits.MessageContent ? 1 << 19 : 0;
    },
    setShards(count: number) {
      shards = count;
    },
    async close() {
      gateway.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type DiscordServer = Awaited<ReturnType<typeof openServer>>;
