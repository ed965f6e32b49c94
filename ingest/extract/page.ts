import type { PassageLink, Scope, Table } from '../../core/document.ts';
import type { RecognisedText } from '../formats/ocr/recognised.ts';
import type { PageSketch } from './template/page-sketch.ts';

/** Metadata stated by a page. Dates are ISO 8601; fields that the page does not state are undefined. */
export interface PageMetadata {
  author?: string;
  published?: string;
  updated?: string;
  /** BCP 47, such as `en` or `pt-BR`. */
  language?: string;
  canonical?: string;
  description?: string;
  site?: string;
  /** Who may see the page, if it states that. */
  scopes?: Scope[];
  /** Whether the page asks robots not to index it, or not to follow its links. */
  robots?: { noindex: boolean; nofollow: boolean };
  /** Messages to the person who ingests about what was left out: a damaged sheet, a scanned page. */
  notices?: string[];
  /** Number of pages whose text was recognised from pictures, and the mean confidence from 0 to 100. */
  recognised?: { pages: number; confidence: number };
}

/** A data table before it is part of a document. */
export type TableDraft = Pick<Table, 'caption' | 'headings' | 'columns' | 'rows' | 'types'> & {
  /** The table in the page's Markdown, with links. */
  markdown: string;
  links: PassageLink[];
  /** UTF-16 offsets of `markdown` in the page's Markdown. */
  start: number;
  end: number;
};

/** A target of links inside a page. `start` is its UTF-16 offset in the page's Markdown. */
export interface Anchor {
  id: string;
  start: number;
}

/** One page of any format, after reading. */
export interface ExtractedPage {
  title: string;
  /** The main text without markup, with one line per block. Tabs separate table cells. */
  text: string;
  /** The main text with headings, lists, code, links and tables, which becomes the Document's text. */
  markdown: string;
  tables: TableDraft[];
  /** In the order of the Markdown; undefined for formats without anchors. */
  anchors?: Anchor[];
  /** UTF-16 offsets in the Markdown of what comes next behind a list of terms; undefined for formats that do not tell. */
  listEnds?: number[];
  /** Links of the whole page including boilerplate, for crawls; absolute if the page's URL is known. */
  links: PassageLink[];
  metadata: PageMetadata;
  /** For an unfinished scan, instead of other fields: the text recognised so far, by page number. */
  unfinished?: Record<number, RecognisedText>;
  /** With `sketchOnly`, instead of other fields. */
  sketch?: PageSketch;
}
