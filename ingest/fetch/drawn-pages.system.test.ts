import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, NO_CHROMIUM } from '../../bots/web/testing/chromium.ts';
import { silentLog } from '../../core/log.ts';
import { readFetched } from '../sources/web-item.ts';
import { drawnPages, isShell } from './drawn-pages.ts';
import { createFetcher, type Fetcher } from './fetch.ts';

const shell = (script: string) =>
  `<!doctype html><html><head><title>Handbook</title></head><body><div id="app">Loading…</div><script>${script}</script></body></html>`;
const TEXT = 'Parental leave is 26 weeks for everybody who has been with us for a year.';
const PAGES: Record<string, string> = {
  '/drawn': shell(
    `fetch('/api/leave').then((r) => r.json()).then(({ text }) => { document.querySelector('#app').innerHTML = '<h1>Leave</h1><p>' + text + '</p>'; });`,
  ),
  '/written': `<!doctype html><title>Written</title><main><h1>Leave</h1><p>${`${TEXT} `.repeat(5)}</p></main><script>document.body.innerHTML = 'replaced';</script>`,
  '/hostile': shell(`
    for (const url of [INNER + '/steal', 'file:///etc/passwd', 'chrome://version'])
      fetch(url).then((r) => r.text()).then((t) => document.body.append('GOT ' + t), () => {});
    fetch('/posted', { method: 'POST', body: 'x' }).catch(() => {});
    navigator.sendBeacon?.(INNER + '/beacon', 'x');
    new Image().src = INNER + '/pixel';
    const frame = document.createElement('iframe'); frame.src = INNER + '/frame'; document.body.append(frame);
    try { new WebSocket(INNER.replace('http', 'ws') + '/socket'); } catch {}
    document.querySelector('#app').textContent = ${JSON.stringify(TEXT)};`),
  '/endless': shell(
    `document.querySelector('#app').textContent = ${JSON.stringify(TEXT)}; setInterval(() => fetch('/api/leave?' + Math.random()).catch(() => {}), 20);`,
  ),
};

const listen = async (server: Server, host: string) => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
};

describe.skipIf(!chromiumPath)(`pages drawn by scripts${chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`}`, () => {
  const asked: string[] = [];
  const innerAsked: string[] = [];
  const note = (list: string[]) => (request: IncomingMessage) => list.push(`${request.method} ${request.url}`);
  let base: string;
  let inner: string;
  let fetcher: Fetcher;
  const site = createServer((request, response) => {
    note(asked)(request);
    const page = PAGES[request.url ?? ''];
    if (page)
      response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end(page.replaceAll('INNER', `'${inner}'`));
    else if (request.url?.startsWith('/api/'))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: TEXT }));
    else response.writeHead(404).end();
  });
  /** A server inside the network, which no page may reach. */
  const inside = createServer((request, response) => {
    note(innerAsked)(request);
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret');
  });

  beforeAll(async () => {
    inner = await listen(inside, '127.0.0.2');
    base = await listen(site, '127.0.0.1');
    const browser = chromiumPath ?? '';
    // The tests' machines are containers, and their user is root.
    fetcher = drawnPages(createFetcher({ allow: '127.0.0.1' }), { browser, sandbox: false, log: silentLog });
  });
  afterAll(async () => {
    await fetcher.close();
    site.close();
    inside.close();
  });

  const read = async (path: string) => readFetched(await fetcher.fetch(`${base}${path}`));

  it('are read as they are drawn, and never taken for unchanged', async () => {
    const fetched = await fetcher.fetch(`${base}/drawn`);
    expect(fetched.etag).toBeUndefined();
    expect((await readFetched(fetched)).markdown).toContain(TEXT);
    expect(
      (await readFetched(await createFetcher({ allow: '127.0.0.1' }).fetch(`${base}/drawn`))).markdown,
    ).not.toContain('26 weeks');
  });

  it('are left as they came when they hold text', async () => {
    expect((await read('/written')).markdown).toContain(TEXT);
  });

  it('reach nothing inside the network, by no way that a browser has', async () => {
    const { markdown } = await read('/hostile');
    expect(markdown).toContain(TEXT);
    expect(markdown).not.toContain('GOT');
    expect(innerAsked).toEqual([]);
    expect(asked).not.toContain('POST /posted');
  });

  it('end when they would go on for ever', async () => {
    expect((await read('/endless')).markdown).toContain(TEXT);
    expect(asked.filter((line) => line.includes('/api/leave?')).length).toBeLessThanOrEqual(300);
  });

  it('say which setting is wrong when the browser does not start', async () => {
    const none = drawnPages(createFetcher({ allow: '127.0.0.1' }), {
      browser: '/nowhere/chromium',
      sandbox: false,
      log: silentLog,
    });
    await expect(none.fetch(`${base}/drawn`)).rejects.toMatchObject({
      code: 'BAD_SETTING',
      remedy: 'Check PARLEY_BROWSER.',
    });
    expect((await none.fetch(`${base}/written`)).contentType).toBe('text/html');
    await none.close();
  });
});

describe('a page that holds no text', () => {
  const judge = (html: string, contentType = 'text/html') =>
    isShell({ contentType, bytes: Buffer.from(html), notModified: false });
  it('is one of scripts alone', () => {
    expect(judge(shell('run()'))).toBe(true);
    expect(judge(`<body><noscript>${TEXT.repeat(9)}</noscript><script>run()</script>`)).toBe(true);
    expect(judge(`<body><script>${TEXT.repeat(9)}`)).toBe(true);
  });
  it('is none without scripts, with text, or of another type', () => {
    expect(judge('<body>Short.</body>')).toBe(false);
    expect(judge(`<body>${TEXT.repeat(9)}<script>run()</script>`)).toBe(false);
    expect(judge(shell('run()'), 'application/json')).toBe(false);
  });
  it('is told in linear time', () => {
    const started = performance.now();
    for (const piece of ['<script', '<script>', '<', '<script></scrip', '</script>'])
      judge(`<script>${piece.repeat(50_000)}`);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
