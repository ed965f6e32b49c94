import { describe, expect, it } from 'vitest';
import type { Fetcher } from '../fetch/fetch.ts';
import { readListing } from './listing.ts';
import { readRobots } from './robots.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const robotsOf = (text: string) =>
  readRobots(
    { fetch: async (url: string) => ({ url, status: 200, headers: {}, bytes: bytes(text) }) } as unknown as Fetcher,
    'https://site.example/',
  );
/** Measures processor time, which depends little on how busy the machine is. */
const timed = <T>(work: () => T): { ms: number; result: T } => {
  const from = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(from);
  return { ms: (user + system) / 1000, result };
};

describe('a robots.txt that is made to take long', () => {
  it('is compared with an address in bounded time, and forbids no less', async () => {
    const robots = await robotsOf(`User-agent: *\n${`Disallow: /${'*a'.repeat(600)}b\n`.repeat(400)}`);
    const { ms, result } = timed(() => robots.allows(`https://site.example/${'a'.repeat(2000)}`));
    expect(result).toBe(false);
    // Without the bound, this takes 5.5 seconds.
    expect(ms).toBeLessThan(2_500);
  });

  it('keeps to ordinary rules, with wildcards too', async () => {
    const robots = await robotsOf('User-agent: *\nDisallow: /*/private/*.pdf$\nAllow: /a*b*c*d\nDisallow: /a');
    expect(robots.allows('https://site.example/x/private/y.pdf')).toBe(false);
    expect(robots.allows('https://site.example/x/private/y.html')).toBe(true);
    expect(robots.allows('https://site.example/abcd')).toBe(true);
    expect(robots.allows('https://site.example/aX')).toBe(false);
  });
});

describe('a sitemap that is made to take long', () => {
  const url = 'https://site.example/sitemap.xml';
  it.each([
    ['a million addresses', `<urlset>${'<url><loc>https://site.example/a</loc></url>'.repeat(1_000_000)}</urlset>`],
    ['tags in tags', `<urlset>${'<a>'.repeat(1_000_000)}`],
    ['comments without an end', `<urlset>${'<!-- '.repeat(500_000)}`],
    ['attributes', `<urlset ${"a='1' ".repeat(500_000)}></urlset>`],
  ])('%s: read in bounded time', (_, text) => {
    expect(timed(() => readListing(bytes(text), url)).ms).toBeLessThan(10_000);
  });

  it('expands no entities', () => {
    const entities = Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`).join('');
    const text = `<!DOCTYPE x [${entities}]><urlset><url><loc>https://site.example/&a19;</loc></url></urlset>`;
    expect(JSON.stringify(readListing(bytes(text), url)).length).toBeLessThan(1_000);
  });

  it('reads the fifty thousand addresses that a sitemap may hold', () => {
    const entry = (at: number) =>
      `<url><loc>https://site.example/${at}</loc><lastmod>2026-01-01</lastmod><priority>1</priority></url>`;
    const text = `<urlset>${Array.from({ length: 50_000 }, (_, at) => entry(at)).join('')}</urlset>`;
    expect(readListing(bytes(text), url)?.pages).toHaveLength(50_000);
  });
});
