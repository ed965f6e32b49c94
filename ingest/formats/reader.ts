import type { ExtractedPage } from '../extract/page.ts';
import type { SiteTemplate } from '../extract/template/learn.ts';
import type { Recognition } from './ocr/recognised.ts';

/** Hints and options for reading a file. */
export interface ReaderContext {
  url?: string;
  contentType?: string;
  /** If set, only this many characters of the Markdown are needed, and nothing else of the page. */
  maxCharacters?: number;
  /** Template that an HTML page shares with the pages around it. */
  template?: SiteTemplate;
  /** Set to read text in pictures and scans. */
  ocr?: Recognition;
  /**
   * How a text under the format HTML is written, if it is no web page: `text` has no frame around it and is read as a whole;
   * `storage` is Confluence's storage format.
   */
  markup?: 'text' | 'storage';
  /** True if only the sketch of an HTML page is needed. */
  sketchOnly?: boolean;
}

/**
 * Reads one file of a format. For a file whose text it cannot read, it returns no empty page but throws INPUT_UNREADABLE (damaged,
 * password-protected, scanned) or INPUT_TOO_LARGE.
 */
export type Reader = (bytes: Uint8Array, context?: ReaderContext) => ExtractedPage | Promise<ExtractedPage>;
