import { asParleyError, ParleyError } from '../../core/errors.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { Fetched, FetchRequest } from '../fetch/fetch.ts';
import { isPdf } from '../formats/detect.ts';
import { isBinary, notText } from '../inputs/file-bounds.ts';
import { contentHash, type FailedItem, failureHash, isUnreadable, type PageItem } from '../inputs/item.ts';
import { readerFor, recognitionHash } from '../sandbox/index.ts';
import type { ConnectorContext, KnownPage } from './connector.ts';
import type { PageSketch } from './copies.ts';

/** Metadata of a fetched page, which makes the next request conditional. */
export interface WebMemory {
  etag?: string;
  lastModified?: string;
  /** The item's hash when the page was last fetched. */
  hash?: string;
  /** Links of the page, which a crawl follows after "not modified". */
  links?: string[];
  /** Fingerprint with which a crawl finds copies of the page. */
  sketch?: PageSketch;
}

/** What is remembered of the last reading of a page; empty for one that was never read. */
export const webMemory = (stamp: KnownPage | undefined): WebMemory => (stamp?.metadata ?? {}) as WebMemory;

/** Headers of a conditional request. Empty if the page was never read. */
export const conditions = (memory: WebMemory): FetchRequest =>
  memory.hash === undefined ? {} : { etag: memory.etag, lastModified: memory.lastModified };

/**
 * Makes a reader for a fetched page.
 * @throws INPUT_UNREADABLE for a format that Parley does not read, and the reader's own errors
 */
export const readFetched = async (
  { url, contentType, bytes }: Fetched,
  ocr?: ConnectorContext['ocr'],
): Promise<ExtractedPage> => {
  const reader = readerFor({ name: new URL(url).pathname, contentType, bytes }, ocr);
  if (reader === undefined)
    throw new ParleyError('INPUT_UNREADABLE', {
      message: `It is ${contentType.split(';')[0] || 'of no named type'}, not a page.`,
      remedy: 'Give the address of a page.',
    });
  if (/^text\/|\bhtml\b/i.test(contentType) && !isPdf(bytes) && isBinary(bytes)) throw notText('page');
  return reader(bytes, { url, contentType });
};

/**
 * Reads a fetched page, unless reading the same bytes failed in an earlier run.
 * @returns the page, or the failure item
 */
export const readNewBytes = async (
  id: string,
  fetched: Fetched,
  { knownFailure, ocr }: Pick<ConnectorContext, 'knownFailure' | 'ocr'>,
): Promise<{ page: ExtractedPage } | { failure: FailedItem }> => {
  const { contentType, bytes } = fetched;
  const hash = contentHash(
    id,
    bytes,
    ...recognitionHash({ name: new URL(fetched.url).pathname, contentType, bytes }, ocr),
  );
  const before = knownFailure?.(hash);
  if (before) return { failure: { kind: 'failure', id, failure: { ...before, input: id } } };
  try {
    return { page: await readFetched(fetched, ocr) };
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    const remembered = isUnreadable(code) ? { contentHash: failureHash(hash) } : {};
    return { failure: { kind: 'failure', id, failure: { input: id, code, message, remedy, ...remembered } } };
  }
};

/** An item for a fetched page. With `page`, its text is already extracted. */
export const fetchedItem = (
  id: string,
  fetched: Fetched,
  page: ExtractedPage | undefined,
  { links, sketch }: Pick<WebMemory, 'links' | 'sketch'> = {},
): PageItem => {
  const hash = contentHash(id, fetched.bytes);
  return {
    kind: 'page',
    input: fetched.hops[0] ?? fetched.url,
    id,
    url: id,
    hash,
    metadata: {
      ...remembered(fetched),
      hash,
      ...(links === undefined ? {} : { links }),
      ...(sketch === undefined ? {} : { sketch }),
    },
    extract: () => page ?? readFetched(fetched),
  };
};

const remembered = ({ etag, lastModified }: Fetched): WebMemory => ({
  ...(etag === undefined ? {} : { etag }),
  ...(lastModified === undefined ? {} : { lastModified }),
});

/**
 * An item for a page that the server answered with "not modified". It has the stored hash, so that the pipeline skips it. If the
 * pipeline itself has changed, `extract` fetches the page.
 */
export const unchangedItem = (
  id: string,
  input: string,
  memory: WebMemory,
  fetchAgain: () => Promise<Fetched>,
): PageItem => ({
  kind: 'page',
  input,
  id,
  url: id,
  hash: memory.hash ?? '',
  metadata: { ...memory },
  extract: async () => readFetched(await fetchAgain()),
});
