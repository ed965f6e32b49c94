import type { PathRules } from './connector.ts';

/** Parameters that identify the visitor or the campaign, and never the page. */
const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|_ga|igshid|ref|ref_src|phpsessid|jsessionid|sid|sessionid)$/i;
const MAX_ADDRESS_CHARS = 1000;

/**
 * Normalizes an address so that a crawl visits each page once: no fragment, no credentials, no tracking parameters, parameters
 * sorted by name. Returns undefined for addresses that are not http(s) or are too long.
 */
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
 * Makes a test for addresses of one site. They have the start's host (with or without `www.`) and no excluded pattern. They lie
 * in the start's folder or, with `include`, match one of its patterns instead.
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

/**
 * Makes a test for a pattern, in which `*` matches any characters. A pattern with a scheme has to match the whole address; any
 * other pattern may match anywhere in it.
 */
export const patternTest = (pattern: string): ((address: string) => boolean) => {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  const expression = new RegExp(/^https?:/.test(pattern) ? `^${source}$` : source);
  return (address) => expression.test(address);
};

/** Files that no reader takes, so that requesting them is wasted. */
const MEDIA =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|mov|avi|wav|ogg|css|m?js|json|woff2?|ttf|eot|zip|t?gz|bz2|xz|rar|7z|exe|dmg|pkg|deb|rpm|iso|apk|jar|wasm|map)$/i;

/** True if the ending of the path shows that the address is no page. */
export const isMedia = (address: string): boolean => MEDIA.test(new URL(address).pathname);

/** Addresses that differ only in numbers and parameter values have the same shape. */
export const addressShape = (address: string): string => {
  const { host, pathname, searchParams } = new URL(address);
  return `${host}${pathname.replace(/\d+/g, '#')}?${[...searchParams.keys()].join('&')}`;
};

/**
 * True for a path that repeats a segment more than 3 times or has more than 20. Relative links that resolve against the wrong
 * folder produce such paths without end.
 */
export const isCircular = (address: string): boolean => {
  const parts = new URL(address).pathname.split('/').filter(Boolean);
  const counts = new Map<string, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  return parts.length > 20 || [...counts.values()].some((count) => count > 3);
};
