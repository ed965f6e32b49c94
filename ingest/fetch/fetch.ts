import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { ParleyError } from '../../core/errors.ts';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import { type FetchAllowance, fetchAllowance, isPublicAddress } from './addresses.ts';

/** Limits of a fetch. The defaults suit pages and office files. */
export interface FetchBounds {
  /** Maximum bytes of a body after decompression. */
  maxBytes: number;
  /** Time limit of one fetch including redirects, in milliseconds. */
  timeoutMs: number;
  maxRedirects: number;
}

export interface FetcherOptions extends Partial<FetchBounds> {
  /** PARLEY_FETCH_ALLOW; see `fetchAllowance`. */
  allow?: string;
}

/** One request. Validators from an earlier fetch make it conditional. */
export interface FetchRequest {
  etag?: string;
  lastModified?: string;
  accept?: string;
  /** Additional headers, such as credentials. Sent only to the URL's origin, and not after a redirect to another origin. */
  headers?: Readonly<Record<string, string>>;
  /** Body to send as JSON with POST; a redirect is then an error. For APIs with such queries (Notion, GraphQL). */
  json?: unknown;
  /** True for an API's file, whose redirect to a storage host is expected and not a login page. */
  mayLeaveHost?: boolean;
  /** True to add the first characters of an error's response to the error as `details.answer`. For APIs. */
  keepErrors?: boolean;
  /** A smaller limit than the fetcher's own, in bytes. */
  maxBytes?: number;
  signal?: AbortSignal;
}

/** A response. Statuses of 400 and more are thrown as errors; 304 is `notModified`. */
export interface Fetched {
  /** The last URL, after redirects. */
  url: string;
  /** Every requested URL, in order; the last one is `url`. */
  hops: string[];
  /** True if all redirects were permanent (301, 308), so that links to the old URL may be replaced. */
  permanent: boolean;
  notModified: boolean;
  contentType: string;
  bytes: Uint8Array;
  etag?: string;
  lastModified?: string;
  /** The X-Robots-Tag header. */
  robotsTag?: string;
  /** The Link header (RFC 8288), in which some APIs name the next page. */
  link?: string;
}

/** Fetches pages safely; see `createFetcher`. */
export interface Fetcher {
  fetch(url: string, request?: FetchRequest): Promise<Fetched>;
  close(): Promise<void>;
}

/** The User-Agent header. Rules of robots.txt are matched with the product name before the slash. */
export const USER_AGENT = 'Parley/0.1';

const DEFAULTS: FetchBounds = { maxBytes: 50_000_000, timeoutMs: 30_000, maxRedirects: 8 };

/**
 * Creates a fetcher for http and https that connects only to public addresses. The address is checked when the connection is
 * made, so that neither a redirect nor a changed DNS answer reaches the internal network. Sizes and times are limited.
 *
 * Errors: FETCH_REFUSED (address or scheme), FETCH_FAILED (status, network, time, redirects; `details.status`,
 * `details.retryAfter` in seconds), INPUT_TOO_LARGE.
 *
 * @example
 * const fetcher = createFetcher({ allow: settings.PARLEY_FETCH_ALLOW });
 * const page = await fetcher.fetch('https://example.com/');
 */
export const createFetcher = ({ allow, ...given }: FetcherOptions = {}): Fetcher => {
  const bounds = { ...DEFAULTS, ...given };
  const allowed = fetchAllowance(allow);
  const agent = new Agent({
    connect: guardedConnector(allowed),
    maxResponseSize: -1,
    headersTimeout: bounds.timeoutMs,
  });

  const fetchPage = async (start: string, request: FetchRequest = {}): Promise<Fetched> => {
    let options = request;
    const timeout = AbortSignal.timeout(bounds.timeoutMs);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
    const hops: string[] = [];
    let url = start;
    let permanent = true;
    for (;;) {
      checkUrl(url, allowed);
      hops.push(url);
      const own = new URL(url).origin === new URL(start).origin;
      // After a redirect to another origin, no later hop gets the headers, not even one to the first origin.
      if (!own) options = { ...options, headers: undefined };
      const response = await ask(url, options, signal).catch((cause) => {
        throw networkError(url, cause, timeout.aborted, bounds.timeoutMs);
      });
      const location = header(response.headers, 'location');
      const { statusCode: status } = response;
      if (status >= 300 && status < 400 && status !== 304 && location !== undefined) {
        if (options.json !== undefined) throw statusError(url, status, undefined);
        await response.body.dump({ limit: 65_536 }).catch(() => {});
        if (hops.length > bounds.maxRedirects || !URL.canParse(location, url)) throw redirectError(start, hops.length);
        permanent &&= status === 301 || status === 308;
        url = new URL(location, url).href;
        if (hops.includes(url)) throw redirectError(start, hops.length);
        continue;
      }
      if (status >= 400) {
        const answer = options.keepErrors ? await readAnswer(response) : undefined;
        await response.body.dump({ limit: 65_536 }).catch(() => {});
        throw statusError(url, status, header(response.headers, 'retry-after'), spentUntil(response.headers), answer);
      }
      const maxBytes = Math.min(bounds.maxBytes, options.maxBytes ?? Number.POSITIVE_INFINITY);
      const body = status === 304 ? new Uint8Array() : await readBody(response, url, { ...bounds, maxBytes }, timeout);
      return {
        url,
        hops,
        permanent: permanent && hops.length > 1,
        notModified: status === 304,
        contentType: header(response.headers, 'content-type') ?? '',
        bytes: body,
        etag: header(response.headers, 'etag'),
        lastModified: header(response.headers, 'last-modified'),
        robotsTag: header(response.headers, 'x-robots-tag'),
        link: header(response.headers, 'link'),
      };
    }
  };

  const ask = (url: string, { etag, lastModified, accept, headers, json }: FetchRequest, signal: AbortSignal) =>
    request(url, {
      dispatcher: agent,
      signal,
      ...(json === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(json) }),
      headers: {
        ...headers,
        'user-agent': USER_AGENT,
        accept: accept ?? 'text/html,application/xhtml+xml,text/markdown;q=0.9,*/*;q=0.7',
        'accept-encoding': 'gzip, deflate, br',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
      },
    });

  return { fetch: fetchPage, close: () => agent.destroy() };
};

/** Refuses other schemes and literal internal addresses, before a connection is made. */
const checkUrl = (url: string, allowed: FetchAllowance): void => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) throw refused(url, 'is not an http or https address');
  if (parsed.username !== '' || parsed.password !== '') throw refused(url, 'carries a user name or password');
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) > 0 && !isPublicAddress(host) && !allowed(host, portOf(parsed)))
    throw refused(url, 'is a private or local address');
};

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

const refused = (url: string, why: string) =>
  new ParleyError('FETCH_REFUSED', {
    message: `${shown(url)} was not fetched: it ${why}.`,
    remedy: 'If Parley should read it, name its host in PARLEY_FETCH_ALLOW.',
    details: { url },
  });

/** Creates a connector that filters DNS answers. A name with only internal addresses does not connect. */
const guardedConnector = (allowed: FetchAllowance): buildConnector.connector => {
  const connectors = new Map<string, buildConnector.connector>();
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const key = `${options.hostname}:${port}`;
    let connector = connectors.get(key);
    if (connector === undefined) {
      connector = buildConnector({ timeout: 10_000, lookup: guardedLookup(allowed, port) });
      connectors.set(key, connector);
    }
    connector(options, callback);
  };
};

const guardedLookup =
  (allowed: FetchAllowance, port: number): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4);
      const inside = addresses.find(({ address }) => !isPublicAddress(address) && !allowed(hostname, port, address));
      if (inside !== undefined) return callback(refused(hostname, 'leads to a private or local address'), '', 4);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(first ? null : new Error(`${hostname} has no address`), first?.address ?? '', first?.family ?? 4);
    });
  };

const readBody = async (
  response: Dispatcher.ResponseData,
  url: string,
  { maxBytes, timeoutMs }: FetchBounds,
  timeout: AbortSignal,
): Promise<Uint8Array> => {
  const tooLarge = () =>
    new ParleyError('INPUT_TOO_LARGE', {
      message: `${shown(url)} is larger than ${sizeOf(maxBytes)}.`,
      remedy: 'Leave it out, or ingest the part that matters from a file.',
      details: { url, maxBytes },
    });
  const declared = Number(header(response.headers, 'content-length'));
  if (declared > maxBytes) {
    response.body.destroy();
    throw tooLarge();
  }
  const encoding = header(response.headers, 'content-encoding')?.toLowerCase().trim();
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of decompress(response.body, encoding)) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  } catch (cause) {
    response.body.destroy();
    throw networkError(url, cause, timeout.aborted, timeoutMs);
  }
};

const sizeOf = (bytes: number) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`);

const decompress = (body: Dispatcher.ResponseData['body'], encoding: string | undefined): AsyncIterable<Uint8Array> => {
  const format =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? 'gzip'
      : encoding === 'deflate'
        ? 'deflate'
        : encoding === 'br'
          ? 'brotli'
          : undefined;
  return format === undefined ? body : inflate(body, format);
};

const inflate = async function* (
  body: AsyncIterable<Uint8Array>,
  format: 'gzip' | 'deflate' | 'brotli',
): AsyncGenerator<Uint8Array> {
  const { createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  const { pipeline, Readable } = await import('node:stream');
  const decoder =
    format === 'gzip' ? createGunzip() : format === 'deflate' ? createInflate() : createBrotliDecompress();
  pipeline(Readable.from(body), decoder, () => {});
  yield* decoder;
};

const header = (headers: Dispatcher.ResponseData['headers'], name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const networkError = (url: string, cause: unknown, timedOut: boolean, timeoutMs: number): ParleyError => {
  if (cause instanceof ParleyError) return cause;
  const wrapped = (cause as { cause?: unknown }).cause;
  if (wrapped instanceof ParleyError) return wrapped;
  if (timedOut)
    return new ParleyError('FETCH_FAILED', {
      message: `${shown(url)} did not answer in full within ${timeoutMs / 1000} s.`,
      remedy: 'Try again later, or check the address in a browser.',
      cause,
      details: { url, timeout: true },
    });
  if ((cause as Error).name === 'AbortError')
    return new ParleyError('CANCELLED', { message: 'The fetch was cancelled.', remedy: 'Run it again.', cause });
  return new ParleyError('FETCH_FAILED', {
    message: `${shown(url)} could not be reached: ${(cause as Error).message || (cause as NodeJS.ErrnoException).code}.`,
    remedy: 'Check the address and the network, then try again.',
    cause,
    details: { url },
  });
};

/**
 * Seconds until a rate limit is reset, if the headers tell: GitHub responds with 403 and the time in `x-ratelimit-reset` (seconds
 * since 1970; docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api).
 */
const spentUntil = (headers: Dispatcher.ResponseData['headers']): number | undefined => {
  const reset = Number(header(headers, 'x-ratelimit-reset'));
  if (header(headers, 'x-ratelimit-remaining') !== '0' || !(reset > 0)) return undefined;
  return Math.max(0, Math.ceil(reset - Date.now() / 1000));
};

const statusError = (
  url: string,
  status: number,
  retryAfter: string | undefined,
  spent?: number | undefined,
  answer?: string | undefined,
): ParleyError => {
  const asked = retryAfterSeconds(retryAfter);
  const seconds = retryAfter === undefined ? spent : asked && Math.round(asked);
  return new ParleyError('FETCH_FAILED', {
    message: `${shown(url)} answered ${status}.`,
    remedy:
      status === 401 || status === 403
        ? 'The page wants a login: name credentials for its host in PARLEY_CREDENTIALS (docs/sources.md), or export it to a file.'
        : status === 404 || status === 410
          ? 'The page no longer exists; check the address.'
          : 'Try again later.',
    details: { url, status, ...(seconds === undefined ? {} : { retryAfter: seconds }), ...(answer && { answer }) },
  });
};

const MAX_ANSWER_CHARS = 4000;

/** The first characters of an error's response, as far as they can be read. */
const readAnswer = async ({ body, headers }: Dispatcher.ResponseData): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of decompress(body, header(headers, 'content-encoding')?.toLowerCase().trim())) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_ANSWER_CHARS) break;
    }
  } catch {
    // The status is the error. The response only explains it, so a partial one is enough.
  }
  return text.slice(0, MAX_ANSWER_CHARS);
};

const redirectError = (url: string, hops: number) =>
  new ParleyError('FETCH_FAILED', {
    message: `${shown(url)} redirects without end (${hops} hops).`,
    remedy: 'Ingest the page it should lead to.',
    details: { url, hops },
  });

const shown = (url: string) => (url.length <= 200 ? url : `${url.slice(0, 200)}…`);
