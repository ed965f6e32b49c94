import { describe, expect, it } from 'vitest';
import { type Bundle, buildBundle } from './bundle.ts';
import { compressed } from './compressed.ts';
import { firstLoad } from './testing/first-load.ts';

const KB = 1000;

describe('the first load of a page, compressed, without its fonts', () => {
  it('is at most 120 kB for the chat', async () => {
    expect(await firstLoad(await buildBundle('client'))).toBeLessThanOrEqual(120 * KB);
  });
  it('is at most 250 kB for the console, including the part for its first page', async () => {
    expect(await firstLoad(await buildBundle('console'), ['sources'])).toBeLessThanOrEqual(250 * KB);
  });
});

it('picks the smallest coding that the browser accepts, and does not compress fonts again', async () => {
  const body = new TextEncoder().encode('let a = 1;'.repeat(500));
  const of = async (accepted: string, type = 'text/javascript') => (await compressed({ body, type }, accepted)).coding;
  expect(await of('gzip, deflate, br, zstd')).toBe('br');
  expect(await of('gzip, br;q=0')).toBe('gzip');
  expect(await of('identity')).toBeUndefined();
  expect(await of('')).toBeUndefined();
  expect(await of('br', 'font/woff2')).toBeUndefined();
  const { body: small } = await compressed({ body, type: 'text/css' }, 'br');
  expect(small.length).toBeLessThan(body.length / 10);
  const bundle: Bundle = { page: '', assets: new Map([['x.js', { body, type: 'text/javascript' }]]) };
  expect(await firstLoad(bundle)).toBe(0);
});
