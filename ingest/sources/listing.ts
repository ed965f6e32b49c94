import { gunzipSync } from 'node:zlib';
import { decode } from '../extract/decode.ts';
import { isoDate } from '../extract/metadata.ts';
import { type Element, isTag, localName, named, parseXml, xmlText } from '../formats/office/xml.ts';

/** A page in a sitemap or feed. */
export interface ListedPage {
  url: string;
  title?: string;
  /** ISO 8601. */
  updated?: string;
}

/** The contents of a sitemap or feed. */
export interface Listing {
  kind: 'sitemap' | 'feed';
  pages: ListedPage[];
  /** Addresses of the sitemaps in a sitemap index. */
  sitemaps: string[];
}

/** Sitemaps hold at most 50,000 addresses and 50 MB (sitemaps.org). */
const MAX_BYTES = 60_000_000;
/** Maximum tags that are read of one file: twenty for each address that a sitemap may list. The rest is left out. */
const MAX_TAGS = 1_000_000;

/** Cuts a text after this number of tags. */
const upTo = (text: string, tags: number): string => {
  let at = -1;
  for (let left = tags; left > 0; left -= 1) {
    at = text.indexOf('<', at + 1);
    if (at < 0) return text;
  }
  return text.slice(0, at);
};

/**
 * Reads an XML sitemap, a sitemap index, a text sitemap (`.txt`), RSS (0.9 to 2.0) or Atom, compressed or not. Returns undefined
 * for anything else.
 */
export const readListing = (bytes: Uint8Array, url: string): Listing | undefined => {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes;
  if (plain === undefined) return undefined;
  const start = decode(plain.subarray(0, 2000));
  if (!/<(?:\w+:)?(?:urlset|sitemapindex|rss|feed|RDF)[\s>]/.test(start))
    return /\.txt$/.test(new URL(url).pathname) ? textSitemap(decode(plain)) : undefined;
  const document = parseXml(new TextEncoder().encode(upTo(decode(plain), MAX_TAGS)));
  const root = document.children.find(isTag);
  switch (root === undefined ? '' : localName(root)) {
    case 'urlset':
      return {
        kind: 'sitemap',
        sitemaps: [],
        pages: named(document, 'url').flatMap((entry) => page(url, value(entry, 'loc'), '', value(entry, 'lastmod'))),
      };
    case 'sitemapindex':
      return {
        kind: 'sitemap',
        pages: [],
        sitemaps: named(document, 'sitemap').flatMap((entry) => page(url, value(entry, 'loc')).map((one) => one.url)),
      };
    case 'rss':
    case 'RDF':
      return {
        kind: 'feed',
        sitemaps: [],
        pages: named(document, 'item').flatMap((entry) =>
          page(
            url,
            value(entry, 'link') || permalink(entry),
            value(entry, 'title'),
            value(entry, 'pubDate') || value(entry, 'date'),
          ),
        ),
      };
    case 'feed':
      return {
        kind: 'feed',
        sitemaps: [],
        pages: named(document, 'entry').flatMap((entry) =>
          page(url, atomLink(entry), value(entry, 'title'), value(entry, 'updated') || value(entry, 'published')),
        ),
      };
    default:
      return undefined;
  }
};

const unpack = (bytes: Uint8Array): Uint8Array | undefined => {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    return undefined;
  }
};

const textSitemap = (text: string): Listing | undefined => {
  const lines = text.split(/\s+/).filter(Boolean);
  if (lines.length === 0 || !lines.every((line) => /^https?:\/\//.test(line) && URL.canParse(line))) return undefined;
  return { kind: 'sitemap', sitemaps: [], pages: lines.map((line) => ({ url: line })) };
};

const page = (base: string, href: string, title = '', date = ''): ListedPage[] => {
  if (href === '' || !URL.canParse(href, base)) return [];
  const updated = isoDate(date);
  return [{ url: new URL(href, base).href, ...(title !== '' && { title }), ...(updated !== undefined && { updated }) }];
};

const value = (entry: Element, name: string): string => {
  const child = entry.children.find((one): one is Element => isTag(one) && localName(one) === name);
  return xmlText(child).trim();
};

/** RSS may give the address as the entry's guid. */
const permalink = (entry: Element): string => {
  const guid = value(entry, 'guid');
  return /^https?:/.test(guid) ? guid : '';
};

const atomLink = (entry: Element): string => {
  const links = entry.children.filter((one): one is Element => isTag(one) && localName(one) === 'link');
  return (links.find(({ attribs }) => (attribs.rel ?? 'alternate') === 'alternate') ?? links[0])?.attribs.href ?? '';
};
