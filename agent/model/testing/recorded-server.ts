import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider's answer, as its documentation or its users show it. */
export interface Recorded {
  status?: number;
  headers?: Record<string, string>;
  /** Stream chunks: `sse` sends objects as `data: …`, `events` with an event name, `ndjson` one per line. */
  sse?: readonly object[];
  events?: readonly (readonly [string, object])[];
  ndjson?: readonly object[];
  /** False if the `sse` stream ends without `[DONE]`. */
  done?: boolean;
  /** Complete body, for error responses. */
  body?: unknown;
  /** Complete body as it stands, such as a proxy's web page. */
  raw?: string;
  /** True if the connection breaks after the chunks. */
  breaks?: boolean;
}

export interface RecordedServer {
  /** Base URL without a path. */
  url: string;
  requests: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[];
  close(): Promise<void>;
}

/** Starts an HTTP server that returns one recorded answer to every request and records the requests. */
export const serveRecorded = async (recorded: Recorded): Promise<RecordedServer> => {
  const requests: RecordedServer['requests'] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    const { status = 200, headers = {}, sse, events, ndjson, done = true, raw, breaks } = recorded;
    if (sse || events) {
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
      for (const data of sse ?? []) response.write(`data: ${JSON.stringify(data)}\n\n`);
      for (const [name, data] of events ?? []) response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
      // The chunks arrive before the connection breaks.
      if (breaks) return void setTimeout(() => response.destroy(), 50);
      return void response.end(sse && done ? 'data: [DONE]\n\n' : '');
    }
    if (ndjson) {
      response.writeHead(status, { 'content-type': 'application/x-ndjson', ...headers });
      return void response.end(ndjson.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
    if (raw !== undefined) {
      response.writeHead(status, { 'content-type': 'text/html', ...headers });
      return void response.end(raw);
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(recorded.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
