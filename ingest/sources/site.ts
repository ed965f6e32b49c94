import { asParleyError, isParleyError } from '../../core/errors.ts';
import type { Fetched } from '../fetch/fetch.ts';
import type { Item } from '../inputs/item.ts';
import { readerFor } from '../sandbox/index.ts';
import { addressShape, isCircular, isMedia, pageAddress, siteTest } from './addresses.ts';
import type { Connector, ConnectorContext, PathRules } from './connector.ts';
import { createCopyFinder, sketchOf } from './copies.ts';
import { readListing } from './listing.ts';
import { createPoliteFetch } from './polite-fetcher.ts';
import { type Robots, readRobots } from './robots.ts';
import { conditions, fetchedItem, readNewBytes, unchangedItem, webMemory } from './web-item.ts';

/** How a site is crawled. */
export interface SiteOptions extends PathRules {
  /** Links from the start to the furthest page; what a sitemap names counts as one away. */
  depth?: number;
  maxPages?: number;
  /** Requests under way at once. */
  parallel?: number;
  /** Milliseconds between two requests, when robots.txt asks for no more. */
  interval?: number;
  /** These pages alone, whatever they link to. */
  only?: readonly string[];
}

const DEFAULTS = { depth: 8, maxPages: 2000, parallel: 4, interval: 50 };
/** Pages of one shape (`/calendar/#/#`) after which more of it are a trap. */
const MAX_ALIKE = 500;
const MAX_SITEMAPS = 50;
/** Links that are remembered of one page. */
const MAX_LINKS = 500;

/**
 * Crawls a site from a page: same host and folder, as far as robots.txt, meta robots and the bounds allow. Sitemaps and feeds
 * are read for addresses; redirects and canonical links decide what a page is called; pages already read are asked for by
 * condition. Traps are cut off by bounds on depth, pages, and pages of one shape, and said.
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
  yield* crawl(start, robots, { ...DEFAULTS, ...options }, context);
};

interface Visit {
  url: string;
  depth: number;
}

async function* crawl(
  start: string,
  robots: Robots,
  options: SiteOptions & typeof DEFAULTS,
  context: ConnectorContext,
): AsyncGenerator<Item> {
  const { known, signal } = context;
  const fetch = createPoliteFetch(context.fetcher, {
    interval: Math.max(options.interval, (robots.delay ?? 0) * 1000),
    retries: 2,
  });
  const belongs = siteTest(start, options);
  const queue: Visit[] = [];
  const seen = new Set<string>();
  const named = new Set<string>();
  const shapes = new Map<string, number>();
  const items: Item[] = [];
  const copies = createCopyFinder();
  // Which of two copies is taken must not change from one crawl to the next: known pages come first.
  for (const [id, stamp] of known) copies.copyOf(id, webMemory(stamp).sketch);
  let visits = 0;
  let cut = false;

  const enqueue = (href: string, base: string, depth: number) => {
    const url = pageAddress(href, base);
    if (url === undefined || seen.has(url) || depth > (options.only ? 0 : options.depth)) return;
    if (url !== start && (!belongs(url) || isMedia(url) || isCircular(url))) return;
    if (!robots.allows(url)) return;
    seen.add(url);
    const shape = addressShape(url);
    const alike = (shapes.get(shape) ?? 0) + 1;
    shapes.set(shape, alike);
    if (alike === MAX_ALIKE + 1)
      items.push(
        trap(
          url,
          `There are more than ${MAX_ALIKE} pages like this one; the others were left out.`,
          'Exclude them with --exclude, or name those that matter.',
        ),
      );
    if (alike <= MAX_ALIKE) queue.push({ url, depth });
  };

  const visit = async ({ url, depth }: Visit): Promise<void> => {
    const memory = webMemory(known.get(url));
    let fetched: Fetched;
    try {
      fetched = await fetch(url, { ...conditions(memory), signal });
    } catch (error) {
      const { code, details } = asParleyError(error);
      if (code === 'CANCELLED') throw error;
      // A refused or failed start is no empty site.
      if (details.status === 404 || details.status === 410) items.push({ kind: 'gone', input: url });
      else items.push(failure(url === start && known.size > 0 ? undefined : url, url, error));
      return;
    }
    if (fetched.notModified) {
      if (!named.has(url)) items.push(unchangedItem(url, url, memory, () => fetch(url, { signal })));
      named.add(url);
      for (const href of memory.links ?? []) enqueue(href, url, depth + 1);
      return;
    }
    const final = pageAddress(fetched.url) ?? url;
    if (final !== url && (seen.has(final) || (url !== start && !belongs(final)) || !robots.allows(final))) return;
    seen.add(final);
    await take(fetched, final, depth);
  };

  const take = async (fetched: Fetched, url: string, depth: number): Promise<void> => {
    const listing = /xml|text\/plain/.test(fetched.contentType) ? readListing(fetched.bytes, url) : undefined;
    if (listing !== undefined) {
      for (const page of listing.pages) enqueue(page.url, url, depth + 1);
      return;
    }
    if (
      readerFor({ name: new URL(url).pathname, contentType: fetched.contentType, bytes: fetched.bytes }) === undefined
    )
      return;
    const read = await readNewBytes(url, fetched, context);
    if ('failure' in read) {
      items.push(read.failure);
      return;
    }
    const { page } = read;
    const rules = { ...page.metadata.robots };
    if (/\b(?:noindex|none)\b/i.test(fetched.robotsTag ?? '')) rules.noindex = true;
    const links = rules.nofollow
      ? []
      : [...new Set(page.links.flatMap(({ href }) => pageAddress(href, url) ?? []))]
          .filter(belongs)
          .slice(0, MAX_LINKS);
    for (const href of links) enqueue(href, url, depth + 1);
    if (rules.noindex) {
      // A page that no longer wants to be found goes; a start that never did is said, or the crawl would be silently empty.
      if (url === start)
        items.push(
          trap(url, 'The page asks robots not to keep it (noindex).', 'Ingest it by its own address, without a crawl.'),
        );
      else items.push({ kind: 'gone', input: url });
      return;
    }
    const canonical = page.metadata.canonical === undefined ? undefined : pageAddress(page.metadata.canonical, url);
    // A canonical link counts where it stays on the site; pages that all point to the start are a template's mistake.
    const id = canonical !== undefined && belongs(canonical) && canonical !== start ? canonical : url;
    if (named.has(id)) return;
    named.add(id);
    seen.add(id);
    const sketch = sketchOf(page.text);
    const original = id === start ? undefined : copies.copyOf(id, sketch);
    if (original === undefined) items.push(fetchedItem(id, fetched, page, { links, sketch }));
    else items.push({ kind: 'copy', input: url, of: original });
  };

  for (const url of options.only ?? [start]) enqueue(url, start, 0);
  if (!options.only) for (const url of await sitemapPages(robots, start, fetch, signal)) enqueue(url, start, 1);

  const running = new Set<Promise<void>>();
  while (queue.length > 0 || running.size > 0) {
    signal?.throwIfAborted();
    while (queue.length > 0 && running.size < options.parallel) {
      if (visits >= options.maxPages) {
        cut = true;
        queue.length = 0;
        break;
      }
      visits++;
      const work = visit(queue.shift()!).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size > 0) await Promise.race(running);
    yield* items.splice(0);
  }
  if (cut)
    yield trap(
      start,
      `The crawl stopped at ${options.maxPages} pages; there are more.`,
      'Raise --max-pages, or narrow it with --include and --exclude.',
    );
}

/** Without an id: what was left out must not be taken for gone. */
const trap = (input: string, message: string, remedy: string): Item => ({
  kind: 'failure',
  failure: { input, code: 'INPUT_TOO_LARGE', message, remedy },
});

const failure = (id: string | undefined, input: string, error: unknown): Item => {
  const { code, message, remedy } = asParleyError(error);
  return { kind: 'failure', id, failure: { input, code, message, remedy } };
};

/** Addresses of the sitemaps that robots.txt names, else of /sitemap.xml; a missing or broken sitemap is no failure. */
const sitemapPages = async (
  robots: Robots,
  start: string,
  fetch: ReturnType<typeof createPoliteFetch>,
  signal: AbortSignal | undefined,
): Promise<string[]> => {
  const queue = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [new URL('/sitemap.xml', start).href];
  const pages: string[] = [];
  const read = new Set<string>();
  while (queue.length > 0 && read.size < MAX_SITEMAPS) {
    const url = queue.shift()!;
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
