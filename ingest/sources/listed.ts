import { asParleyError } from '../../core/errors.ts';
import type { Item } from '../inputs/item.ts';
import { pageAddress } from './addresses.ts';
import type { Connector, ConnectorContext } from './connector.ts';
import { type Listing, readListing } from './listing.ts';
import { createPoliteFetch } from './polite-fetcher.ts';
import { readRobots } from './robots.ts';
import { conditions, fetchedItem, readNewBytes, unchangedItem, webMemory } from './web-item.ts';

/** Options for reading the pages of a sitemap or feed. */
export interface ListedOptions {
  maxPages?: number;
  interval?: number;
}

const MAX_SITEMAPS = 50;

/**
 * Reads the pages that a sitemap or feed lists, on any host, as far as robots.txt allows. A page that the feed no longer lists is
 * requested again, and is deleted only if its own address says that it is gone.
 * @throws FETCH_FAILED, FETCH_REFUSED if the list itself cannot be read
 */
export const listedConnector: Connector<ListedOptions> = async function* (
  location,
  { maxPages = 2000, interval = 50 },
  context,
) {
  const fetch = createPoliteFetch(context.fetcher, { interval, retries: 2 });
  const listing = await readLists(location, fetch, context);
  const urls = new Set(listing.pages.flatMap(({ url }) => pageAddress(url) ?? []));
  if (listing.kind === 'feed') for (const id of context.known.keys()) urls.add(id);
  context.onTotal?.(Math.min(urls.size, maxPages));
  const robots = new Map<string, ReturnType<typeof readRobots>>();
  let count = 0;
  for (const url of urls) {
    context.signal?.throwIfAborted();
    if (count++ >= maxPages) {
      const failure = {
        input: location,
        code: 'INPUT_TOO_LARGE',
        message: `It names ${urls.size} pages; ${maxPages} were read.`,
        remedy:
          'Name the site with --crawl and a larger --max-pages in its place: a crawl reads the pages of sitemaps and feeds too.',
      };
      yield { kind: 'failure', failure };
      return;
    }
    const { origin } = new URL(url);
    const rules = robots.get(origin) ?? readRobots(context.fetcher, origin, context.signal);
    robots.set(origin, rules);
    const memory = webMemory(context.known.get(url));
    try {
      if (!(await rules).allows(url)) continue;
      const fetched = await fetch(url, { ...conditions(memory), signal: context.signal });
      if (fetched.notModified) yield unchangedItem(url, url, memory, () => fetch(url));
      else {
        const read = await readNewBytes(url, fetched, context);
        yield 'failure' in read ? read.failure : fetchedItem(url, fetched, read.page);
      }
    } catch (error) {
      yield failed(url, error);
    }
  }
};

const failed = (url: string, error: unknown): Item => {
  const { code, message, remedy, details } = asParleyError(error);
  if (code === 'CANCELLED') throw error;
  return details.status === 404 || details.status === 410
    ? { kind: 'deleted', input: url }
    : { kind: 'failure', id: url, failure: { input: url, code, message, remedy } };
};

/** Reads a list and the lists that it names. */
const readLists = async (
  location: string,
  fetch: ReturnType<typeof createPoliteFetch>,
  { signal }: ConnectorContext,
): Promise<Listing> => {
  const whole: Listing = { kind: 'sitemap', pages: [], sitemaps: [] };
  const queue = [location];
  const read = new Set<string>();
  for (let url = queue.shift(); url !== undefined && read.size < MAX_SITEMAPS; url = queue.shift()) {
    // Lists may name each other in a circle.
    if (read.has(url)) continue;
    read.add(url);
    const { bytes } = await fetch(url, { signal, accept: 'application/xml,text/xml,*/*' });
    const listing = readListing(bytes, url);
    if (url === location && listing !== undefined) whole.kind = listing.kind;
    for (const page of listing?.pages ?? []) whole.pages.push(page);
    queue.push(...(listing?.sitemaps ?? []));
  }
  return whole;
};
