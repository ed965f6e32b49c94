import type { PathRules } from './connector.ts';

/** Parameters that say where a reader came from or who they are, never which page it is. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|igshid|ref|ref_src|phpsessid|jsessionid|sid|sessionid)$/i;
const MAX_ADDRESS_CHARS = 1000;

/** An address in the one form by which a crawl knows a page: no fragment, no tracking, parameters in order; undefined if not http(s). */
export const pageAddress = (href: string, base?: string): string | undefined => {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  if (!/^https?:$/.test(url.protocol) || url.href.length > MAX_ADDRESS_CHARS) return undefined;
  url.hash = '';
  url.username = url.password = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/i, '').replace(/\/{2,}/g, '/');
  const kept = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  url.search = new URLSearchParams(kept).toString();
  return url.href;
};

/**
 * The test for addresses of one site: the start's host (`www.` or not), at or below the start's folder, not excluded. With
 * `include` the folder does not count, the patterns do.
 */
export const siteTest = (
  start: string,
  { include = [], exclude = [] }: PathRules = {},
): ((address: string) => boolean) => {
  const origin = new URL(start);
  const host = bareHost(origin);
  const folder = origin.pathname.replace(/[^/]*$/, '');
  const wanted = include.map(patternTest);
  const unwanted = exclude.map(patternTest);
  return (address) => {
    const url = new URL(address);
    if (bareHost(url) !== host || unwanted.some((test) => test(address))) return false;
    if (address === start) return true;
    return wanted.length > 0 ? wanted.some((test) => test(address)) : url.pathname.startsWith(folder);
  };
};

const bareHost = (url: URL): string => url.host.replace(/^www\./, '');

/** `*` anything; a pattern without a scheme is looked for anywhere in the address. */
export const patternTest = (pattern: string): ((address: string) => boolean) => {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  const expression = new RegExp(/^https?:/.test(pattern) ? `^${source}$` : source);
  return (address) => expression.test(address);
};

/** Files that no reader takes; asking for them would only cost. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|mov|avi|wav|ogg|css|m?js|json|woff2?|ttf|eot|zip|t?gz|bz2|xz|rar|7z|exe|dmg|pkg|deb|rpm|iso|apk|jar|wasm|map)$/i;

/** True for addresses that lead to no page by their name alone. */
export const isMedia = (address: string): boolean => MEDIA.test(new URL(address).pathname);

/** Pages that differ only in numbers, dates and parameter values have one shape. */
export const addressShape = (address: string): string => {
  const { host, pathname, searchParams } = new URL(address);
  return `${host}${pathname.replace(/\d+/g, '#')}?${[...searchParams.keys()].join('&')}`;
};

/** A path that repeats itself was made by a link that appends to where it stands. */
export const isCircular = (address: string): boolean => {
  const parts = new URL(address).pathname.split('/').filter(Boolean);
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return parts.length > 20 || [...counts.values()].some((count) => count > 3);
};
