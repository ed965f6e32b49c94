import { htmlTables } from '../tables/html.ts';
import { type Block, readBlocks } from './blocks.ts';
import { decode } from './decode.ts';
import { closest, parseHtml } from './dom.ts';
import { linkResolver, pageLinks, pageMetadata, pageTitle, readHead } from './metadata.ts';
import type { ExtractedPage } from './page.ts';
import { renderBlocks } from './render.ts';

/** What is known of a page besides its bytes. */
export interface HtmlContext {
  /** Where it was fetched from; relative links are resolved against it. */
  url?: string;
  /** The HTTP header's content type; its charset counts when the bytes are not UTF-8. */
  contentType?: string;
}

/** Reads a web page: decoding, metadata, data tables from the page as it came, then its main text without boilerplate. */
export const extractHtml = (bytes: Uint8Array, context: HtmlContext = {}): ExtractedPage =>
  extractHtmlText(decode(bytes, context.contentType), context);

/** The same for HTML that is already a string. */
export const extractHtmlText = (html: string, { url }: HtmlContext = {}): ExtractedPage => {
  const document = parseHtml(html);
  const head = readHead(document);
  const resolve = linkResolver(head, url);
  const tables = htmlTables(document, resolve);
  const blocks = readBlocks(document, new Set(tables.keys())).filter(isContent);
  return {
    title: pageTitle(head),
    ...renderBlocks(blocks, tables, resolve),
    links: pageLinks(document, resolve),
    metadata: pageMetadata(head, resolve),
  };
};

const isContent = (block: Block): boolean =>
  block.element === undefined ||
  closest(block.element, (element) => /^(?:nav|footer|aside)$/.test(element.name)) === undefined;
