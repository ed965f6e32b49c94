import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../web/testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from '../web/testing/chromium.ts';
import { openSampleWeb } from '../web/testing/sample-web.ts';
import { widgetScript } from './bundle.ts';

/** Serves one page at an origin of its own, as the sites that embed the widget do. */
const openSite = async (page: () => string, headers: Record<string, string> = {}) => {
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(page());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const embedding = (base: string, attributes = '') =>
  `<!doctype html><html lang="en"><title>Docs</title><style>button{display:none !important} p{font-size:99px}</style>
   <main><h1>Our docs</h1></main><script src="${base}/widget.js" async ${attributes}></script></html>`;

let web: Awaited<ReturnType<typeof openSampleWeb>>;
let site: Awaited<ReturnType<typeof openSite>>;
let strict: Awaited<ReturnType<typeof openSite>>;
let stranger: Awaited<ReturnType<typeof openSite>>;
const VISITOR = 'A'.repeat(43);

beforeAll(async () => {
  // The strictest policy that a site can have and still embed the widget, with Trusted Types.
  const policy = () =>
    `default-src 'none'; script-src ${web.url}; connect-src ${web.url}; require-trusted-types-for 'script'; trusted-types 'none'`;
  site = await openSite(() => embedding(web.url, 'data-title="Ask the handbook"'));
  stranger = await openSite(() => embedding(web.url));
  strict = await openSite(
    () => `${embedding(web.url).replace(/<style>.*<\/style>/, '')}`,
    new Proxy({} as Record<string, string>, {
      ownKeys: () => ['content-security-policy'],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: () => policy(),
    }),
  );
  web = await openSampleWeb({ PARLEY_WIDGET_ORIGINS: `${site.origin}, ${strict.origin}`, PARLEY_SIGN_IN: 'required' });
});
afterAll(async () => {
  await Promise.all([web?.close(), site?.close(), strict?.close(), stranger?.close()]);
});

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

describe('what the widget asks', () => {
  it('fits into 30 kB', async () => {
    const { body } = await widgetScript();
    expect(gzipSync(body).length).toBeLessThan(30_000);
  });

  it('answers a visitor of a site that may show it, with public pages alone', async () => {
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

  it('sets no cookie and lets a browser send none', async () => {
    const response = await call('/about');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBe(site.origin);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('refuses every other site, and programs that name none', async () => {
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

  it('names what is wrong with a request', async () => {
    const post = (body: unknown, visitor?: string) => call('/questions', { method: 'POST', body, visitor });
    expect(await code(await post('{'))).toBe('BAD_USAGE');
    expect(await code(await post({ text: 'x' }))).toBe('BAD_USAGE');
    expect(await code(await post(asking('Hello?'), 'short'))).toBe('BAD_USAGE');
    expect(await code(await post(asking('x'.repeat(20_000))))).toBe('INPUT_TOO_LARGE');
    expect(await code(await post(asking('Hotel limit?', { sources: ['board'] })))).toBe('UNKNOWN_SOURCE');
  });

  it('is not there unless sites are named', async () => {
    const closed = await openSampleWeb();
    expect((await fetch(`${closed.url}/widget.js`)).status).toBe(404);
    await closed.close();
  });

  it('is asked for again only when it has changed', async () => {
    const first = await fetch(`${web.url}/widget.js`);
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const again = await fetch(`${web.url}/widget.js`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe.skipIf(!chromiumPath)(`in a browser${chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`}`, () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser({ viewport: { width: 1000, height: 760 } });
    page = browser.pages()[0] ?? (await browser.newPage());
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(() => browser?.dispose());

  const ask = async (question: string) => {
    const before = await page.locator('.turn').count();
    await page.getByRole('textbox', { name: 'Your question' }).fill(question);
    await page.keyboard.press('Enter');
    const turn = page.locator('.turn').nth(before);
    await turn.and(page.locator('[data-phase=done]')).waitFor();
    return turn;
  };

  it('opens by keyboard, answers with sources, takes feedback, and closes again', async () => {
    await page.goto(site.origin);
    const launcher = page.getByRole('button', { name: 'Ask the handbook' });
    await launcher.focus();
    await page.keyboard.press('Enter');
    await page.locator('.idea').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Your question' }).evaluate((box) => box.matches(':focus'))).toBe(
      true,
    );
    const turn = await ask('What is the hotel limit per night in Spain?');
    expect(await turn.locator('.answer').textContent()).toContain('EUR 130');
    expect(await turn.locator('.sources li').count()).toBe(1);

    await turn.getByRole('button', { name: 'This did not help' }).click();
    await turn.getByRole('textbox', { name: 'What would have been right?' }).fill('EUR 140');
    await turn.getByRole('button', { name: 'Send' }).click();
    await turn.getByText('Thank you.').waitFor();
    const waiting = await web.parley.stores.cases.list({ limit: 10 });
    expect(JSON.stringify(waiting)).toContain('EUR 140');

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => launcher.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await launcher.getAttribute('aria-expanded')).toBe('false');
  });

  it('goes on with the same chat on the next page of the site, and forgets it when asked', async () => {
    await page.getByRole('button', { name: 'Ask the handbook' }).click();
    await page.reload();
    await page.locator('.turn').first().waitFor();
    expect(await (await ask('And in Portugal?')).locator('.answer').textContent()).toMatch(/EUR \d+/);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => page.locator('.turn').count()).toBe(0);
  });

  it('is accessible, open and closed', async () => {
    await ask('Are dogs allowed in The Cannery?');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
  });

  it('runs under the strictest policy of a site, and neither style reaches the other', async () => {
    await page.goto(strict.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    expect(await (await ask('What does a Heron H4 cost?')).locator('.answer').textContent()).toMatch(/18,900/);
    await page.goto(site.origin);
    const size = await page.locator('.launcher').evaluate((button) => getComputedStyle(button).width);
    expect(size).toBe('56px');
    expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).not.toContain('system-ui');
  });

  it('complains of nothing on a site that may show it, and says plainly that it may not be shown elsewhere', async () => {
    expect(complaints).toEqual([]);
    await page.goto(stranger.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByText('cannot be reached').waitFor();
  });
});
