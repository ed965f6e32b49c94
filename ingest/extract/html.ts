import { decode } from './decode.ts';
import { blockProbabilities } from './main-text/classifier.ts';
import { lostTables } from './main-text/lost-tables.ts';
import { selectBlocks } from './main-text/select.ts';
import type { ExtractedPage } from './page.ts';
import { readPage } from './read-page.ts';
import { renderBlocks } from './render.ts';
import { templateBlocks } from './template/apply.ts';
import type { SiteTemplate } from './template/learn.ts';
import type { PageSketch } from './template/page-sketch.ts';
import { sketchPage } from './template/sketch.ts';

/** What is known of a page besides its bytes. */
export interface HtmlContext {
  /** Where it was fetched from; relative links are resolved against it. */
  url?: string;
  /** The HTTP header's content type; its charset counts when the bytes are not UTF-8. */
  contentType?: string;
  /** What the pages beside it share. */
  template?: SiteTemplate;
}

/** Reads a web page: decoding, metadata, data tables from the page as it came, then its main text without boilerplate. */
export const extractHtml = (bytes: Uint8Array, context: HtmlContext = {}): ExtractedPage =>
  extractHtmlText(decode(bytes, context.contentType), context);

/** The same for HTML that is already a string. */
export const extractHtmlText = (html: string, { url, template }: HtmlContext = {}): ExtractedPage => {
  const { head, view, tables, links, resolve, metadata } = readPage(html, url);
  const own = templateBlocks(view, head, template);
  const kept = own ?? selectBlocks(view, blockProbabilities(view));
  return {
    title: view.title,
    ...renderBlocks(kept, tables, resolve, own ? [] : lostTables(view, kept, tables)),
    links,
    metadata,
  };
};

/** The sketch of a page, from which a template is learned. */
export const sketchHtml = (bytes: Uint8Array, { url, contentType }: HtmlContext = {}): PageSketch => {
  const { view, head } = readPage(decode(bytes, contentType), url);
  return sketchPage(view, head);
};

/** HTML that is all content (a document converted from another format, a mail, a chapter): nothing is left out. */
export const extractWholeHtml = (html: string, { url }: HtmlContext = {}): ExtractedPage => {
  const { view, tables, links, resolve, metadata } = readPage(html, url);
  return {
    title: view.title,
    ...renderBlocks(view.blocks, tables, resolve),
    links,
    metadata,
  };
};
