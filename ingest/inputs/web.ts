import { asParleyError, isParleyError } from '../../core/errors.ts';
import type { ConnectorContext } from '../sources/connector.ts';
import { listedConnector } from '../sources/listed.ts';
import { readListing } from '../sources/listing.ts';
import { type SiteOptions, siteConnector } from '../sources/site.ts';
import { conditions, fetchedItem, readNewBytes, unchangedItem, webMemory } from '../sources/web-item.ts';
import type { Item } from './item.ts';

/**
 * Reads a web address: one page, the pages of a sitemap or feed, or with `crawl` a site from that page on. A page with status
 * 404 or 410 is yielded as deleted.
 */
export async function* readWeb(url: string, context: ConnectorContext, crawl?: SiteOptions): AsyncGenerator<Item> {
  if (crawl !== undefined) {
    yield* siteConnector(url, crawl, context);
    return;
  }
  const { fetcher, known, signal } = context;
  const memory = webMemory(known.get(url));
  try {
    const fetched = await fetcher.fetch(url, { ...conditions(memory), signal });
    if (fetched.notModified) yield unchangedItem(url, url, memory, () => fetcher.fetch(url));
    else if (/xml|text\/plain|gzip/.test(fetched.contentType) && readListing(fetched.bytes, fetched.url) !== undefined)
      yield* listedConnector(url, {}, context);
    else {
      const read = await readNewBytes(url, fetched, context);
      yield 'failure' in read ? read.failure : { ...fetchedItem(url, fetched, read.page), url: fetched.url };
    }
  } catch (error) {
    if (isParleyError(error, 'CANCELLED')) throw error;
    const { code, message, remedy, details } = asParleyError(error);
    yield details.status === 404 || details.status === 410
      ? { kind: 'deleted', input: url }
      : { kind: 'failure', id: url, failure: { input: url, code, message, remedy } };
  }
}
