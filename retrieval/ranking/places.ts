import { posix } from 'node:path';

/** The targets of links to a page: its id, which may be a file's path, and its URL; both without query and fragment. */
export const placesOf = (documentId: string, url: string | undefined): string[] => [
  ...new Set([documentId, url].filter((place) => place !== undefined).map(bare)),
];

/**
 * The target of a link in the form of `placesOf`: a URL unchanged, a path resolved against the linking page's id.
 * @returns undefined for links within the page and for other schemes, such as `mailto:`
 */
export const linkedPlace = (href: string, documentId: string): string | undefined => {
  const target = bare(href.trim());
  if (target === '') return undefined;
  if (/^https?:\/\//i.test(target)) return target;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  if (target.startsWith('/')) return target;
  return bare(posix.join(posix.dirname(documentId), decoded(target)));
};

/** Removes fragment, query and trailing slash. */
const bare = (place: string): string => place.replace(/[#?].*$/s, '').replace(/(?<=[^/])\/$/, '');

/** A path as it is written in ids: Notion encodes commas and ampersands of its names too. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
