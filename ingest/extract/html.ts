import { declaredText } from './declared-text.ts';
import { decode } from './decode.ts';
import { blockProbabilities } from './main-text/classifier.ts';
import { lostTables } from './main-text/lost-tables.ts';
import { selectBlocks } from './main-text/select.ts';
import type { ExtractedPage } from './page.ts';
import { readPage } from './read-page.ts';
import { renderBlocks } from './render/render.ts';
import { isScriptDrawn } from './script-drawn.ts';
import { templateBlocks } from './template/apply.ts';
import type { SiteTemplate } from './template/learn.ts';
import { ownTitle } from './template/own-title.ts';
import type { PageSketch } from './template/page-sketch.ts';
import { sketchPage } from './template/sketch.ts';

/** Hints for reading a page. */
export interface HtmlContext {
  /** The page's address, to resolve relative links. */
  url?: string;
  /** The HTTP header's content type. Its charset is used if the bytes are not UTF-8. */
  contentType?: string;
  /** The template that the page shares with the pages around it. */
  template?: SiteTemplate;
}

/** Reads a web page: decodes it, reads metadata and data tables, and then the main text without boilerplate. */
export const extractHtml = (bytes: Uint8Array, context: HtmlContext = {}): ExtractedPage =>
  extractHtmlText(decode(bytes, context.contentType), context);

/** The same for HTML that is already a string. */
export const extractHtmlText = (html: string, { url, template }: HtmlContext = {}): ExtractedPage => {
  const { head, view, tables, links, resolve, metadata } = readPage(html, url);
  const own = isScriptDrawn(view, html) ? [] : (declaredText(view, head) ?? templateBlocks(view, head, template));
  const kept = own ?? selectBlocks(view, blockProbabilities(view));
  return {
    title: ownTitle(view, head, kept, template),
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

/** Reads HTML without boilerplate (a document converted from another format, a mail, a chapter), and leaves nothing out. */
export const extractWholeHtml = (html: string, { url }: HtmlContext = {}): ExtractedPage => {
  const { view, tables, links, resolve, metadata } = readPage(html, url);
  return {
    title: view.title,
    ...renderBlocks(view.blocks, tables, resolve),
    links,
    metadata,
  };
};
