import type { DocumentStamp } from '../../stores/index.ts';
import type { Fetcher } from '../fetch/index.ts';
import type { Item } from '../inputs/item.ts';

/** What a connector may use. */
export interface ConnectorContext {
  /** Fetches web addresses, safely. */
  fetcher: Fetcher;
  /** What the source held when it was last read, by document id; empty the first time. */
  known: ReadonlyMap<string, DocumentStamp>;
  signal?: AbortSignal;
}

/**
 * Where pages come from. A connector is one function: it yields what the place holds now, page by page, and leaves to the
 * pipeline what is new, changed or gone.
 *
 * The rules that keep `sync` right: yield every page that is still there, a failed one with its id; yield `gone` for one that
 * the place says is no more; yield a failure without an id when a part of the place could not be read, so that nothing in it is
 * taken for gone. Give `extract` as a function, since it runs only when `hash` is new.
 *
 * @example
 * export const wikiConnector: Connector<{ space: string }> = async function* (location, { space }, { fetcher, signal }) {
 *   for (const page of await listPages(fetcher, location, space, signal))
 *     yield { kind: 'page', input: page.url, id: page.url, url: page.url, hash: contentHash(page.version), extract: () => read(page) };
 * };
 */
export type Connector<Options = Record<string, never>> = (
  location: string,
  options: Options,
  context: ConnectorContext,
) => AsyncGenerator<Item>;
