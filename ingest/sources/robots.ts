import * as robotsModule from 'robots-parser';
import { isParleyError, type ParleyError } from '../../core/errors.ts';
import { decode } from '../extract/decode.ts';
import { type Fetcher, USER_AGENT } from '../fetch/fetch.ts';

// The package is CommonJS and is its own default; its types know only the default.
const robotsParser = robotsModule.default as unknown as typeof robotsModule.default.default;

/** What a site's robots.txt lets Parley do. */
export interface Robots {
  allows(url: string): boolean;
  /** Seconds between two requests, if it asks for some. */
  delay?: number;
  sitemaps: string[];
}

/** Longest crawl-delay that is kept to; longer ones would make a crawl endless. */
const MAX_DELAY = 30;
/** RFC 9309 asks to read at least this much. */
const MAX_BYTES = 500 * 1024;

/** Rules and wildcards that are read: comparing an address with a rule takes as long as the rule has wildcards. */
const MAX_LINES = 5_000;
const MAX_WILDCARDS = 10;

/**
 * The rules of a robots.txt, bounded: a rule with more wildcards ends before the next one, so that it forbids more, and one
 * that allows so is left out.
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
 * Reads robots.txt as RFC 9309 says: a missing one (4xx) allows everything.
 *
 * @throws FETCH_FAILED, FETCH_REFUSED when it cannot be reached: then nothing may be fetched.
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
