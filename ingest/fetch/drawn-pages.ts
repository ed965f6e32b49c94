import type { Browser, Request, Route } from 'playwright-core';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Fetched, Fetcher } from './fetch.ts';

/** A page with scripts and with fewer letters than this outside them is assumed to be rendered by its scripts. */
const MIN_LETTERS = 200;
/** Number of characters at the start of a page in which letters are counted. */
const LOOKED_AT = 400_000;
const DRAW_MS = 20_000;
/** Additional time for a page without requests that is still empty. */
const SETTLE_MS = 5_000;
const MAX_REQUESTS = 300;
const MAX_REQUEST_BYTES = 10_000_000;
const MAX_PAGE_BYTES = 30_000_000;
const MAX_DRAWN_BYTES = 5_000_000;
const AT_ONCE = 2;
/** An idle browser is closed after this time, because it keeps the process running. */
const IDLE_MS = 2_000;
/** Types of requests that are blocked, because they do not change a page's text. */
const UNREAD = new Set(['image', 'media', 'font']);

/**
 * The browser's command line. It has no network access: the guarded fetcher answers every request of a page, and all other
 * traffic goes to a proxy that does not exist.
 */
const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
];

export interface DrawnPagesOptions {
  /** Path of Chromium or Chrome. */
  browser: string;
  /** Chromium's own sandbox. Off only if something else confines the browser, because pages contain untrusted scripts. */
  sandbox: boolean;
  log: Log;
}

/**
 * Creates a fetcher that renders pages without text in a local browser, and returns the rendered page. Other pages never reach
 * the browser. Scripts can only do what the guarded fetcher allows: GET requests to public addresses without credentials, with
 * limits on number, size and time.
 *
 * @param fetcher the guarded one
 */
export const drawnPages = (fetcher: Fetcher, { browser: executablePath, sandbox, log }: DrawnPagesOptions): Fetcher => {
  let opened: Promise<Browser> | undefined;
  let drawing = 0;
  const waiting: (() => void)[] = [];
  let idle: ReturnType<typeof setTimeout> | undefined;

  const closeBrowser = async () => {
    const browser = await opened?.catch(() => undefined);
    opened = undefined;
    await browser?.close();
  };
  const closeIfIdle = () => {
    if (drawing === 0) void closeBrowser();
  };

  const open = async (): Promise<Browser> => {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({ executablePath, chromiumSandbox: sandbox, args: ARGS }).catch((cause) => {
      throw new ParleyError('BAD_SETTING', {
        message: `The browser ${executablePath} does not start: ${firstLine(cause)}.`,
        remedy: sandbox
          ? 'Check PARLEY_BROWSER. As root, or in a container, Chromium’s sandbox may not work: PARLEY_BROWSER_SANDBOX=no leaves it out.'
          : 'Check PARLEY_BROWSER.',
        cause,
      });
    });
    browser.once('disconnected', () => {
      opened = undefined;
    });
    return browser;
  };

  const draw = async (url: string, signal: AbortSignal | undefined): Promise<string> => {
    if (drawing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    drawing += 1;
    try {
      opened ??= open();
      opened.catch(() => {
        opened = undefined;
      });
      const context = await (await opened).newContext({ serviceWorkers: 'block', acceptDownloads: false });
      const leave = () => void context.close();
      signal?.addEventListener('abort', leave, { once: true });
      try {
        await context.routeWebSocket('**', (socket) => socket.close());
        await context.route('**', createAnswers(fetcher, signal));
        const page = await context.newPage();
        page.setDefaultTimeout(DRAW_MS);
        // A page that keeps requesting is read as it is after the timeout.
        await page.goto(url, { waitUntil: 'networkidle', timeout: DRAW_MS }).catch((error: Error) => {
          if (error.name !== 'TimeoutError') throw error;
        });
        // Some pages fetch at once and compute for seconds. They get more time.
        await page
          .waitForFunction((letters) => document.body.innerText.length >= letters, MIN_LETTERS, { timeout: SETTLE_MS })
          .catch(() => {});
        return (await page.content()).slice(0, MAX_DRAWN_BYTES);
      } finally {
        signal?.removeEventListener('abort', leave);
        await context.close();
      }
    } finally {
      drawing -= 1;
      waiting.shift()?.();
      clearTimeout(idle);
      idle = setTimeout(closeIfIdle, IDLE_MS);
    }
  };

  return {
    async fetch(url, request) {
      const fetched = await fetcher.fetch(url, request);
      if (!isShell(fetched)) return fetched;
      try {
        const html = await draw(fetched.url, request?.signal);
        // The server's validators describe the empty page, not the text, so they are left out.
        return {
          ...fetched,
          bytes: Buffer.from(html),
          contentType: 'text/html; charset=utf-8',
          etag: undefined,
          lastModified: undefined,
        };
      } catch (error) {
        if (request?.signal?.aborted || (error instanceof ParleyError && error.code === 'BAD_SETTING')) throw error;
        log.warn({ err: error, url: fetched.url }, 'a page could not be drawn; it is read as it came');
        return fetched;
      }
    },
    async close() {
      clearTimeout(idle);
      await closeBrowser();
      await fetcher.close();
    },
  };
};

/** True for an HTML page with scripts and almost no text. */
export const isShell = ({
  contentType,
  bytes,
  notModified,
}: Pick<Fetched, 'contentType' | 'bytes' | 'notModified'>): boolean => {
  if (notModified || !/\bx?html\b/i.test(contentType) || bytes.length > LOOKED_AT) return false;
  const html = Buffer.from(bytes).toString('latin1');
  if (!/<script\b/i.test(html)) return false;
  const words = withoutElements(html, ['script', 'style', 'noscript', 'template', 'head', 'svg']).replace(
    /<[^>]*>/g,
    ' ',
  );
  return (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_LETTERS;
};

/** Removes these elements in one pass. An element that is never closed reaches to the end. */
const withoutElements = (html: string, names: readonly string[]): string => {
  const opening = new RegExp(`<(${names.join('|')})\\b[^>]*>`, 'gi');
  const lower = html.toLowerCase();
  let kept = '';
  let from = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    kept += html.slice(from, match.index);
    const end = lower.indexOf(`</${match[1]?.toLowerCase()}`, opening.lastIndex);
    from = end < 0 ? html.length : end;
    opening.lastIndex = from;
  }
  return kept + html.slice(from);
};

/** Creates the handler for the requests of one page, with its limits. */
const createAnswers = (fetcher: Fetcher, signal: AbortSignal | undefined) => {
  let requests = 0;
  let bytes = 0;
  return async (route: Route, request: Request): Promise<void> => {
    requests += 1;
    const isRead = request.method() === 'GET' && /^https?:/i.test(request.url()) && !UNREAD.has(request.resourceType());
    if (!isRead || requests > MAX_REQUESTS || bytes > MAX_PAGE_BYTES) return route.abort();
    try {
      const { accept } = request.headers();
      const got = await fetcher.fetch(request.url(), { accept, maxBytes: MAX_REQUEST_BYTES, signal });
      bytes += got.bytes.length;
      await route.fulfill({
        status: 200,
        body: Buffer.from(got.bytes),
        // Requests have no credentials, so every origin may read the response.
        headers: { 'content-type': got.contentType, 'access-control-allow-origin': '*' },
      });
    } catch {
      // Refused, missing or too large: the page sees a failed request.
      await route.abort().catch(() => {});
    }
  };
};

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
