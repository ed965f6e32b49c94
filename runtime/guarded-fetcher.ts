import type { Settings } from '../core/settings.ts';
import { createFetcher, type Fetcher, type FetcherOptions } from '../ingest/fetch/fetch.ts';

export type { Fetched, Fetcher } from '../ingest/fetch/fetch.ts';

/**
 * The fetcher for every address that somebody else wrote: a page's link, an attachment in a chat. It connects to public
 * addresses alone (and to what PARLEY_FETCH_ALLOW names), checked when the connection is made and again after each redirect;
 * time, redirects and bytes are bounded, before and while a body is read; and it sends no token of Parley's.
 *
 * @throws FETCH_REFUSED, FETCH_FAILED, INPUT_TOO_LARGE from `fetch`; see `createFetcher`
 * @example
 * const fetcher = openGuardedFetcher(settings, { maxBytes: 20_000_000 });
 * const { bytes, contentType } = await fetcher.fetch(file.url, { maxBytes: 5_000_000, signal });
 */
export const openGuardedFetcher = (
  { PARLEY_FETCH_ALLOW: allow }: Pick<Settings, 'PARLEY_FETCH_ALLOW'>,
  bounds: Pick<FetcherOptions, 'maxBytes' | 'timeoutMs' | 'maxRedirects'> = {},
): Fetcher => createFetcher({ allow, ...bounds });
