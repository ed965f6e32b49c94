/** Minimum share of pages with a part of the template. */
export const COMMON_SHARE = 0.4;
/** Maximum bars, lists and lines of a template. */
export const MAX_HASHES = 200;
