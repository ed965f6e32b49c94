import { posix } from 'node:path';

/** Where a page can be linked to: its id (a file's path) and its URL, without what follows the page itself. */
export const placesOf = (documentId: string, url: string | undefined): string[] => [
  ...new Set([documentId, url].filter((place) => place !== undefined).map(bare)),
];

/**
 * The page that a link leads to, as `placesOf` names it: a URL as it stands, a path resolved against the linking page's id.
 * Undefined for a link within the page and for what is no page (mail addresses, scripts).
 */
export const linkedPlace = (href: string, documentId: string): string | undefined => {
  const target = bare(href.trim());
  if (target === '') return undefined;
  if (/^https?:\/\//i.test(target)) return target;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  if (target.startsWith('/')) return target;
  return bare(posix.join(posix.dirname(documentId), decoded(target)));
};

/** Without fragment, query and a last slash. */
const bare = (place: string): string => place.replace(/[#?].*$/s, '').replace(/(?<=[^/])\/$/, '');

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};
