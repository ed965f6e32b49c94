import type { Browser, Request, Route } from 'playwright-core';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Fetched, Fetcher } from './fetch.ts';

/** A page with fewer letters than this outside its scripts, and with scripts, is taken to be drawn by them. */
const MIN_LETTERS = 200;
/** The part of a page that is looked at: one that says nothing until here is a shell. */
const LOOKED_AT = 400_000;
const DRAW_MS = 20_000;
/** For a page that is quiet and still says nothing. */
const SETTLE_MS = 5_000;
const MAX_REQUESTS = 300;
const MAX_REQUEST_BYTES = 10_000_000;
const MAX_PAGE_BYTES = 30_000_000;
const MAX_DRAWN_BYTES = 5_000_000;
const AT_ONCE = 2;
/** A browser that nobody needs is closed after so long: it would keep the process. */
const IDLE_MS = 2_000;
/** What a page shows as pictures, sound and type is not read. */
const UNREAD = new Set(['image', 'media', 'font']);

/**
 * What the browser runs with. It has no way out of its own: every request of a page is answered here, by the guarded fetcher;
 * whatever is not asked for in that way meets a proxy that does not exist.
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
  /** The path of a Chromium or Chrome. */
  browser: string;
  /** Chromium's own sandbox; off only where something else confines it, since pages run scripts of strangers. */
  sandbox: boolean;
  log: Log;
}

/**
 * A fetcher that lets a local browser draw pages which hold no text without their scripts, and gives back what was drawn in
 * place of the empty page. Other pages never reach the browser. Scripts see the public web as the guarded fetcher does: no
 * address inside the network, GET alone, no credentials, bounded in number, size and time.
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
        // A page that keeps asking is read as it is when its time is over.
        await page.goto(url, { waitUntil: 'networkidle', timeout: DRAW_MS }).catch((error: Error) => {
          if (error.name !== 'TimeoutError') throw error;
        });
        // Some fetch at once and compute for seconds: those get a little longer to say something.
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
        // What the page's server says of its age is said of the shell: the text comes from elsewhere.
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

/** True for an HTML page that says next to nothing itself and has scripts that could. */
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

/** The text without these elements, in one pass: an element that is never closed reaches to the end. */
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

/** Answers the requests of one page, within its bounds. */
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
        // Nothing is sent that belongs to anybody, so that no origin needs to be kept from reading it.
        headers: { 'content-type': got.contentType, 'access-control-allow-origin': '*' },
      });
    } catch {
      // Refused, gone or too large: the page sees a request that failed, as in any browser.
      await route.abort().catch(() => {});
    }
  };
};

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
