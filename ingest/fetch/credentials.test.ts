import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openStores } from '../../stores/index.ts';
import { readCredentials, signedIn } from './credentials.ts';
import { createFetcher } from './fetch.ts';

let folder: string;
let wiki: Server;
let other: Server;
let asked: { host: string; path: string; authorization?: string; key?: string }[];
const start = async (answer: (path: string) => string | { location: string } | undefined, login: boolean) => {
  const server = createServer((request: IncomingMessage, response) => {
    const { authorization, host = '', 'x-key': key } = request.headers;
    asked.push({ host, path: request.url ?? '', authorization, key: key as string | undefined });
    if (login && authorization !== 'Bearer s3cret') return void response.writeHead(401).end();
    const reply = answer(request.url ?? '');
    if (reply === undefined) response.writeHead(404).end();
    else if (typeof reply === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(reply);
    else response.writeHead(302, reply).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
};
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const page = (title: string, links = '') =>
  `<html><title>${title}</title><body><h1>${title}</h1><p>Words of ${title} for everybody who may read them.</p>${links}</body></html>`;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-credentials-'));
  wiki = await start(
    (at) =>
      ({
        '/': page('Home', `<a href="/rota">Rota</a> <a href="/away">Away</a>`),
        '/rota': page('Rota'),
        '/away': { location: `${originOf(other)}/trap` },
        '/round': { location: `${originOf(other)}/back` },
      })[at],
    true,
  );
  other = await start(
    (at) =>
      at === '/back' || at === '/lure'
        ? { location: `${originOf(wiki)}/rota` }
        : page('Elsewhere', `<a href="${originOf(wiki)}/rota">x</a>`),
    false,
  );
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  wiki.close();
  other.close();
});

const fileOf = (text: string) => {
  const file = path.join(folder, 'credentials.yaml');
  writeFileSync(file, text);
  return file;
};

describe('signed-in fetching', () => {
  const fetcher = createFetcher({ allow: '127.0.0.1' });
  afterAll(() => fetcher.close());
  const own = () => {
    const file = fileOf(`${originOf(wiki)}: { bearer: "\${WIKI_TOKEN}", headers: { X-Key: k } }`);
    return readCredentials(file, { WIKI_TOKEN: 's3cret' });
  };

  it('signs in to the host of the source, and to no other', async () => {
    const wikiPages = signedIn(fetcher, own(), `${originOf(wiki)}/`);
    expect((await wikiPages.fetch(`${originOf(wiki)}/rota`)).url).toBe(`${originOf(wiki)}/rota`);
    await wikiPages.fetch(`${originOf(other)}/x`);
    expect(asked.map(({ path: at, authorization, key }) => [at, authorization, key])).toEqual([
      ['/rota', 'Bearer s3cret', 'k'],
      ['/x', undefined, undefined],
    ]);
  });

  it('sends nothing after a redirect off the host, and not when it leads back', async () => {
    const wikiPages = signedIn(fetcher, own(), `${originOf(wiki)}/`);
    await expect(wikiPages.fetch(`${originOf(wiki)}/away`)).rejects.toMatchObject({
      code: 'FETCH_FAILED',
      message: expect.stringContaining('login'),
    });
    await expect(wikiPages.fetch(`${originOf(wiki)}/round`)).rejects.toMatchObject({ details: { status: 401 } });
    expect(asked.filter(({ authorization }) => authorization).map(({ path: at }) => at)).toEqual(['/away', '/round']);
  });

  it('is not borrowed by a page of another place that leads to the host', async () => {
    const lure = signedIn(fetcher, own(), `${originOf(other)}/`);
    await expect(lure.fetch(`${originOf(other)}/lure`)).rejects.toMatchObject({ details: { status: 401 } });
    await expect(lure.fetch(`${originOf(wiki)}/rota`)).rejects.toMatchObject({ details: { status: 401 } });
    expect(asked.some(({ authorization }) => authorization)).toBe(false);
  });
});

it('crawls a site behind a login, keeps no credential in the data folder, and says when one is refused', async () => {
  const file = fileOf(`${originOf(wiki)}: { bearer: "\${PARLEY_TEST_TOKEN}" }`);
  process.env.PARLEY_TEST_TOKEN = 's3cret';
  const settings = readSettings({
    PARLEY_DATA: path.join(folder, 'data'),
    PARLEY_FETCH_ALLOW: '127.0.0.1',
    PARLEY_CREDENTIALS: file,
  });
  const stores = await openStores(settings);
  try {
    const report = await createIngest({ settings, stores }).ingest([`${originOf(wiki)}/`], { crawl: {} });
    expect(report).toMatchObject({ added: 2, failed: [{ input: `${originOf(wiki)}/away` }] });
    expect(JSON.stringify(await stores.documents.sources())).not.toContain('s3cret');
    process.env.PARLEY_TEST_TOKEN = 'expired';
    const again = await createIngest({ settings, stores }).sync([]);
    expect(again).toMatchObject({ deleted: 0, failed: [{ remedy: expect.stringContaining('PARLEY_CREDENTIALS') }] });
  } finally {
    delete process.env.PARLEY_TEST_TOKEN;
    await stores.close();
  }
});

describe('the credentials file', () => {
  it('reads every way to sign in, by host over https or by origin', async () => {
    const credentials = readCredentials(
      fileOf('a.example: { basic: { user: ada, password: pw } }\n"http://b.internal:8080": { cookie: "session=1" }\n'),
      {},
    );
    expect(await credentials('https://a.example/x')?.headers()).toEqual({ authorization: `Basic ${btoa('ada:pw')}` });
    expect(credentials('http://a.example/x')).toBeUndefined();
    expect(credentials('https://a.example:8443/x')).toBeUndefined();
    expect(await credentials('http://b.internal:8080/x')?.headers()).toEqual({ cookie: 'session=1' });
    expect(readCredentials(undefined)('https://a.example/')).toBeUndefined();
  });

  it.each([
    [`a.example: { bearer: "\${NOT_SET}" }`, /NOT_SET is not set .* a\.example/],
    ['a.example: { bearer: [s3cret', /not YAML/],
    ['a.example: { token: s3cret }', /a\.example/],
    ['a.example/wiki: { bearer: s3cret }', /is no host/],
  ])('refuses %s, and repeats no secret', (text, message) => {
    const read = () => readCredentials(fileOf(text), {});
    expect(read).toThrow(message);
    expect(read).not.toThrow(/s3cret/);
  });

  it('says when it is not there', () => {
    expect(() => readCredentials(path.join(folder, 'none.yaml'))).toThrow(/no such file/);
  });
});
