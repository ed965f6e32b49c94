import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a service answers; without a body that is a string or bytes it is sent as JSON. */
export interface ApiReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  url: URL;
  headers: IncomingMessage['headers'];
  json: unknown;
  /** The fields of a body that is a form. */
  form: URLSearchParams;
}

/** A service's API on this machine, for tests: it keeps what it was asked, and can be made to fail. */
export interface FakeApi {
  base: string;
  asked: { method: string; path: string; status: number; at: number }[];
  /** Answers the next requests in the service's stead, one each; undefined lets a request through. */
  faults: (ApiReply | undefined)[];
  /** Runs before a request is answered: for changing the world while it is listed. */
  onRequest?: (request: ApiRequest) => void;
  /** A request for which it is true is never answered. */
  holds?: (request: ApiRequest) => boolean;
  /** Milliseconds until each answer; none by default. */
  latency?: number;
  close(): Promise<void>;
}

/** Starts a service. @param answer what it answers to a request; undefined is 404 */
export const startApi = async (answer: (request: ApiRequest) => ApiReply | undefined): Promise<FakeApi> => {
  const api: Omit<FakeApi, 'base' | 'close'> = { asked: [], faults: [] };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const isForm = incoming.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    const request: ApiRequest = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      url: new URL(incoming.url ?? '/', `http://${incoming.headers.host}`),
      headers: incoming.headers,
      json: isForm || text === '' ? undefined : JSON.parse(text),
      form: new URLSearchParams(isForm ? text : ''),
    };
    api.onRequest?.(request);
    if (api.holds?.(request)) return;
    if (api.latency) await sleep(api.latency);
    const reply = api.faults.shift() ?? answer(request) ?? { status: 404, body: {} };
    const { status = 200, headers = {}, body = {} } = reply;
    api.asked.push({ method: request.method, path: request.path, status, at: performance.now() });
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, { 'content-type': isRaw ? 'text/html' : 'application/json', ...headers });
    response.end(isRaw ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(api, {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
};
