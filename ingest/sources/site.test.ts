import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentStamp } from '../../stores/index.ts';
import { createFetcher, type Fetcher } from '../fetch/fetch.ts';
import type { Item, PageItem } from '../inputs/item.ts';
import { addressShape, isCircular, pageAddress, siteTest } from './addresses.ts';
import type { ConnectorContext } from './connector.ts';
import { listedConnector } from './listed.ts';
import { readListing } from './listing.ts';
import { type SiteOptions, siteConnector } from './site.ts';
import { type FakeSite, htmlPage, startSite } from './testing/fake-site.ts';

let site: FakeSite;
let fetcher: Fetcher;

beforeEach(async () => {
  site = await startSite();
  fetcher = createFetcher({ allow: '127.0.0.1', timeoutMs: 3000 });
});

afterEach(async () => {
  await fetcher.close();
  await site.close();
});

const all = async (items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};
const known = (items: readonly Item[] = []) =>
  new Map(
    pagesOf(items).map((item): [string, DocumentStamp] => [
      item.id,
      {
        id: item.id,
        sourceId: 's',
        title: '',
        contentHash: '',
        fetchedAt: '',
        scopes: [],
        passages: 1,
        metadata: item.metadata,
      },
    ]),
  );
const contextOf = (before: readonly Item[]): ConnectorContext => ({
  fetcher,
  known: known(before),
  remember: () => {},
  defer: () => {},
});
const crawl = (path = '/', options: SiteOptions = {}, before: readonly Item[] = []) =>
  all(siteConnector(site.base + path, { interval: 0, ...options }, contextOf(before)));
const pagesOf = (items: readonly Item[]) => items.filter((item): item is PageItem => item.kind === 'page');
const paths = (items: readonly Item[]) =>
  pagesOf(items)
    .map(({ id }) => id.replace(site.base, ''))
    .sort();
const failures = (items: readonly Item[]) =>
  items.flatMap((item) => (item.kind === 'failure' ? [item.failure.message] : []));
const serve = (pages: Record<string, Parameters<FakeSite['pages']['set']>[1]>) => {
  for (const [path, page] of Object.entries(pages)) site.pages.set(path, page);
};

describe('siteConnector', () => {
  it('follows links within the site, once each, and reads what it finds', async () => {
    serve({
      '/': htmlPage('Home', [
        'a',
        '/b?utm_source=x#top',
        'b',
        'https://elsewhere.example/',
        'mailto:a@b.example',
        'logo.png',
      ]),
      '/a': htmlPage('A', ['/', '/c.csv']),
      '/b': htmlPage('B', ['/a']),
      '/c.csv': { headers: { 'content-type': 'text/csv' }, body: 'Region,Sales\nNorth,3\n' },
    });
    const items = await crawl();
    expect(paths(items)).toEqual(['/', '/a', '/b', '/c.csv']);
    expect(site.asked.map(({ path }) => path).filter((path) => path === '/a' || path === '/b')).toHaveLength(2);
    const csv = await pagesOf(items)
      .find(({ id }) => id.endsWith('.csv'))!
      .extract();
    expect(csv.tables).toMatchObject([{ rows: [['North', '3']] }]);
  });

  it('stays at or below the folder where it starts, unless include says otherwise', async () => {
    serve({
      '/docs/': htmlPage('Docs', ['/docs/a', '/blog/b', '/docs/old/c']),
      '/docs/a': htmlPage('A'),
      '/docs/old/c': htmlPage('C'),
      '/blog/b': htmlPage('B'),
    });
    expect(paths(await crawl('/docs/'))).toEqual(['/docs/', '/docs/a', '/docs/old/c']);
    expect(paths(await crawl('/docs/', { exclude: ['/old/'] }))).toEqual(['/docs/', '/docs/a']);
    expect(paths(await crawl('/docs/', { include: ['*/blog/*'] }))).toEqual(['/blog/b', '/docs/']);
  });

  it('keeps to robots.txt: what it forbids, its delay and its sitemaps', async () => {
    serve({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: Parley\nDisallow: /private\nCrawl-delay: 0.15\nSitemap: ${site.base}/map.xml.gz`,
      },
      '/map.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(`<urlset><url><loc>${site.base}/orphan</loc></url></urlset>`),
      },
      '/': htmlPage('Home', ['/private/x', '/a']),
      '/a': htmlPage('A'),
      '/orphan': htmlPage('Orphan'),
      '/private/x': htmlPage('X'),
    });
    const began = performance.now();
    expect(paths(await crawl())).toEqual(['/', '/a', '/orphan']);
    // Counts from the start of the crawl, because a slow machine may receive one request late and the next one in time.
    const times = site.asked.filter(({ path }) => path !== '/robots.txt').map(({ at }) => at);
    expect(times).toHaveLength(4);
    for (const [i, at] of times.entries()) expect(at - began).toBeGreaterThan(i * 150 - 5);
  });

  it('asks nothing where robots.txt cannot be reached, and calls nothing gone', async () => {
    serve({ '/robots.txt': { status: 500 }, '/': htmlPage('Home') });
    const items = await crawl();
    expect(items).toMatchObject([{ kind: 'failure', failure: { input: `${site.base}/robots.txt` } }]);
    expect(items[0]).not.toHaveProperty('id', expect.anything());
    expect(site.asked.map(({ path }) => path)).toEqual(['/robots.txt']);
  });

  it('calls a page what its redirects and canonical link call it', async () => {
    serve({
      '/': htmlPage('Home', ['/old', '/print?p=1', '/new']),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': htmlPage('New'),
      '/print?p=1': htmlPage('New', [], '<link rel="canonical" href="/new">'),
    });
    expect(paths(await crawl())).toEqual(['/', '/new']);
  });

  it('calls no page what another site would have it called', async () => {
    serve({
      '/': htmlPage('Home', ['/leave']),
      '/leave': htmlPage('Leave', [], '<link rel="canonical" href="https://elsewhere.example/leave">'),
    });
    const items = await crawl();
    expect(paths(items)).toEqual(['/', '/leave']);
    expect(JSON.stringify(items)).not.toContain('"url":"https://elsewhere');
  });

  it('takes one of two pages that say the same, the one that it has, and says which it left out', async () => {
    const words = Array.from({ length: 80 }, (_, i) => `word${String.fromCharCode(97 + (i % 26))}${'x'.repeat(i % 7)}`);
    const article = (change = '') =>
      `<title>Pumps</title><main><h1>Pumps</h1><p>${words.join(' ')} and a pump at 40 euros${change}.</p></main>`;
    serve({
      '/': htmlPage('Home', ['/pumps', '/pumps/print', '/pumps-2025']),
      '/pumps': article(),
      '/pumps/print': `${article()}<footer>Printed from our site</footer>`,
      // The same text with another price is another page.
      '/pumps-2025': article(' or 38'),
    });
    const items = await crawl('/', { parallel: 1 });
    expect(paths(items)).toEqual(['/', '/pumps', '/pumps-2025']);
    expect(items.filter(({ kind }) => kind === 'copy')).toEqual([
      { kind: 'copy', input: `${site.base}/pumps/print`, of: `${site.base}/pumps` },
    ]);
    // The known page stays even if the crawl reads its copy first.
    serve({ '/': htmlPage('Home', ['/pumps/print', '/pumps-2025', '/pumps']) });
    expect(paths(await crawl('/', {}, items))).toEqual(['/', '/pumps', '/pumps-2025']);
  });

  it('honours noindex and nofollow', async () => {
    serve({
      '/': htmlPage('Home', ['/hidden', '/closed']),
      '/hidden': htmlPage('Hidden', ['/beyond'], '<meta name="robots" content="noindex">'),
      '/closed': { headers: { 'x-robots-tag': 'none' }, body: htmlPage('Closed') },
      '/beyond': htmlPage('Beyond', ['/lost'], '<meta name="robots" content="nofollow">'),
      '/lost': htmlPage('Lost'),
    });
    expect(paths(await crawl())).toEqual(['/', '/beyond']);
  });

  it('asks by condition for what it knows, and still finds what is new behind it', async () => {
    serve({
      '/': htmlPage('Home', ['/a', '/b']),
      '/a': htmlPage('A'),
      '/b': htmlPage('B', ['/c']),
      '/c': htmlPage('C'),
    });
    const first = await crawl();
    site.asked.length = 0;
    site.pages.set('/c', htmlPage('C, changed'));
    site.pages.delete('/a');
    const second = await crawl('/', {}, first);
    expect(paths(second)).toEqual(['/', '/b', '/c']);
    expect(second).toContainEqual({ kind: 'deleted', input: `${site.base}/a` });
    expect(Object.fromEntries(site.asked.map(({ path, status }) => [path, status]))).toMatchObject({
      '/': 304,
      '/b': 304,
      '/c': 200,
      '/a': 404,
    });
    const hash = (items: Item[], path: string) => pagesOf(items).find(({ id }) => id === site.base + path)?.hash;
    expect(hash(second, '/b')).toBe(hash(first, '/b'));
    expect(hash(second, '/c')).not.toBe(hash(first, '/c'));
    // The pipeline can still extract an unchanged page.
    expect(
      (
        await pagesOf(second)
          .find(({ id }) => id.endsWith('/b'))!
          .extract()
      ).title,
    ).toBe('B');
  });

  it('waits when a host asks it to, and names pages that fail', async () => {
    let turns = 0;
    serve({
      '/': htmlPage('Home', ['/busy', '/broken', '/odd']),
      '/busy': () => (++turns < 2 ? { status: 503, headers: { 'retry-after': '0' } } : htmlPage('Busy')),
      '/broken': { status: 500 },
      '/odd': { headers: { 'content-type': 'application/pdf' }, body: 'no PDF' },
    });
    const items = await crawl();
    expect(paths(items)).toEqual(['/', '/busy']);
    expect(failures(items)).toHaveLength(2);
    expect(failures(items).join()).toMatch(/answered 500/);
    expect(failures(items).join()).toMatch(/PDF/);
  });

  it('gets out of a trap, and says so without calling the rest gone', async () => {
    const calendar = (n: number) => htmlPage(`Day ${n}`, [`/day/${n + 1}`, `/day/${n + 1}/x/x/x/x/x`]);
    serve({ '/': htmlPage('Home', ['/day/1']) });
    for (let n = 1; n < 60; n++) site.pages.set(`/day/${n}`, calendar(n));
    const items = await crawl('/', { maxPages: 20, depth: 1000 });
    expect(pagesOf(items)).toHaveLength(20);
    expect(items.at(-1)).toMatchObject({
      kind: 'failure',
      failure: { message: expect.stringContaining('stopped at 20 pages') },
    });
    expect(paths(await crawl('/', { depth: 3 }))).toEqual(['/', '/day/1', '/day/2', '/day/3']);
  });

  it('keeps the number of requests under way within its bound', async () => {
    serve({
      '/': htmlPage(
        'Home',
        Array.from({ length: 30 }, (_, n) => `/p${n}`),
      ),
    });
    for (let n = 0; n < 30; n++) site.pages.set(`/p${n}`, htmlPage(`P${n}`));
    expect(paths(await crawl('/', { parallel: 3 }))).toHaveLength(31);
    expect(site.busiest).toBeLessThanOrEqual(3);
    expect(site.busiest).toBeGreaterThan(1);
  });
});

describe('listedConnector', () => {
  it('reads the pages of a feed, and keeps those that the feed has dropped', async () => {
    const feed = (...paths: string[]) => ({
      headers: { 'content-type': 'application/rss+xml' },
      body: `<?xml version="1.0"?><rss version="2.0"><channel>${paths.map((path) => `<item><title>t</title><link>${site.base}${path}</link></item>`).join('')}</channel></rss>`,
    });
    serve({ '/feed': feed('/1', '/2'), '/1': htmlPage('One'), '/2': htmlPage('Two'), '/3': htmlPage('Three') });
    const read = (before: Item[] = []) => all(listedConnector(`${site.base}/feed`, { interval: 0 }, contextOf(before)));
    const first = await read();
    expect(paths(first)).toEqual(['/1', '/2']);
    site.pages.set('/feed', feed('/2', '/3'));
    expect(paths(await read(first))).toEqual(['/1', '/2', '/3']);
    site.pages.delete('/1');
    expect(await read(first)).toContainEqual({ kind: 'deleted', input: `${site.base}/1` });
  });

  it('says of a longer list how the rest is read', async () => {
    const urls = [1, 2, 3].map((n) => `<url><loc>${site.base}/${n}</loc></url>`).join('');
    serve({ '/sitemap.xml': { body: `<urlset>${urls}</urlset>` }, '/1': htmlPage('One'), '/2': htmlPage('Two') });
    const items = await all(listedConnector(`${site.base}/sitemap.xml`, { maxPages: 2, interval: 0 }, contextOf([])));
    expect(paths(items.slice(0, 2))).toEqual(['/1', '/2']);
    expect(items.at(-1)).toMatchObject({
      kind: 'failure',
      failure: { code: 'INPUT_TOO_LARGE', remedy: expect.stringContaining('--crawl') },
    });
  });
});

describe('listings', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  it.each([
    [
      'a sitemap',
      '<?xml version="1.0"?><urlset xmlns="s"><url><loc> https://h.example/a?x=1&amp;y=2 </loc><lastmod>2026-05-01</lastmod></url></urlset>',
      { kind: 'sitemap', pages: [{ url: 'https://h.example/a?x=1&y=2', updated: '2026-05-01' }] },
    ],
    [
      'an index',
      '<sitemapindex><sitemap><loc>https://h.example/s1.xml</loc></sitemap></sitemapindex>',
      { kind: 'sitemap', sitemaps: ['https://h.example/s1.xml'] },
    ],
    [
      'Atom',
      '<feed xmlns="a"><entry><title>T</title><link rel="edit" href="/e"/><link href="/a"/><updated>2026-05-01T10:00:00Z</updated></entry></feed>',
      { kind: 'feed', pages: [{ url: 'https://h.example/a', title: 'T', updated: '2026-05-01T10:00:00.000Z' }] },
    ],
    [
      'RSS with an id for an address',
      '<rss><channel><item><guid>https://h.example/a</guid></item></channel></rss>',
      { kind: 'feed', pages: [{ url: 'https://h.example/a' }] },
    ],
  ])('reads %s', (_, xml, expected) =>
    expect(readListing(bytes(xml), 'https://h.example/list')).toMatchObject(expected),
  );

  it('takes nothing else for one, and expands no entities', () => {
    expect(readListing(bytes('<html><body>urlset</body></html>'), 'https://h.example/')).toBeUndefined();
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;">]><urlset><url><loc>https://h.example/&b;</loc></url></urlset>`;
    expect(JSON.stringify(readListing(bytes(bomb), 'https://h.example/') ?? {}).length).toBeLessThan(500);
  });
});

describe('addresses', () => {
  it('gives a page one address', () => {
    expect(pageAddress('../B//c;jsessionid=1?z=1&utm_medium=x&a=2#part', 'https://H.example:443/a/b/')).toBe(
      'https://h.example/a/B/c?a=2&z=1',
    );
    expect(pageAddress('javascript:alert(1)', 'https://h.example/')).toBeUndefined();
  });

  it('tells the pages of a site, traps and shapes', () => {
    const belongs = siteTest('https://www.h.example/docs/start');
    expect(
      [
        'https://h.example/docs/x',
        'https://h.example/blog',
        'https://evil.example/docs/',
        'https://h.example.evil/docs/',
      ].map(belongs),
    ).toEqual([true, false, false, false]);
    expect(isCircular('https://h.example/a/b/a/b/a/b/a/b')).toBe(true);
    expect(addressShape('https://h.example/2024/05?page=2')).toBe(addressShape('https://h.example/2023/11?page=9'));
  });
});
