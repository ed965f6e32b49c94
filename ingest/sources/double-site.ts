import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers; a string is an HTML page. */
export type Reply = string | { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };

/** A site on this machine, for tests: its pages can be changed while it runs, and it keeps what it was asked. */
export interface DoubleSite {
  base: string;
  pages: Map<string, Reply | ((headers: IncomingHttpHeaders) => Reply)>;
  /** Paths with their answers' status, in the order asked. */
  asked: { path: string; status: number; at: number }[];
  /** Most requests that were under way at once. */
  readonly busiest: number;
  close(): Promise<void>;
}

/** Starts a site. Pages answer with an ETag of their body, and 304 when asked with it. */
export const startSite = async (
  pages: Record<string, Reply | ((headers: IncomingHttpHeaders) => Reply)> = {},
): Promise<DoubleSite> => {
  const site = { pages: new Map(Object.entries(pages)), asked: [] as DoubleSite['asked'], busiest: 0, busy: 0 };
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

/** A page with a title, words of its own and links. */
export const htmlPage = (title: string, links: readonly string[] = [], head = ''): string =>
  `<html><head><title>${title}</title>${head}</head><body><h1>${title}</h1><p>These are the words of ${title}.</p>${links.map((href) => `<a href="${href}">${href}</a> `).join('')}</body></html>`;
