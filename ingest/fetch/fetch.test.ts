import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchAllowance, isPublicAddress } from './addresses.ts';
import { createFetcher, type Fetcher } from './fetch.ts';

const routes: Record<string, RequestListener> = {
  '/page': (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304, { etag: '"v1"' }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag: '"v1"' }).end('<p>hello</p>');
  },
  '/gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed words')),
  '/bomb': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
  '/moved': (_, response) => response.writeHead(301, { location: '/page' }).end(),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/drip': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/busy': (_, response) => response.writeHead(503, { 'retry-after': '7' }).end(),
};

let server: Server;
let base: string;
let fetcher: Fetcher;

beforeAll(async () => {
  server = createServer((request, response) => {
    const route = routes[request.url!];
    if (route === undefined) response.writeHead(404).end();
    else route(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fetcher = createFetcher({ allow: '127.0.0.1 localhost', maxBytes: 1_000_000, timeoutMs: 30_000 });
});

afterAll(async () => {
  await fetcher.close();
  server.closeAllConnections();
  server.close();
});

describe('createFetcher', () => {
  it('fetches a page with what a later conditional request needs', async () => {
    const page = await fetcher.fetch(`${base}/page`);
    expect(page).toMatchObject({ contentType: 'text/html; charset=utf-8', etag: '"v1"', notModified: false });
    expect(Buffer.from(page.bytes).toString()).toBe('<p>hello</p>');
    expect(await fetcher.fetch(`${base}/page`, { etag: '"v1"' })).toMatchObject({ notModified: true });
  });

  it('stops at a lower bound of one request', async () => {
    await expect(fetcher.fetch(`${base}/page`, { maxBytes: 5 })).rejects.toMatchObject({ code: 'INPUT_TOO_LARGE' });
  });

  it('unpacks, and follows redirects', async () => {
    expect(Buffer.from((await fetcher.fetch(`${base}/gzip`)).bytes).toString()).toBe('packed words');
    expect(await fetcher.fetch(`${base}/moved`)).toMatchObject({ url: `${base}/page`, permanent: true });
  });

  it.each([
    ['a loop', '/loop', 'FETCH_FAILED', /redirects without end/],
    ['a redirect to an inner address', '/inside', 'FETCH_REFUSED', /private or local/],
    ['a compressed bomb', '/bomb', 'INPUT_TOO_LARGE', /larger than 1 MB/],
    ['a missing page', '/nowhere', 'FETCH_FAILED', /answered 404/],
  ])('says what is wrong with %s', async (_, path, code, message) => {
    await expect(fetcher.fetch(base + path)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('gives up on a server that drips', async () => {
    const hurried = createFetcher({ allow: '127.0.0.1', timeoutMs: 400 });
    await expect(hurried.fetch(`${base}/drip`)).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      message: expect.stringContaining('within 0.4 s'),
    });
    await hurried.close();
  });

  it('passes on how long to wait', async () => {
    await expect(fetcher.fetch(`${base}/busy`)).rejects.toMatchObject({ details: { status: 503, retryAfter: 7 } });
  });

  it('refuses inner addresses by number, by name and by scheme unless they are allowed', async () => {
    const closed = createFetcher({ timeoutMs: 2000 });
    const named = base.replace('127.0.0.1', 'localhost');
    try {
      for (const url of [
        `${base}/page`,
        `${named}/page`,
        'http://[::1]/',
        'http://0x7f.1/',
        'file:///etc/passwd',
        'ftp://a.example/',
      ])
        await expect(closed.fetch(url), url).rejects.toMatchObject({ code: 'FETCH_REFUSED' });
      expect((await fetcher.fetch(`${named}/page`)).notModified).toBe(false);
    } finally {
      await closed.close();
    }
  });
});

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.2.3.4',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fd00::1',
    '0.0.0.0',
    '64:ff9b::a00:1',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
  it.each(['93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it('opens what PARLEY_FETCH_ALLOW names and nothing else', () => {
    const allowed = fetchAllowance('wiki.internal:8080, 10.1.0.0/16 *.corp.example');
    expect(allowed('wiki.internal', 8080)).toBe(true);
    expect(allowed('wiki.internal', 80)).toBe(false);
    expect(allowed('docs.corp.example', 443)).toBe(true);
    expect(allowed('corp.example.evil', 443)).toBe(false);
    expect(allowed('x.example', 80, '10.1.2.3')).toBe(true);
    expect(allowed('x.example', 80, '10.2.2.3')).toBe(false);
  });
});
