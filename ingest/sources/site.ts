import { asParleyError, isParleyError } from '../../core/errors.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { Fetched } from '../fetch/fetch.ts';
import type { Item } from '../inputs/item.ts';
import { readerFor } from '../sandbox/index.ts';
import { pageAddress, siteTest } from './addresses.ts';
import type { Connector, ConnectorContext, PathRules } from './connector.ts';
import { createCopyFinder, sketchOf } from './copies.ts';
import { createFrontier, MAX_ALIKE, type Visit } from './frontier.ts';
import { readListing } from './listing.ts';
import { createPoliteFetch } from './polite-fetcher.ts';
import { type Robots, readRobots } from './robots.ts';
import { conditions, fetchedItem, readNewBytes, unchangedItem, webMemory } from './web-item.ts';

/** Options of a crawl. */
export interface SiteOptions extends PathRules {
  /** Maximum number of links from the start to a page. Pages of a sitemap are one link away. */
  depth?: number;
  maxPages?: number;
  /** Maximum number of requests at once. */
  parallel?: number;
  /** Minimum milliseconds between two requests; robots.txt may ask for more. */
  interval?: number;
  /** Reads only these pages, and follows none of their links. */
  only?: readonly string[];
}

const DEFAULTS = { depth: 8, maxPages: 2000, parallel: 4, interval: 50 };
const MAX_SITEMAPS = 50;
/** Maximum links that are stored of one page. */
const MAX_LINKS = 500;

/**
 * Crawls a site from its start page: the same host and folder, as far as robots.txt, meta robots and the limits allow. Addresses
 * also come from sitemaps and feeds. Redirects and canonical links decide a page's id. Pages that are already stored are
 * requested conditionally. Limits on depth, number of pages, and pages of one shape end traps; the report names the limits that
 * were reached.
 */
export const siteConnector: Connector<SiteOptions> = async function* (location, options, context) {
  const start = pageAddress(location);
  if (start === undefined) return;
  let robots: Robots;
  try {
    robots = await readRobots(context.fetcher, start, context.signal);
  } catch (error) {
    yield failure(undefined, new URL('/robots.txt', start).href, error);
    return;
  }
  yield* runCrawl(openCrawl(start, robots, { ...DEFAULTS, ...options }, context));
};

/** The state of one crawl. */
interface Crawl {
  start: string;
  robots: Robots;
  options: SiteOptions & typeof DEFAULTS;
  context: ConnectorContext;
  fetch: ReturnType<typeof createPoliteFetch>;
  belongs(url: string): boolean;
  frontier: ReturnType<typeof createFrontier>;
  copies: ReturnType<typeof createCopyFinder>;
  /** Ids of the pages that were yielded. */
  named: Set<string>;
  /** Items that are not yielded yet. */
  items: Item[];
}

const openCrawl = (start: string, robots: Robots, options: Crawl['options'], context: ConnectorContext): Crawl => {
  const belongs = siteTest(start, options);
  const items: Item[] = [];
  const copies = createCopyFinder();
  // Known pages come first, so that each crawl keeps the same page of two copies.
  for (const [id, stamp] of context.known) copies.copyOf(id, webMemory(stamp).sketch);
  const fetch = createPoliteFetch(context.fetcher, {
    interval: Math.max(options.interval, (robots.delay ?? 0) * 1000),
    retries: 2,
  });
  const onTrap = (url: string) =>
    items.push(
      trap(
        url,
        `There are more than ${MAX_ALIKE} pages like this one; the others were left out.`,
        'Exclude them with --exclude, or name those that matter.',
      ),
    );
  const { maxPages } = options;
  const maxDepth = options.only ? 0 : options.depth;
  const frontier = createFrontier({ start, maxDepth, maxPages, belongs, allows: robots.allows, onTrap });
  return { start, robots, options, context, fetch, belongs, frontier, copies, named: new Set(), items };
};

async function* runCrawl(crawl: Crawl): AsyncGenerator<Item> {
  const { start, options, frontier, items } = crawl;
  const { signal } = crawl.context;
  for (const url of options.only ?? [start]) frontier.add(url, start, 0);
  if (!options.only) for (const url of await sitemapPages(crawl)) frontier.add(url, start, 1);
  const running = new Set<Promise<void>>();
  while (!frontier.empty || running.size > 0) {
    signal?.throwIfAborted();
    while (running.size < options.parallel) {
      const next = frontier.next();
      if (next === undefined) break;
      const work = readAddress(crawl, next).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size > 0) await Promise.race(running);
    yield* items.splice(0);
  }
  if (frontier.cut)
    yield trap(
      start,
      `The crawl stopped at ${options.maxPages} pages; there are more.`,
      'Raise --max-pages, or narrow it with --include and --exclude.',
    );
}

/** Fetches an address, conditionally if it was read before. */
const readAddress = async (crawl: Crawl, { url, depth }: Visit): Promise<void> => {
  const { start, robots, context, fetch, belongs, frontier, named, items } = crawl;
  const { known, signal } = context;
  const memory = webMemory(known.get(url));
  let fetched: Fetched;
  try {
    fetched = await fetch(url, { ...conditions(memory), signal });
  } catch (error) {
    const { code, details } = asParleyError(error);
    if (code === 'CANCELLED') throw error;
    if (details.status === 404 || details.status === 410) items.push({ kind: 'deleted', input: url });
    // Without an id for the start of a known site: a failure without an id keeps the site's pages from being deleted.
    else items.push(failure(url === start && known.size > 0 ? undefined : url, url, error));
    return;
  }
  if (fetched.notModified) {
    if (!named.has(url)) items.push(unchangedItem(url, url, memory, () => fetch(url, { signal })));
    named.add(url);
    for (const href of memory.links ?? []) frontier.add(href, url, depth + 1);
    return;
  }
  const final = pageAddress(fetched.url) ?? url;
  if (final !== url && (frontier.isSeen(final) || (url !== start && !belongs(final)) || !robots.allows(final))) return;
  frontier.see(final);
  await readPage(crawl, fetched, { url: final, depth });
};

/** Reads a fetched file: the addresses of a sitemap or feed, or a page with its links. */
const readPage = async (crawl: Crawl, fetched: Fetched, { url, depth }: Visit): Promise<void> => {
  const { start, context, belongs, frontier, items } = crawl;
  const { contentType, bytes } = fetched;
  const listing = /xml|text\/plain/.test(contentType) ? readListing(bytes, url) : undefined;
  if (listing !== undefined) {
    for (const page of listing.pages) frontier.add(page.url, url, depth + 1);
    return;
  }
  if (readerFor({ name: new URL(url).pathname, contentType, bytes }) === undefined) return;
  const read = await readNewBytes(url, fetched, context);
  if ('failure' in read) {
    items.push(read.failure);
    return;
  }
  const { robots } = read.page.metadata;
  const addresses = new Set(
    (robots?.nofollow ? [] : read.page.links).flatMap(({ href }) => pageAddress(href, url) ?? []),
  );
  const links = [...addresses].filter(belongs).slice(0, MAX_LINKS);
  for (const href of links) frontier.add(href, url, depth + 1);
  if (!robots?.noindex && !/\b(?:noindex|none)\b/i.test(fetched.robotsTag ?? ''))
    addPage(crawl, fetched, read.page, links);
  // Deletes a page that now says noindex. At the start it is a failure, because the crawl would be empty without a word.
  else if (url !== start) items.push({ kind: 'deleted', input: url });
  else
    items.push(
      trap(url, 'The page asks robots not to keep it (noindex).', 'Ingest it by its own address, without a crawl.'),
    );
};

/** Yields a page under its canonical address, unless it is a copy of another one. */
const addPage = (
  { start, belongs, frontier, copies, named, items }: Crawl,
  fetched: Fetched,
  page: ExtractedPage,
  links: string[],
): void => {
  const url = pageAddress(fetched.url) ?? fetched.url;
  const canonical = page.metadata.canonical === undefined ? undefined : pageAddress(page.metadata.canonical, url);
  // Uses a canonical link only within the site. If it points to the start, the template most likely has the same link on every
  // page.
  const id = canonical !== undefined && belongs(canonical) && canonical !== start ? canonical : url;
  if (named.has(id)) return;
  named.add(id);
  frontier.see(id);
  const sketch = sketchOf(page.text);
  const original = id === start ? undefined : copies.copyOf(id, sketch);
  if (original === undefined) items.push(fetchedItem(id, fetched, page, { links, sketch }));
  else items.push({ kind: 'copy', input: url, of: original });
};

/** A failure without an id, so that sync does not delete the pages that were left out. */
const trap = (input: string, message: string, remedy: string): Item => ({
  kind: 'failure',
  failure: { input, code: 'INPUT_TOO_LARGE', message, remedy },
});

const failure = (id: string | undefined, input: string, error: unknown): Item => {
  const { code, message, remedy } = asParleyError(error);
  return { kind: 'failure', id, failure: { input, code, message, remedy } };
};

/** Addresses in the sitemaps that robots.txt names, otherwise in /sitemap.xml. A missing or broken sitemap is ignored. */
const sitemapPages = async ({ robots, start, fetch, context: { signal } }: Crawl): Promise<string[]> => {
  const queue = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [new URL('/sitemap.xml', start).href];
  const pages: string[] = [];
  const read = new Set<string>();
  for (let url = queue.shift(); url !== undefined && read.size < MAX_SITEMAPS; url = queue.shift()) {
    if (read.has(url)) continue;
    read.add(url);
    try {
      const { bytes } = await fetch(url, { signal, accept: 'application/xml,text/xml,*/*' });
      const listing = readListing(bytes, url);
      for (const page of listing?.pages ?? []) pages.push(page.url);
      queue.push(...(listing?.sitemaps ?? []));
    } catch (error) {
      if (isParleyError(error, 'CANCELLED')) throw error;
    }
  }
  return pages;
};
