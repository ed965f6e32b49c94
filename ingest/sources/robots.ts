import * as robotsModule from 'robots-parser';
import { isParleyError, type ParleyError } from '../../core/errors.ts';
import { decode } from '../extract/decode.ts';
import { type Fetcher, USER_AGENT } from '../fetch/fetch.ts';

// The CommonJS package exports its function directly; its types declare a `default` property instead.
const robotsParser = robotsModule.default as unknown as typeof robotsModule.default.default;

/** What a site's robots.txt allows. */
export interface Robots {
  allows(url: string): boolean;
  /** Seconds between two requests, if robots.txt gives them. */
  delay?: number;
  sitemaps: string[];
}

/** Maximum crawl delay in seconds. Longer ones would make a crawl endless. */
const MAX_DELAY = 30;
/** Bytes that are read. RFC 9309 requires at least 500 kibibytes. */
const MAX_BYTES = 500 * 1024;

/** Maximum rules, and maximum wildcards of a rule: the time to compare an address with a rule grows with its wildcards. */
const MAX_LINES = 5_000;
const MAX_WILDCARDS = 10;

/**
 * Limits the rules of a robots.txt. A `Disallow` rule with more wildcards is cut before the next one, so that it forbids more;
 * such an `Allow` rule is left out.
 */
const boundedRules = (text: string): string =>
  text
    .split(/\r\n?|\n/, MAX_LINES)
    .flatMap((line) => {
      const parts = line.split('*');
      if (parts.length <= MAX_WILDCARDS + 1) return line;
      return /^\s*allow/i.test(line) ? [] : `${parts.slice(0, MAX_WILDCARDS).join('*')}*`;
    })
    .join('\n');

/**
 * Reads robots.txt (RFC 9309). A missing one (4xx) allows everything.
 * @throws FETCH_FAILED, FETCH_REFUSED if it cannot be reached; then nothing may be crawled
 */
export const readRobots = async (fetcher: Fetcher, site: string, signal?: AbortSignal): Promise<Robots> => {
  const address = new URL('/robots.txt', site).href;
  try {
    const { bytes } = await fetcher.fetch(address, { signal, accept: 'text/plain,*/*' });
    const robots = robotsParser(address, boundedRules(decode(bytes.subarray(0, MAX_BYTES))));
    const delay = robots.getCrawlDelay(USER_AGENT);
    return {
      allows: (url) => robots.isAllowed(url, USER_AGENT) ?? true,
      delay: delay === undefined ? undefined : Math.min(MAX_DELAY, delay),
      sitemaps: robots.getSitemaps(),
    };
  } catch (error) {
    const status = isParleyError(error) ? Number((error as ParleyError).details.status) : Number.NaN;
    if (status >= 400 && status < 500 && status !== 429) return { allows: () => true, sitemaps: [] };
    throw error;
  }
};
