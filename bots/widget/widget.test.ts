import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSampleWeb } from '../web/testing/sample-web.ts';
import { widgetScript } from './bundle.ts';
import { openWidgetSites } from './testing/widget-sites.ts';

let sites: Awaited<ReturnType<typeof openWidgetSites>>;
let web: typeof sites.web;
let site: typeof sites.site;
let stranger: typeof sites.stranger;
const VISITOR = 'A'.repeat(43);

beforeAll(async () => {
  sites = await openWidgetSites();
  ({ web, site, stranger } = sites);
});
afterAll(() => sites.close());

const call = (
  path: string,
  {
    origin = site.origin,
    method = 'GET',
    body,
    visitor = VISITOR,
  }: {
    origin?: string | undefined;
    method?: string;
    body?: unknown;
    visitor?: string;
  } = {},
) =>
  fetch(`${web.url}/widget${path}`, {
    method,
    headers: { origin, 'x-parley-visitor': visitor, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const asking = (text: string, more: object = {}) => ({
  conversation: crypto.randomUUID(),
  eventId: crypto.randomUUID(),
  text,
  ...more,
});
const events = async (response: Response) =>
  [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '') as { type: string; turnId?: string; answer?: { text: string } },
  );
const code = async (response: Response) => ((await response.json()) as { code: string }).code;

describe('the widget and its API', () => {
  it('fits into 30 kB', async () => {
    const { body } = await widgetScript();
    expect(gzipSync(body).length).toBeLessThan(30_000);
  });

  it('answers visitors of an allowed site from public pages only', async () => {
    const answered = await events(
      await call('/questions', { method: 'POST', body: asking('What is the hotel limit in Spain?') }),
    );
    expect(answered.at(-1)?.answer?.text).toContain('EUR 130');
    const secret = await events(
      await call('/questions', {
        method: 'POST',
        body: asking('How much did the board agree to offer for Lagoon Analytics?'),
      }),
    );
    expect(JSON.stringify(secret)).not.toContain('3.2 million');
  });

  it('sets no cookies and does not allow credentials', async () => {
    const response = await call('/about');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('refuses all other sites, and requests without an Origin header', async () => {
    for (const origin of [stranger.origin, 'null', 'https://docs.example.com.evil.example']) {
      const response = await call('/questions', { origin, method: 'POST', body: asking('Hello?') });
      expect([response.status, await code(response)]).toEqual([403, 'ORIGIN_REFUSED']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    const program = await fetch(`${web.url}/widget/about`);
    expect([program.status, await code(program)]).toEqual([403, 'ORIGIN_REFUSED']);
  });

  it('keeps visitors apart', async () => {
    const asked = asking('What is the hotel limit in Spain?');
    const own = await events(await call('/questions', { method: 'POST', body: asked }));
    const turnId = own.find(({ type }) => type === 'accepted')?.turnId ?? '';
    const other = 'B'.repeat(43);
    for (const [path, method, body] of [
      [`/turns/${turnId}/events`, 'GET', undefined],
      [`/turns/${turnId}/stop`, 'POST', {}],
      [`/turns/${turnId}/feedback`, 'PUT', { rating: 'down' }],
      ['/questions', 'POST', { ...asked, eventId: crypto.randomUUID() }],
    ] as const) {
      const response = await call(path, { method, body, visitor: other });
      expect([path, response.status, await code(response)]).toEqual([path, 404, 'UNKNOWN_ID']);
    }
    expect((await call(`/turns/${turnId}/feedback`, { method: 'PUT', body: { rating: 'up' } })).status).toBe(200);
  });

  it('refuses an invalid request with a code for its fault', async () => {
    const post = (body: unknown, visitor?: string) => call('/questions', { method: 'POST', body, visitor });
    expect(await code(await post('{'))).toBe('BAD_USAGE');
    expect(await code(await post({ text: 'x' }))).toBe('BAD_USAGE');
    expect(await code(await post(asking('Hello?'), 'short'))).toBe('BAD_USAGE');
    expect(await code(await post(asking('x'.repeat(20_000))))).toBe('INPUT_TOO_LARGE');
    expect(await code(await post(asking('Hotel limit?', { sources: ['board'] })))).toBe('UNKNOWN_SOURCE');
  });

  it('is not served unless sites are configured', async () => {
    const closed = await openSampleWeb();
    expect((await fetch(`${closed.url}/widget.js`)).status).toBe(404);
    await closed.close();
  });

  it('is downloaded again only when it has changed', async () => {
    const first = await fetch(`${web.url}/widget.js`);
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = await fetch(`${web.url}/widget.js`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});
