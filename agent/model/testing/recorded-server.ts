import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

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
  /** After the chunks the connection breaks, stays open in silence, or gets the last chunk again and again. */
  ending?: 'breaks' | 'stalls' | 'repeats';
  /** True to send every byte by itself, so that pieces end within a character. */
  byByte?: boolean;
}

export interface RecordedServer {
  /** Base URL without a path. */
  url: string;
  requests: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[];
  /** Number of requests whose client disconnected before the end. */
  aborted: number;
  close(): Promise<void>;
}

/** Starts an HTTP server that returns one recorded answer to every request and records the requests. */
export const serveRecorded = async (recorded: Recorded): Promise<RecordedServer> => {
  const requests: RecordedServer['requests'] = [];
  let aborted = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) aborted += 1;
    });
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    requests.push({ path: request.url ?? '', headers: request.headers, body });
    const { status = 200, headers = {}, ending, byByte } = recorded;
    const [type, pieces, end] = piecesOf(recorded);
    response.writeHead(status, { 'content-type': type, ...headers });
    for (const piece of pieces) {
      for (const part of byByte ? Buffer.from(piece) : [piece]) {
        response.write(typeof part === 'number' ? Buffer.of(part) : part);
        if (byByte) await setImmediate();
      }
    }
    if (ending === 'stalls') return;
    // The chunks arrive before the connection breaks.
    if (ending === 'breaks') {
      await setTimeout(50);
      response.destroy();
    }
    while (ending === 'repeats' && !response.destroyed) {
      if (!response.write(pieces.at(-1) ?? '')) await setTimeout(1);
    }
    response.end(end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get aborted() {
      return aborted;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};

/** The content type of an answer, its body in pieces, and what ends it. */
const piecesOf = ({ sse, events, ndjson, raw, body, done = true }: Recorded): [string, string[], string] => {
  if (sse)
    return [
      'text/event-stream',
      sse.map((data) => `data: ${JSON.stringify(data)}\n\n`),
      done ? 'data: [DONE]\n\n' : '',
    ];
  if (events)
    return ['text/event-stream', events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`), ''];
  if (ndjson) return ['application/x-ndjson', ndjson.map((line) => `${JSON.stringify(line)}\n`), ''];
  return raw === undefined ? ['application/json', [], JSON.stringify(body) ?? ''] : ['text/html', [], raw];
};
