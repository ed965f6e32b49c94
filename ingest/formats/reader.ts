import type { ExtractedPage } from '../extract/page.ts';
import type { SiteTemplate } from '../extract/template/learn.ts';
import type { Recognition } from './ocr/recognised.ts';

/** What is known of the bytes besides themselves. */
export interface ReaderContext {
  url?: string;
  contentType?: string;
  /** So many characters of the Markdown are wanted, and nothing else of the page. */
  maxCharacters?: number;
  /** What the pages beside an HTML page share. */
  template?: SiteTemplate;
  /** Text in pictures and scans is wanted too. */
  ocr?: Recognition;
  /** Only the sketch of an HTML page is wanted. */
  sketchOnly?: boolean;
}

/**
 * Reads one file of a format. A reader never gives an empty page for a file whose words it cannot reach: it throws
 * INPUT_UNREADABLE (damaged, password-protected, scanned) or INPUT_TOO_LARGE.
 */
export type Reader = (bytes: Uint8Array, context?: ReaderContext) => ExtractedPage | Promise<ExtractedPage>;
