import type { PassageLink, Scope, Table } from '../../core/document.ts';
import type { RecognisedText } from '../formats/ocr/recognised.ts';
import type { PageSketch } from './template/page-sketch.ts';

/** What a page says of itself. Dates are ISO 8601; an absent field was not said. */
export interface PageMetadata {
  author?: string;
  published?: string;
  updated?: string;
  /** BCP 47, such as `en` or `pt-BR`. */
  language?: string;
  canonical?: string;
  description?: string;
  site?: string;
  /** Who may see the page, if it says so itself. */
  scopes?: Scope[];
  /** The page asks robots not to index it, or not to follow its links. */
  robots?: { noindex: boolean; nofollow: boolean };
  /** What was left out and why, in words for the person who ingests: a damaged sheet, a scanned page. */
  notices?: string[];
  /** Pages whose text was recognised from pictures, and how sure the engine is of it on average, from 0 to 100. */
  recognised?: { pages: number; confidence: number };
}

/** A data table as it was read, not yet part of a document. */
export type TableDraft = Pick<Table, 'caption' | 'headings' | 'columns' | 'rows' | 'types'> & {
  /** The table as it stands in the page's Markdown, links kept. */
  markdown: string;
  links: PassageLink[];
  /** UTF-16 offsets of `markdown` in the page's Markdown. */
  start: number;
  end: number;
};

/** A place of a page that a link can lead to: `start` is its UTF-16 offset in the page's Markdown. */
export interface Anchor {
  id: string;
  start: number;
}

/** One page as ingest sees it, whatever its format was. */
export interface ExtractedPage {
  title: string;
  /** The main text without markup, a line a block; table cells are separated by tabs. */
  text: string;
  /** The main text with headings, lists, code, links and tables; what a Document keeps as its text. */
  markdown: string;
  tables: TableDraft[];
  /** In the order of the Markdown; absent for formats without any. */
  anchors?: Anchor[];
  /** Links of the whole page, boilerplate too (a crawl follows them), absolute where the page's URL is known. */
  links: PassageLink[];
  metadata: PageMetadata;
  /** Given instead of the rest of a long scan: what of it is recognised by now, by page number. */
  unfinished?: Record<number, RecognisedText>;
  /** Given instead of the rest, where it was asked for. */
  sketch?: PageSketch;
}
