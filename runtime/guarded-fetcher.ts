import type { Settings } from '../core/settings.ts';
import { createFetcher, type Fetcher, type FetcherOptions } from '../ingest/fetch/fetch.ts';

export type { Fetched, Fetcher } from '../ingest/fetch/fetch.ts';

/**
 * The fetcher for all URLs from untrusted sources, such as links in pages and attachments in chats. It connects only to public
 * addresses and those in PARLEY_FETCH_ALLOW, which is checked at connection time and after each redirect. Time, redirects and
 * bytes are limited. It sends none of Parley's tokens.
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
