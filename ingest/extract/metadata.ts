import { type Document, type Element, elementsNamed, fold, textOf, walk } from './dom.ts';
import type { PageMetadata } from './page.ts';

/** What a page's head and its JSON-LD say, before any of it is trusted. */
export interface PageHead {
  /** Content of `<title>`. */
  title: string;
  /** `meta` by name or property, lower case; the first of each counts. */
  meta: ReadonlyMap<string, string>;
  /** Every JSON-LD object of the page, graphs flattened. */
  jsonLd: Record<string, unknown>[];
  canonical?: string;
  base?: string;
  language?: string;
  /** File names of its style sheets. */
  styles: string[];
  /** Address of the page's feeds. */
  feeds: string[];
  headings: Element[];
  times: Element[];
}

/** Reads the head, the JSON-LD, the h1s and the time elements in one walk. */
export const readHead = (document: Document): PageHead => {
  const meta = new Map<string, string>();
  const head: PageHead = { title: '', meta, jsonLd: [], styles: [], feeds: [], headings: [], times: [] };
  walk(document, {
    enter(element) {
      const { attribs } = element;
      switch (element.name) {
        case 'html':
          head.language ??= attribs.lang ?? attribs['xml:lang'];
          break;
        case 'title':
          head.title ||= textOf(element);
          break;
        case 'base':
          head.base ??= attribs.href;
          break;
        case 'meta': {
          const name = (attribs.property ?? attribs.name ?? attribs.itemprop ?? attribs['http-equiv'])?.toLowerCase();
          if (name !== undefined && attribs.content !== undefined && !meta.has(name))
            meta.set(name, fold(attribs.content));
          break;
        }
        case 'link': {
          const rel = attribs.rel?.toLowerCase();
          if (rel?.includes('stylesheet') && attribs.href && head.styles.length < 20)
            head.styles.push(
              attribs.href
                .replace(/[?#].*$/, '')
                .split('/')
                .at(-1) ?? '',
            );
          if (rel === 'canonical') head.canonical ??= attribs.href;
          if (rel === 'alternate' && /(?:rss|atom)\+xml/.test(attribs.type ?? '') && attribs.href)
            head.feeds.push(attribs.href);
          break;
        }
        case 'script':
          if (attribs.type?.includes('ld+json')) for (const object of jsonLdObjects(element)) head.jsonLd.push(object);
          return false;
        case 'h1':
          head.headings.push(element);
          break;
        case 'time':
          if (attribs.datetime) head.times.push(element);
          break;
      }
    },
  });
  return head;
};

const jsonLdObjects = (script: Element): Record<string, unknown>[] => {
  const child = script.firstChild;
  if (child === null || !('data' in child)) return [];
  try {
    return flatten(JSON.parse(child.data.replace(/^\s*(?:\/\/)?<!\[CDATA\[|(?:\/\/)?\]\]>\s*$/g, '')));
  } catch {
    return [];
  }
};

/** Graphs inside graphs that are read; real ones nest twice. */
const MAX_GRAPH_DEPTH = 20;

const flatten = (value: unknown, depth = 0): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null || depth > MAX_GRAPH_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => flatten(one, depth + 1));
  const object = value as Record<string, unknown>;
  return [object, ...flatten(object['@graph'], depth + 1), ...flatten(object.mainEntity, depth + 1)];
};

/** The types that a JSON-LD object gives itself. */
export const jsonLdTypes = (object: Record<string, unknown>): string[] =>
  [object['@type']].flat().filter((type) => typeof type === 'string');

/** The page's own title: its only h1 where the title element repeats it, else og:title, else the title without the site's name. */
export const pageTitle = (head: PageHead): string => {
  const og = head.meta.get('og:title') ?? head.meta.get('twitter:title') ?? '';
  const fallback = og || head.title;
  const [first] = head.headings;
  const h1 = first === undefined ? '' : textOf(first);
  if (h1.length > 2 && (head.title.includes(h1) || og.includes(h1))) return h1;
  if (fallback === '') return h1;
  const site = head.meta.get('og:site_name');
  return site !== undefined && site.length < fallback.length ? withoutSite(fallback, site) : fallback;
};

const withoutSite = (title: string, site: string): string => {
  for (const separator of [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ': '])
    if (title.endsWith(separator + site)) return title.slice(0, -(separator + site).length);
  return title;
};

/** Author, dates, language and the rest, from JSON-LD, then meta tags, then time elements. */
export const pageMetadata = (head: PageHead, resolve: (href: string) => string | undefined): PageMetadata => {
  const { meta } = head;
  const first = (...names: string[]) =>
    names.map((name) => meta.get(name)).find((value) => value !== undefined && value !== '');
  const ld = (name: string) => head.jsonLd.map((object) => object[name]).find((value) => typeof value === 'string');
  const date = (value: unknown) => isoDate(typeof value === 'string' ? value : undefined);
  const plain = date(first('date', 'dc.date', 'dcterms.date', 'dcterms.created', 'parsely-pub-date', 'sailthru.date'));
  const [time] = head.times;
  const published =
    date(ld('datePublished')) ??
    date(
      first(
        'article:published_time',
        'og:published_time',
        'datepublished',
        'publish-date',
        'pubdate',
        'citation_publication_date',
      ),
    ) ??
    plain ??
    date(time?.attribs.datetime);
  const updated =
    date(ld('dateModified')) ??
    date(
      first('article:modified_time', 'og:updated_time', 'datemodified', 'last-modified', 'dcterms.modified', 'revised'),
    ) ??
    plain;
  const robots = first('robots', 'googlebot')?.toLowerCase() ?? '';
  const scopes = first('parley-scopes')
    ?.split(/[,\s]+/)
    .filter((scope) => scope !== '');
  const canonical = head.canonical === undefined ? undefined : resolve(head.canonical);
  const found: PageMetadata = {
    author:
      authorName(head.jsonLd) ??
      nameOnly(first('author', 'article:author', 'dc.creator', 'parsely-author', 'citation_author')),
    published,
    updated,
    language: languageTag(head.language ?? first('content-language', 'og:locale')),
    canonical,
    description: first('description', 'og:description', 'twitter:description'),
    site: first('og:site_name', 'application-name'),
    scopes: scopes?.length ? scopes : undefined,
    robots: /noindex|nofollow|none/.test(robots)
      ? { noindex: /noindex|none/.test(robots), nofollow: /nofollow|none/.test(robots) }
      : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
};

const authorName = (objects: readonly Record<string, unknown>[]): string | undefined => {
  for (const { author } of objects) {
    const names = [author]
      .flat()
      .map((one) => (typeof one === 'string' ? one : (one as { name?: unknown } | undefined)?.name))
      .filter((name): name is string => typeof name === 'string' && name.trim() !== '');
    if (names.length > 0) return names.map(fold).join(', ');
  }
  return undefined;
};

const nameOnly = (author: string | undefined) =>
  author === undefined || /^https?:\/\//.test(author) ? undefined : author;

const languageTag = (tag: string | undefined) => {
  try {
    return tag === undefined || tag.trim() === ''
      ? undefined
      : Intl.getCanonicalLocales(tag.trim().replace('_', '-'))[0];
  } catch {
    return undefined;
  }
};

/** A date or time in any form that names its year, month and day, as ISO 8601; day exact unless a time was given. */
export const isoDate = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim();
  if (!trimmed || !/\d{4}/.test(trimmed)) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return Number.isNaN(Date.parse(trimmed)) ? undefined : trimmed;
  // A time without a zone is taken as UTC, so that the same page gives the same date on every machine.
  const zoned = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i.test(trimmed)
    ? trimmed
    : `${trimmed}${/\d:\d\d/.test(trimmed) && /^\d{4}-/.test(trimmed) ? 'Z' : ' UTC'}`;
  const time = Date.parse(zoned.replace(/^(\d{4})(\d{2})(\d{2})\b/, '$1-$2-$3'));
  return Number.isNaN(time) || time < 0 || time > Date.parse('2100-01-01') ? undefined : new Date(time).toISOString();
};

/** Base for relative links: the base element against the page's URL. */
export const linkResolver = (head: PageHead, url: string | undefined): ((href: string) => string | undefined) => {
  const parse = (href: string, base?: string) => (URL.canParse(href, base) ? new URL(href, base).href : undefined);
  const base = head.base === undefined ? url : (parse(head.base, url) ?? url);
  return (href) => {
    const trimmed = href.trim();
    if (trimmed === '' || trimmed.startsWith('#') || /^(?:javascript|data|vbscript|blob):/i.test(trimmed))
      return undefined;
    return parse(trimmed, base) ?? (base === undefined ? trimmed.replace(/\s/g, '%20') : undefined);
  };
};

/** Characters of a link's words that are read: a link that nobody closed holds the rest of its page. */
const MAX_LINK_CHARS = 1000;

/** All links of a document, each target once. */
export const pageLinks = (
  document: Document,
  resolve: (href: string) => string | undefined,
): { href: string; text: string }[] => {
  const links = new Map<string, string>();
  for (const element of elementsNamed(document, 'a', 'area')) {
    const href = element.attribs.href === undefined ? undefined : resolve(element.attribs.href);
    if (href !== undefined && !links.get(href)) links.set(href, textOf(element, MAX_LINK_CHARS));
  }
  return [...links].map(([href, text]) => ({ href, text }));
};
