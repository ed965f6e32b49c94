import { asParleyError } from '../../core/errors.ts';
import type { Fetcher } from '../fetch/index.ts';
import { readerFor } from '../formats/index.ts';
import { contentHash, type Item } from './item.ts';

/** One page of the web, as the only item; a page that is gone (404, 410) is no item at all. */
export async function* readWeb(pages: Fetcher, url: string, signal?: AbortSignal): AsyncGenerator<Item> {
  try {
    const response = await pages.fetch(url, { signal });
    const { bytes, contentType } = response;
    const kind = contentType.split(';')[0]!.trim().toLowerCase();
    const context = { url: response.url, contentType };
    const extract = readerFor({ name: new URL(response.url).pathname, contentType, bytes });
    if (!extract) {
      yield failed(
        url,
        'INPUT_UNREADABLE',
        `It is ${kind || 'of no named type'}, not a page.`,
        'Give the address of a page.',
      );
      return;
    }
    yield {
      kind: 'page',
      input: url,
      id: url,
      url: response.url,
      hash: contentHash(url, bytes),
      metadata: { etag: response.etag, lastModified: response.lastModified },
      extract: () => extract(bytes, context),
    };
  } catch (error) {
    const { code, message, remedy, details } = asParleyError(error);
    if (code === 'CANCELLED') throw error;
    const gone = details.status === 404 || details.status === 410;
    yield gone ? { kind: 'gone', input: url } : failed(url, code, message, remedy);
  }
}

const failed = (url: string, code: string, message: string, remedy: string): Item => ({
  kind: 'failure',
  id: url,
  failure: { input: url, code, message, remedy },
});
