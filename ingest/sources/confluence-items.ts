import { extractWholeHtml } from '../extract/html.ts';
import type { ExtractedPage } from '../extract/page.ts';
import { contentHash } from '../inputs/item.ts';
import { readerFor } from '../sandbox/index.ts';
import type { Api } from './api.ts';
import type { Audience, MirroredPage } from './api-connector.ts';

// Pages and attachments of Confluence as both its connectors mirror them, for Cloud and for Data Center.

/** Attachments that are larger are passed over. */
const MAX_ATTACHMENT_BYTES = 50_000_000;

/** Where something stands, and who may see it. */
interface Place {
  /** The stable id of its page in Parley. */
  id: string;
  url: string;
  audience: Audience;
}

interface Versioned {
  id: string;
  version?: { number: number } | null | undefined;
}

/**
 * A listed page. Its hash changes with its version, its title and the versions of its comments.
 * @param readText reads its text, and its comments if there are any
 */
export const pageItem = (
  { id, url, audience }: Place,
  { title, version, comments }: { title: string; version: string; comments: readonly Versioned[] },
  readText: (hasComments: boolean) => Promise<ExtractedPage>,
): MirroredPage => {
  const on = comments.map((comment) => `${comment.id}@${comment.version?.number}`).sort();
  return {
    kind: 'page',
    input: url,
    id,
    url,
    hash: contentHash(id, version, title, url, ...on),
    audience,
    extract: () => readText(on.length > 0),
  };
};

/** The page as it is shown, its macros drawn, and what was said below it. @param comments each as HTML; undefined if there are none */
export const pageText = async (
  { title, html, url, updated }: { title: string; html: string; url: string; updated: string | null | undefined },
  comments: AsyncIterable<string> | undefined,
): Promise<ExtractedPage> => {
  let whole = html;
  if (comments) {
    whole += '<h2>Comments</h2>';
    for await (const comment of comments) whole += `<div>${comment}</div>`;
  }
  const extracted = extractWholeHtml(whole, { url });
  return { ...extracted, title, metadata: { ...extracted.metadata, ...(updated && { updated }) } };
};

/** An attached file that Parley reads, if it does. @param address of its bytes */
export function* attachmentItem(
  { id, url, audience }: Place,
  file: Versioned & { title: string; extensions?: { fileSize?: number | null | undefined } | null | undefined },
  address: string,
  api: Api,
): Generator<MirroredPage> {
  const reader = readerFor({ name: file.title });
  if (reader === undefined || (file.extensions?.fileSize ?? 0) > MAX_ATTACHMENT_BYTES) return;
  yield {
    kind: 'page',
    input: `${url} (${file.title})`,
    id,
    url,
    hash: contentHash(id, String(file.version?.number ?? 0), file.title),
    audience,
    async extract() {
      const { bytes, contentType } = await api.file(address, { html: /\.x?html?$/i.test(file.title) });
      const extracted = await reader(bytes, { url, contentType });
      return { ...extracted, title: extracted.title || file.title };
    },
  };
}
