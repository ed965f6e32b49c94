import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer for a path. A string is an HTML page. */
export type Reply = string | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };

/** A web site on this machine for tests. Its pages can change while it runs, and it records its requests. */
export interface FakeSite {
  base: string;
  pages: Map<string, Reply | ((headers: IncomingHttpHeaders) => Reply)>;
  /** Requested paths with the status of the answer and the time, in order. */
  asked: { path: string; status: number; at: number }[];
  /** Maximum number of requests that ran at once. */
  readonly busiest: number;
  close(): Promise<void>;
}

/** Starts a site. Pages answer with an ETag of their body, and with 304 to a request that sends it. */
export const startSite = async (
  pages: Record<string, Reply | ((headers: IncomingHttpHeaders) => Reply)> = {},
): Promise<FakeSite> => {
  const site = { pages: new Map(Object.entries(pages)), asked: [] as FakeSite['asked'], busiest: 0, busy: 0 };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const given = site.pages.get(path);
    const reply = typeof given === 'function' ? given(request.headers) : given;
    const {
      status = 200,
      headers = {},
      body = '',
    } = typeof reply === 'string' ? { body: reply } : (reply ?? { status: 404 });
    const etag = `"${createHash('sha1').update(body).digest('hex').slice(0, 12)}"`;
    const same = status === 200 && request.headers['if-none-match'] === etag;
    site.asked.push({ path, status: same ? 304 : status, at: performance.now() });
    site.busiest = Math.max(site.busiest, ++site.busy);
    setTimeout(() => {
      site.busy--;
      response.writeHead(same ? 304 : status, { 'content-type': 'text/html; charset=utf-8', etag, ...headers });
      response.end(same ? undefined : body);
    }, 2);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(site, {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
};

/** An HTML page with a title, text and links. */
export const htmlPage = (title: string, links: readonly string[] = [], head = ''): string =>
  `<html><head><title>${title}</title>${head}</head><body><h1>${title}</h1><p>These are the words of ${title}.</p>${links.map((href) => `<a href="${href}">${href}</a> `).join('')}</body></html>`;
